/**
 * Fields that are not directives: unknown, unsupported, proposed, or ignored by Google.
 */
import type { OtherRecord } from '../../ast/nodes.js';
import { nearestName } from '../../option-checks.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import { recognizeField } from '../../stream/read-line.js';
import * as Row from '../../stream/row.js';
import type { LintedFile } from '../linted-file.js';
import { type Fix, info, type RuleReport, type RuleTable, warning } from '../rule.js';
import type { FileForm } from './file-form.js';

export const FIELD_RULES = {
  'unknown-field': warning({
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
  }),
  'unsupported-field': warning({
    title: 'No large crawler reads the field any more.',
    why: 'The line looks as if it had an effect, and has none. Google never documented Noindex in robots.txt and stopped reading it on 1 September 2019; Yandex replaced Host with redirects in 2018.',
    fix: 'Remove the line. To keep a page out of search results, send "X-Robots-Tag: noindex" or use a robots meta tag, and let crawlers fetch the page.',
    example: 'User-agent: *\nNoindex: /private/\n',
    sources: [
      'https://developers.google.com/search/blog/2019/07/a-note-on-unsupported-rules-in-robotstxt',
      'https://webmaster.yandex.ru/blog/301-y-redirekt-polnostyu-zamenit-direktivu-host',
    ],
  }),
  'proposed-field': info({
    title: 'The field is a proposal that few crawlers read.',
    why: 'The line does no harm, but do not rely on it.',
    fix: 'Keep it as a statement, and write rules for the crawlers that you mean.',
    example: 'User-agent: *\nDisallow: /private/\nNoAI: /\n',
    sources: ['RFC 9309 §2.2.4'],
  }),
  'ignored-by-google': info({
    title: 'Google ignores the field.',
    why: 'Google reads user-agent, allow, disallow and sitemap, and nothing else. This is reported once for each field.',
    fix: 'Keep the line for the crawlers that read it. Google sets its crawl rate by how fast the server responds.',
    example: 'User-agent: *\nCrawl-delay: 5\nDisallow: /private/\n',
    sources: ['Google\'s page, "Syntax"'],
  }),
} satisfies RuleTable;

type Report = RuleReport<typeof FIELD_RULES>;

/** What is known of a field. */
interface KnownField {
  /**
   * - `extension`: some crawlers read it;
   * - `unsupported`: no large crawler reads it any more;
   * - `proposed`: a proposal that few read.
   */
  readonly kind: 'extension' | 'unsupported' | 'proposed';
  /** What it is, for messages. */
  readonly about: string;
}

/** By field, in lower case. */
const KNOWN_FIELDS: { readonly [field: string]: KnownField } = {
  'crawl-delay': {
    kind: 'extension',
    about: 'the seconds between two requests; Bing and some others read it',
  },
  'request-rate': { kind: 'extension', about: 'how many pages may be fetched in a time; Seznam reads it' },
  'clean-param': {
    kind: 'extension',
    about: 'query parameters that do not change the page; Yandex reads it',
  },
  'content-signal': { kind: 'extension', about: 'what the content may be used for (contentsignals.org)' },
  'content-usage': {
    kind: 'extension',
    about: 'what the content may be used for (draft-ietf-aipref-attach)',
  },
  noindex: { kind: 'unsupported', about: 'Google stopped reading it on 1 September 2019' },
  nofollow: { kind: 'unsupported', about: 'Google never supported it in robots.txt' },
  noarchive: { kind: 'unsupported', about: 'it belongs in a robots meta tag' },
  nosnippet: { kind: 'unsupported', about: 'it belongs in a robots meta tag' },
  index: { kind: 'unsupported', about: 'it belongs in a robots meta tag' },
  follow: { kind: 'unsupported', about: 'it belongs in a robots meta tag' },
  host: { kind: 'unsupported', about: 'Yandex replaced it with redirects in 2018' },
  'visit-time': { kind: 'unsupported', about: 'a proposal of 1996' },
  'robot-version': { kind: 'unsupported', about: 'a proposal of 1996' },
  comment: { kind: 'unsupported', about: 'a proposal of 1996; comments begin with "#"' },
  'revisit-after': { kind: 'unsupported', about: 'no large search engine ever read it' },
  license: { kind: 'extension', about: 'the file that licenses the content (RSL 1.0)' },
  disallowaitraining: {
    kind: 'proposed',
    about: 'a proposal against AI training (draft-canel-robots-ai-control)',
  },
  allowaitraining: {
    kind: 'proposed',
    about: 'a proposal about AI training (draft-canel-robots-ai-control)',
  },
  noai: { kind: 'proposed', about: 'no specification defines it' },
  noimageai: { kind: 'proposed', about: 'no specification defines it' },
};

/** Extensions whose authors may think that Google reads them. */
const IGNORED_BY_GOOGLE: ReadonlySet<string> = new Set(['crawl-delay', 'request-rate', 'clean-param']);

/** What is known of a field, in lower case; `undefined` if nothing is. */
function knownField(name: string): KnownField | undefined {
  return Object.hasOwn(KNOWN_FIELDS, name) ? KNOWN_FIELDS[name] : undefined;
}

const FIELD_NAMES = [...Row.DIRECTIVE_NAMES, ...Object.keys(KNOWN_FIELDS)];

/** A longer field is not a misspelling of a known one. */
const MAX_MISSPELLED_CHARACTERS = 24;

export function checkFields(file: LintedFile, form: FileForm, report: Report): void {
  const { document, octets } = file;
  const ignored = new Map<string, OtherRecord[]>();
  for (const record of document.otherRecords) {
    const { name, line, field } = record;
    const known = knownField(name);
    if (known === undefined) {
      // A diagnostic says that Google takes the field for a directive. It reads line 1 without the part of a byte order mark.
      if (line === 1 && document.byteOrderMark === 'partial') continue;
      const isReadByGoogle = Row.isDirective(recognizeField(octets, field.start, field.end));
      if (form !== 'robots-in-html' && !isReadByGoogle) checkUnknown(file, record, report);
      continue;
    }
    if (known.kind === 'unsupported') {
      const message = (): string => `${quoteText(field.text)} has no effect any more: ${known.about}.`;
      report.add('unsupported-field', line, field, message);
    }
    if (known.kind === 'proposed') {
      const message = (): string => `Few crawlers read ${quoteText(field.text)} (${known.about}).`;
      report.add('proposed-field', line, field, message);
    }
    if (!IGNORED_BY_GOOGLE.has(name)) continue;
    const earlier = ignored.get(name);
    if (earlier === undefined) ignored.set(name, [record]);
    else earlier.push(record);
  }
  for (const records of ignored.values()) reportIgnored(records, report);
}

function checkUnknown(file: LintedFile, record: OtherRecord, report: Report): void {
  const { line, field } = record;
  report.add(
    'unknown-field',
    line,
    field,
    () => unknownMessage(record),
    () => sitemapFix(file, record),
  );
}

function unknownMessage({ name, field }: OtherRecord): string {
  const what = `No crawler is known to read ${quoteText(field.text)}.`;
  if (URL_SCHEME.test(name)) {
    return `${what} If the line is a URL, write a field before it, such as "Sitemap:".`;
  }
  const meant = meantBy(name);
  return `${what} ${meant === undefined ? 'Correct it, or make the line a comment.' : `Did you mean ${quoteText(meant)}?`}`;
}

/** What a line that is only a URL has before its colon. */
const URL_SCHEME = /^https?$/;

function meantBy(name: string): string | undefined {
  if (name.length > MAX_MISSPELLED_CHARACTERS) return undefined;
  if (name !== lastLookedUp.name) lastLookedUp = { name, meant: nearestName(name, FIELD_NAMES) };
  return lastLookedUp.meant;
}

/** The last look-up: a file often has one misspelling many times. */
let lastLookedUp: { readonly name: string; readonly meant: string | undefined } = {
  name: '',
  meant: undefined,
};

/** The lengths that a misspelling of `sitemap` has. */
const SITMAP = /^s[a-z_-]{4,8}$/;

/** Corrects `Sitmap: https://…`. No verdict depends on a sitemap, and nothing else is written so. */
function sitemapFix(file: LintedFile, { name, field, value, line }: OtherRecord): Fix | null {
  if (file.isAboveSignal(line)) return null;
  if (!SITMAP.test(name) || !/^https?:\/\/\S+$/.test(value.text)) return null;
  if (nearestName(name, ['sitemap']) === undefined) return null;
  return { span: { start: field.start, end: field.end }, text: 'Sitemap' };
}

/** Reports the first of the records with a field that Google ignores, and how many more there are. */
function reportIgnored([first, ...others]: readonly OtherRecord[], report: Report): void {
  const { line, field, name } = first;
  report.add('ignored-by-google', line, field, () => {
    const more = others.length;
    const lines = more === 0 ? '' : `, also in ${more} more ${more === 1 ? 'line' : 'lines'}`;
    return `Google ignores ${quoteText(field.text)} (${knownField(name)?.about})${lines}.`;
  });
}
