/**
 * What the robots.txt audit of Lighthouse objects to. It reads lines more strictly than crawlers do.
 */
import { DOLLAR, SLASH, STAR } from '../../ascii.js';
import { forEachRow } from '../../ast/file-rows.js';
import { decodeText } from '../../stream/octet-text.js';
import * as Row from '../../stream/row.js';
import { urlOrNull } from '../../urls.js';
import type { LintedFile } from '../linted-file.js';
import { info, type RuleReport, type RuleTable } from '../rule.js';

export const LIGHTHOUSE_RULES = {
  'lighthouse-audit': info({
    title: 'Lighthouse reports "robots.txt is not valid".',
    why: 'The SEO audit of Lighthouse and PageSpeed Insights is stricter than crawlers are. This is reported once for each file.',
    fix: 'Correct the lines that the message names.',
    example: 'User-agent: *\nDisallow: /a$b\n',
    better: 'User-agent: *\nDisallow: /a%24b\n',
    sources: ['https://developer.chrome.com/docs/lighthouse/seo/invalid-robots-txt'],
  }),
} satisfies RuleTable;

type Report = RuleReport<typeof LIGHTHOUSE_RULES>;

/** The fields that the audit accepts besides the directives, in lower case. `readers/lighthouse.json` has them as Lighthouse does. */
export const ACCEPTED_FIELDS: ReadonlySet<string> = new Set([
  'clean-param',
  'content-signal',
  'crawl-delay',
  'host',
  'noindex',
  'request-rate',
  'visit-time',
]);

/** The longest of them. */
const MAX_FIELD_OCTETS = Math.max(...Array.from(ACCEPTED_FIELDS, ({ length }) => length));

/** The protocols of sitemaps that the audit accepts. */
export const ACCEPTED_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'ftp:']);

/** How many lines the message names. */
const NAMED_LINES = 5;

export function checkLighthouse(file: LintedFile, report: Report): void {
  if (!report.wants('lighthouse-audit')) return;
  const named: number[] = [];
  let count = 0;
  let inGroup = false;
  const { octets } = file;
  forEachRow(file.parsed, (rows, at) => {
    const flags = Row.flagsOf(rows, at);
    const shape = Row.shapeOf(flags);
    if (shape === Row.BLANK || shape === Row.COMMENT) return;
    const isRecord = shape === Row.RECORD && Row.spellingOf(flags) === Row.SPELLED_EXACTLY;
    const directive = isRecord ? Row.directiveOf(flags) : Row.NO_DIRECTIVE;
    const start = rows[at + Row.VALUE_START];
    const end = rows[at + Row.VALUE_END];
    const accepted =
      directive !== Row.NO_DIRECTIVE
        ? isAcceptedValue(octets, start, end, directive, inGroup)
        : shape === Row.RECORD &&
          isAcceptedField(octets, rows[at + Row.FIELD_START], rows[at + Row.FIELD_END]);
    if (directive === Row.USER_AGENT && start < end) inGroup = true;
    if (accepted) return;
    count++;
    if (named.length < NAMED_LINES) named.push(rows[at + Row.LINE]);
  });
  if (count === 0) return;
  const span = file.lineSpan(named[0]);
  report.add('lighthouse-audit', named[0], span, () => {
    const more = count > named.length ? ` and ${count - named.length} more` : '';
    const lines = `${count === 1 ? 'line' : 'lines'} ${named.join(', ')}${more}`;
    return `Lighthouse reports "robots.txt is not valid" because of ${lines}.`;
  });
}

function isAcceptedField(octets: Uint8Array, start: number, end: number): boolean {
  if (end - start > MAX_FIELD_OCTETS) return false;
  return ACCEPTED_FIELDS.has(decodeText(octets.subarray(start, end)).toLowerCase());
}

function isAcceptedValue(
  octets: Uint8Array,
  start: number,
  end: number,
  directive: Row.Directive,
  inGroup: boolean,
): boolean {
  switch (directive) {
    case Row.USER_AGENT:
      return start < end;
    case Row.SITEMAP:
      // As the audit does, the URL parser trims. A no-break space is left.
      return isSitemapUrl(decodeText(octets.subarray(start, end)).trim());
    case Row.ALLOW:
    case Row.DISALLOW:
      return inGroup && isAcceptedPattern(octets, start, end);
    default:
      return false;
  }
}

function isSitemapUrl(text: string): boolean {
  return ACCEPTED_PROTOCOLS.has(urlOrNull(text)?.protocol ?? '');
}

function isAcceptedPattern(octets: Uint8Array, start: number, end: number): boolean {
  if (start === end) return true;
  if (octets[start] !== SLASH && octets[start] !== STAR) return false;
  const dollar = octets.subarray(start, end).indexOf(DOLLAR);
  return dollar === -1 || dollar === end - start - 1;
}
