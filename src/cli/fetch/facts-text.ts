/**
 * The facts of a robots.txt for people.
 */
import type { AccessMeaning, AccessTimings, Redirect, RobotsDocument } from '../../index.js';
import { duration } from '../durations.js';
import { totals } from '../parse/diagnostics-text.js';
import { count } from '../parse/document-text.js';
import { provenanceText } from '../provenance-text.js';
import type { Style } from '../style.js';
import { excerpt, visible } from '../visible.js';
import type { Facts } from './facts.js';

/** What each meaning is for whoever wants to visit the site. */
const MEANINGS: { readonly [meaning in AccessMeaning]: string } = {
  rules: "the file's rules decide",
  'allow-all': 'everything is allowed',
  'disallow-all': 'nothing is allowed',
  defer: 'nothing is allowed for now: visits are put off',
};

/** One row for each fact: a name, and one or more lines. */
type Row = readonly [name: string, lines: readonly string[]];

export function factsText(facts: Facts, document: RobotsDocument | null, style: Style): string {
  const rows: Row[] = [
    ['outcome', [outcomeText(facts, style)]],
    ['meaning', [MEANINGS[facts.meaning]]],
    ['status', facts.status === null ? [] : [String(facts.status)]],
    ['fault', faultLines(facts)],
    ['redirects', facts.redirects.map(redirectText)],
    ['timings', facts.timings === null ? [] : [timingsText(facts.timings)]],
    ['headers', Object.entries(facts.headers ?? {}).map(([name, value]) => excerpt(`${name}: ${value}`))],
    ['file', document === null ? [] : fileLines(facts, document, style)],
    ['known', facts.provenance === null ? [] : [provenanceText(facts.provenance, facts.truncated)]],
    ['retry', retryLines(facts)],
    ['asked as', [excerpt(facts.userAgent)]],
  ];
  return `${style.strong(visible(facts.robotsUrl))}, under ${facts.profile}\n${rows.map((row) => rowText(row, style)).join('')}`;
}

const NAME_WIDTH = 'redirects'.length + 2;

function rowText([name, lines]: Row, style: Style): string {
  return lines
    .map((line, index) => `  ${style.faint((index === 0 ? name : '').padEnd(NAME_WIDTH))}${line}\n`)
    .join('');
}

function outcomeText({ outcome }: Facts, style: Style): string {
  return { success: style.good, unavailable: style.odd, unreachable: style.bad }[outcome](outcome);
}

function faultLines({ fault, faultMessage }: Facts): string[] {
  if (fault === null) return [];
  return faultMessage === null ? [fault] : [`${fault}: ${excerpt(faultMessage)}`];
}

function redirectText({ url, status, location }: Redirect): string {
  return visible(`${status} ${url} -> ${location ?? 'nowhere that could be asked'}`);
}

function timingsText({ connectMs, headersMs, bodyMs, totalMs }: AccessTimings): string {
  const parts = [
    connectMs === null ? 'never connected' : `connected after ${duration(connectMs)}`,
    headersMs === null ? 'no headers' : `headers after ${duration(headersMs)}`,
    bodyMs === null ? null : `body in ${duration(bodyMs)}`,
    `in all ${duration(totalMs)}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function fileLines({ encodedOctets }: Facts, document: RobotsDocument, style: Style): string[] {
  const { size, lineCount, groups, sitemaps, truncated, diagnostics } = document;
  const sent =
    encodedOctets === null || encodedOctets === size ? '' : ` (${count(encodedOctets, 'octet')} as sent)`;
  const parts = [
    count(size, 'octet') + sent,
    count(lineCount, 'line'),
    count(groups.length, 'group'),
    count(sitemaps.length, 'sitemap'),
  ];
  return [
    parts.join(', '),
    ...(truncated ? [style.odd('cut at the parsing limit, the rest is not read')] : []),
    ...(diagnostics.length === 0 ? [] : [`${totals(diagnostics)}: see robotstream parse`]),
  ];
}

function retryLines({ retry }: Facts): string[] {
  if (retry === null) return [];
  const { retryAfterMs, firstMs } = retry;
  return [
    retryAfterMs === null
      ? `in ${duration(firstMs)}, then less and less often`
      : `in ${duration(retryAfterMs)}, as the server asks`,
  ];
}
