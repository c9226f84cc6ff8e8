/**
 * Rules about single lines and their fields.
 */
import { ofDiagnostic, type RuleTable } from '../rule.js';

export const FIELD_RULES = {
  'missing-colon': ofDiagnostic('missing-colon', {
    why: 'Only some crawlers accept white space in place of the colon.',
    example: 'User-agent *\nDisallow: /private/\n',
    better: 'User-agent: *\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2', 'docs/semantics.md §2.2'],
    autofix: {
      does: 'Inserts the colon after user-agent, allow, disallow and sitemap.',
      changesVerdictsUnder: ['koster-1996'],
    },
  }),
  'not-a-record': ofDiagnostic('not-a-record', {
    why: 'Crawlers skip the line. It is often a comment without "#", or a pattern without its field.',
    example: 'User-agent: *\nplease do not crawl\nDisallow: /private/\n',
    better: 'User-agent: *\n# please do not crawl\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2'],
  }),
  'empty-field': ofDiagnostic('empty-field', {
    why: 'Crawlers skip the line, so a rule may be missing.',
    example: 'User-agent: *\n: /private/\n',
    better: 'User-agent: *\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2'],
  }),
  'misspelled-field': ofDiagnostic('misspelled-field', {
    why: 'Google and many others accept these misspellings, but not every crawler does.',
    example: 'User-agent: *\nDisalow: /private/\n',
    better: 'User-agent: *\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2.4', 'docs/semantics.md §2.3'],
    autofix: { does: 'Corrects the spelling.', changesVerdictsUnder: ['koster-1996'] },
  }),
  'field-with-extra': ofDiagnostic('field-with-extra', {
    why: 'Googlebot obeys the line, and most other crawlers do not.',
    example: 'User-agent: *\nDisallow all: /private/\n',
    better: 'User-agent: *\nDisallow: /private/\n',
    sources: ['docs/semantics.md §2.3'],
  }),
  'unknown-field': {
    severity: 'warning',
    title: 'No crawler is known to read the field.',
    why: 'Crawlers skip the line silently. If the field is a misspelled rule, the rule does not exist.',
    fix: 'Correct the field, or make the line a comment.',
    example: 'Sitmap: https://example.com/sitemap.xml\n',
    better: 'Sitemap: https://example.com/sitemap.xml\n',
    sources: ['RFC 9309 §2.2.4', 'Google\'s page, "Syntax"'],
    autofix: {
      does: 'Corrects the spelling of Sitemap, if the value is an absolute URL and no Content-Signal depends on the line.',
      changesVerdictsUnder: [],
    },
  },
  'unsupported-field': {
    severity: 'warning',
    title: 'No large crawler reads the field any more.',
    why: 'The line looks as if it had an effect, and has none. Google never documented Noindex in robots.txt and stopped reading it on 1 September 2019; Yandex replaced Host with redirects in 2018.',
    fix: 'Remove the line. To keep a page out of search results, send "X-Robots-Tag: noindex" or use a robots meta tag, and let crawlers fetch the page.',
    example: 'User-agent: *\nNoindex: /private/\n',
    better: 'User-agent: *\nDisallow: /private/\n',
    sources: [
      'https://developers.google.com/search/blog/2019/07/a-note-on-unsupported-rules-in-robotstxt',
      'https://webmaster.yandex.ru/blog/301-y-redirekt-polnostyu-zamenit-direktivu-host',
    ],
  },
  'proposed-field': {
    severity: 'info',
    title: 'The field is a proposal that few crawlers read.',
    why: 'The line does no harm, but do not rely on it.',
    fix: 'Keep it as a statement, and write rules for the crawlers that you mean.',
    example: 'License: https://example.com/license.xml\nUser-agent: *\nDisallow: /private/\n',
    better: 'User-agent: *\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2.4', 'https://rslstandard.org/rsl'],
  },
  'ignored-by-google': {
    severity: 'info',
    title: 'Google ignores the field.',
    why: 'Google reads user-agent, allow, disallow and sitemap, and nothing else. This is reported once for each field.',
    fix: 'Keep the line for the crawlers that read it. Google sets its crawl rate by how fast the server responds.',
    example: 'User-agent: *\nCrawl-delay: 5\nDisallow: /private/\n',
    better: 'User-agent: *\nDisallow: /private/\n',
    sources: ['Google\'s page, "Syntax"'],
  },
  'lighthouse-audit': {
    severity: 'info',
    title: 'Lighthouse reports "robots.txt is not valid".',
    why: 'The SEO audit of Lighthouse and PageSpeed Insights is stricter than crawlers are. This is reported once for each file.',
    fix: 'Correct the lines that the message names.',
    example: 'User-agent: *\nDisallow: /a$b\n',
    better: 'User-agent: *\nDisallow: /a%24b\n',
    sources: ['https://developer.chrome.com/docs/lighthouse/seo/invalid-robots-txt'],
  },
  'unused-ignore': {
    severity: 'warning',
    title: 'The ignore comment ignores nothing.',
    why: 'It names no rule, a rule that does not exist, or a rule without a finding there. It would hide a later finding. A rule that was not checked in full is left out, such as foreign-sitemap without the URL of the file.',
    fix: 'Remove the comment, or correct the id of the rule.',
    example: '# robotstream-ignore misspelled-field\nUser-agent: *\nDisallow: /private/\n',
    better: 'User-agent: *\nDisallow: /private/\n',
    sources: ['docs/lint.md'],
  },
} satisfies RuleTable;
