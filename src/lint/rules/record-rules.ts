/**
 * Rules about the other records: sitemaps, delays, hosts and usage preferences.
 */
import { ofDiagnostic, type RuleTable } from '../rule.js';

export const RECORD_RULES = {
  'sitemap-not-absolute': ofDiagnostic('sitemap-not-absolute', {
    why: 'Crawlers ignore a sitemap without scheme and host.',
    example: 'Sitemap: /sitemap.xml\n',
    better: 'Sitemap: https://example.com/sitemap.xml\n',
    sources: ['Google\'s page, "sitemap"', 'https://www.sitemaps.org/protocol.html'],
  }),
  'repeated-sitemap': {
    severity: 'info',
    title: 'The sitemap is listed above.',
    why: 'The line lists no further sitemap.',
    fix: 'Remove one of the lines.',
    example: 'Sitemap: https://example.com/a.xml\nSitemap: https://example.com/a.xml\n',
    better: 'Sitemap: https://example.com/a.xml\n',
    sources: ['https://www.sitemaps.org/protocol.html'],
    autofix: {
      does: 'Removes the line, if it has no comment and no Content-Signal depends on it.',
      changesVerdictsUnder: [],
    },
  },
  'foreign-sitemap': {
    severity: 'info',
    title: 'The sitemap is on another host than robots.txt.',
    why: 'It is often left over from a move. Crawlers accept it only for URLs whose own robots.txt lists the sitemap. It is reported only if the URL of the file is known.',
    fix: 'Check that the sitemap exists and lists URLs of this site.',
    example: 'Sitemap: https://example.net/sitemap.xml\n',
    better: 'Sitemap: https://example.com/sitemap.xml\n',
    sources: ['https://www.sitemaps.org/protocol.html', 'Google\'s page, "sitemap"'],
  },
  'invalid-extension-value': ofDiagnostic('invalid-extension-value', {
    why: 'Crawlers ignore a value that they cannot read.',
    example: 'User-agent: *\nCrawl-delay: five\nDisallow: /private/\n',
    better: 'User-agent: *\nCrawl-delay: 5\nDisallow: /private/\n',
    sources: ['docs/semantics.md §3.4', 'docs/semantics.md §3.5'],
  }),
  'repeated-crawl-delay': {
    severity: 'warning',
    title: 'The group has a Crawl-delay already.',
    why: 'Crawlers disagree about which of them applies.',
    fix: 'Keep one Crawl-delay for each group. It does not end a group: if the crawlers differ, give each of them rules.',
    example: 'User-agent: *\nCrawl-delay: 5\nCrawl-delay: 5\nDisallow: /private/\n',
    better: 'User-agent: *\nCrawl-delay: 5\nDisallow: /private/\n',
    sources: ['docs/semantics.md §3.4'],
    autofix: {
      does: 'Removes the line, if it has no comment, and the same value for the same crawlers under every profile.',
      changesVerdictsUnder: [],
    },
  },
  'crawl-delay-beyond-bing': {
    severity: 'info',
    title: 'Bing takes a Crawl-delay from 1 to 30 seconds.',
    why: 'For Bing, the number is a window of time in which it fetches one page. It ignores a value outside this range. Only groups that Bing obeys are checked.',
    fix: 'Write a whole number from 1 to 30.',
    example: 'User-agent: *\nCrawl-delay: 120\nDisallow: /private/\n',
    better: 'User-agent: *\nCrawl-delay: 30\nDisallow: /private/\n',
    sources: [
      'https://blogs.bing.com/webmaster/2012/05/03/to-crawl-or-not-to-crawl-that-is-bingbots-question',
    ],
  },
  'repeated-host': {
    severity: 'warning',
    title: 'The file has a Host already.',
    why: 'A site has one main mirror. Readers of Host take the first.',
    fix: 'Remove the line.',
    example: 'User-agent: *\nDisallow: /private/\nHost: example.com\nHost: www.example.com\n',
    better: 'User-agent: *\nDisallow: /private/\nHost: example.com\n',
    sources: ['docs/semantics.md §3.5'],
  },
  'host-with-scheme': {
    severity: 'warning',
    title: 'Host has "http://" or a path. It takes a host name, with "https://" and a port if needed.',
    why: 'Readers of Host that expect a name ignore the line.',
    fix: 'Write the host name alone or after "https://", or redirect the other mirrors and remove the line.',
    example: 'User-agent: *\nDisallow: /private/\nHost: http://example.com/\n',
    better: 'User-agent: *\nDisallow: /private/\nHost: example.com\n',
    sources: ['docs/semantics.md §3.5'],
  },
  'malformed-content-usage': ofDiagnostic('malformed-content-usage', {
    why: 'The site states a preference, and no crawler reads it.',
    example: 'User-agent: *\nContent-Usage: Train-AI=n\nAllow: /\n',
    better: 'User-agent: *\nContent-Usage: train-ai=n\nAllow: /\n',
    sources: ['docs/usage.md', 'https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/'],
  }),
  'unknown-usage-value': ofDiagnostic('unknown-usage-value', {
    why: 'The category counts as unknown, which neither allows nor disallows.',
    example: 'User-agent: *\nContent-Usage: train-ai=no\nAllow: /\n',
    better: 'User-agent: *\nContent-Usage: train-ai=n\nAllow: /\n',
    sources: ['docs/usage.md', 'https://datatracker.ietf.org/doc/draft-ietf-aipref-vocab/'],
  }),
  'retired-usage-label': ofDiagnostic('retired-usage-label', {
    why: 'Crawlers that follow the current draft do not know the label.',
    example: 'User-agent: *\nContent-Usage: tdm=n\nAllow: /\n',
    better: 'User-agent: *\nContent-Usage: train-ai=n\nAllow: /\n',
    sources: ['docs/usage.md', 'https://datatracker.ietf.org/doc/draft-ietf-aipref-vocab/'],
  }),
  'usage-before-user-agent': ofDiagnostic('usage-before-user-agent', {
    why: 'Content-Usage is a record of a group. Without one, it states nothing.',
    example: 'Content-Usage: train-ai=n\nUser-agent: *\nAllow: /\n',
    better: 'User-agent: *\nContent-Usage: train-ai=n\nAllow: /\n',
    sources: ['docs/usage.md', 'https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/'],
  }),
  'unknown-content-signal': ofDiagnostic('unknown-content-signal', {
    why: 'What is unknown neither grants nor restricts anything.',
    example: 'User-agent: *\nContent-Signal: ai-train=maybe\nAllow: /\n',
    better: 'User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n',
    sources: ['docs/usage.md', 'https://contentsignals.org'],
  }),
  'content-signal-path': ofDiagnostic('content-signal-path', {
    why: 'Readers of the published form take the path for a part of the first key.',
    example: 'User-agent: *\nContent-Signal: /blog/ ai-train=no\nAllow: /\n',
    better: 'User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n',
    sources: ['docs/usage.md', 'https://contentsignals.org'],
  }),
} satisfies RuleTable;
