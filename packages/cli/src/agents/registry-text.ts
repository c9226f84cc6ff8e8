/**
 * The registry for people: every crawler of a set, and what its operator says.
 */
import type { Crawler, CrawlerFact } from 'robotstream/crawlers';
import type { Style } from '../terminal.js';
import { type Column, tableLines } from './table.js';

const COLUMNS: readonly Column<Crawler>[] = [
  { heading: 'crawler', text: ({ token }) => token },
  { heading: 'operator', text: ({ operator }) => operator },
  {
    heading: 'purposes',
    text: ({ purposes, unread }) => purposes.join(', ') + unreadSign(unread, 'purposes'),
  },
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
  if (crawlers.some(({ unread }) => unread.some((fact) => SHOWN.includes(fact)))) {
    yield `\n${style.dim('? no page could be read that says so')}\n`;
  }
}

/** The facts that the table shows with a sign if they are unread. */
const SHOWN: readonly CrawlerFact[] = ['purposes', 'fallbacks'];

function unreadSign(unread: Crawler['unread'], fact: CrawlerFact): string {
  return unread.includes(fact) ? ' ?' : '';
}

/** How many characters of a day are its month, such as `2026-11`. */
const MONTH_CHARACTERS = 7;

function sourceOf({ readFrom, dateRead }: Crawler): string {
  return readFrom === 'unverified' ? readFrom : `${readFrom} ${dateRead.slice(0, MONTH_CHARACTERS)}`;
}

function practiceOf({ robotsTxt, obeysWildcard, sendsRequests, isRetired, tokens, unread }: Crawler): string {
  const [, ...fallbacks] = tokens;
  const facts = [
    isRetired ? 'retired' : '',
    robotsTxt,
    fallbacks.length === 0 ? '' : `else ${fallbacks.join(', ')}${unreadSign(unread, 'fallbacks')}`,
    obeysWildcard ? '' : 'ignores *',
    sendsRequests ? '' : 'sends no requests',
  ];
  return facts.filter((fact) => fact !== '').join('; ');
}
