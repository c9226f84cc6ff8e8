/**
 * The registry for people: every crawler of a set, and what its operator says.
 */
import type { Crawler } from 'robotstream/crawlers';
import type { Style } from '../terminal.js';
import { type Column, tableLines } from './table.js';

const COLUMNS: readonly Column<Crawler>[] = [
  { heading: 'crawler', text: ({ token }) => token },
  { heading: 'operator', text: ({ operator }) => operator },
  { heading: 'purposes', text: ({ purposes }) => purposes.join(', ') },
  { heading: 'robots.txt', text: practiceOf },
  { heading: 'source', text: sourceOf },
];

/** The table, in chunks of text. */
export function* registryText(
  crawlers: readonly Crawler[],
  width: number,
  style: Style,
): Generator<string, void> {
  yield* tableLines(crawlers, COLUMNS, width, style.dim);
}

function sourceOf({ readFrom, dateRead }: Crawler): string {
  return readFrom === 'unverified' ? readFrom : `${readFrom} ${dateRead}`;
}

function practiceOf({ robotsTxt, obeysWildcard, sendsRequests, tokens }: Crawler): string {
  const [, ...fallbacks] = tokens;
  const facts = [
    robotsTxt === 'unknown' ? '' : robotsTxt,
    fallbacks.length === 0 ? '' : `else ${fallbacks.join(', ')}`,
    obeysWildcard ? '' : 'ignores *',
    sendsRequests ? '' : 'sends no requests',
  ];
  return facts.filter((fact) => fact !== '').join('; ');
}
