/**
 * The facts about a robots.txt as text.
 */
import type { AccessTimings, Redirect, RetryAdvice } from '@robotstream/client';
import type { AccessMeaning, RobotsDocument } from 'robotstream';
import { count, duration, excerpt, type Style, visible } from '../../../command-line/src/terminal.js';
import { namesText } from '../caller.js';
import { refusalNote } from '../impersonation.js';
import { kindNotice } from '../kind-notice.js';
import { lintNotice } from '../lint-notice.js';
import { provenanceText } from '../provenance-text.js';
import type { CrawlerReading, Facts } from './facts.js';

const MEANINGS: { readonly [meaning in AccessMeaning]: string } = {
  rules: 'the rules of the file apply',
  'allow-all': 'everything is allowed',
  'disallow-all': 'nothing is allowed',
  defer: 'nothing is allowed for now; try again later',
};

/** A fact: its name, and any number of lines. */
type Row = readonly [name: string, lines: readonly string[]];

/**
 * @param reading by which profile or crawler the facts are read, such as `under rfc9309`
 */
export function factsText(
  facts: Facts,
  document: RobotsDocument | null,
  reading: string,
  style: Style,
): string {
  const note = refusalNote(facts.status, facts.userAgent);
  const rows: Row[] = [
    ['outcome', [outcomeText(facts, style)]],
    ['meaning', [...meaningLines(facts, document, style), ...facts.readings.map(readingLine)]],
    ['status', facts.status === null ? [] : [String(facts.status)]],
    ['fault', faultLines(facts)],
    ['redirects', facts.redirects.map(redirectText)],
    ['timings', facts.timings === null ? [] : [timingsText(facts.timings)]],
    ['headers', Object.entries(facts.headers ?? {}).map(([name, value]) => excerpt(`${name}: ${value}`))],
    ['file', document === null ? [] : fileLines(facts, document, style)],
    ['licenses', facts.licenses?.map((license) => excerpt(license)) ?? []],
    ['source', facts.provenance === null ? [] : [provenanceText(facts.provenance, facts.truncated)]],
    ['retry', facts.retry === null ? [] : [retryText(facts.retry)]],
    ['user-agent', [excerpt(facts.userAgent)]],
    ['note', note === null ? [] : [note]],
  ];
  return `${style.bold(visible(facts.robotsUrl))}, ${reading}\n${rows.map((row) => rowText(row, style)).join('')}`;
}

/** What the fetch means. A file that is no robots.txt says so first, because its rules apply all the same. */
function meaningLines({ meaning }: Facts, document: RobotsDocument | null, style: Style): string[] {
  const notice = document === null ? null : kindNotice(document);
  return [...(notice === null ? [] : [style.warning(notice)]), MEANINGS[meaning]];
}

const NAME_WIDTH = 'user-agent'.length + 2;

function rowText([name, lines]: Row, style: Style): string {
  return lines
    .map((line, index) => `  ${style.dim((index === 0 ? name : '').padEnd(NAME_WIDTH))}${line}\n`)
    .join('');
}

function outcomeText({ outcome }: Facts, style: Style): string {
  return { success: style.good, unavailable: style.warning, unreachable: style.bad }[outcome](outcome);
}

function readingLine({ agents, profile, meaning }: CrawlerReading): string {
  return `${MEANINGS[meaning]}, as ${namesText(agents)} ${agents.length === 1 ? 'reads' : 'read'} it: ${profile}`;
}

function faultLines({ fault, faultMessage }: Facts): string[] {
  if (fault === null) return [];
  return faultMessage === null ? [fault] : [`${fault}: ${excerpt(faultMessage)}`];
}

function redirectText({ url, status, location }: Redirect): string {
  return visible(`${status} ${url} -> ${location ?? 'no usable location'}`);
}

function timingsText({ connectMs, headersMs, bodyMs, totalMs }: AccessTimings): string {
  const parts = [
    connectMs === null ? 'no connection' : `connected after ${duration(connectMs)}`,
    headersMs === null ? 'no headers' : `headers after ${duration(headersMs)}`,
    bodyMs === null ? null : `body in ${duration(bodyMs)}`,
    `total ${duration(totalMs)}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function fileLines({ encodedOctets, robotsUrl }: Facts, document: RobotsDocument, style: Style): string[] {
  const { size, lineCount, groups, sitemaps, truncated } = document;
  const notice = lintNotice(document, robotsUrl);
  const sent =
    encodedOctets === null || encodedOctets === size ? '' : ` (${count(encodedOctets, 'byte')} as sent)`;
  const parts = [
    count(size, 'byte') + sent,
    count(lineCount, 'line'),
    count(groups.length, 'group'),
    count(sitemaps.length, 'sitemap'),
  ];
  return [
    parts.join(', '),
    ...(truncated ? [style.warning('cut at the parsing limit; the rest was not read')] : []),
    ...(notice === null ? [] : [notice]),
  ];
}

function retryText({ retryAfterMs, firstMs }: RetryAdvice): string {
  return retryAfterMs === null
    ? `after ${duration(firstMs)}, then at growing intervals`
    : `after ${duration(retryAfterMs)}, as the server asks`;
}
