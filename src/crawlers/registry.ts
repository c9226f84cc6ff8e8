/**
 * The registry: the crawlers that publish a product token, by name and in sets.
 */
import { lowerCaseLetters } from '../ascii.js';
import { READINGS } from '../crawler-names.js';
import {
  CRAWLER_NAMES,
  type CrawlerName,
  type CrawlerNameText,
  nameOrThrow,
  tokensOf,
} from '../crawler-tokens.js';
import { aString, misshapen } from '../option-checks.js';
import { deepFreeze } from '../profiles.js';
import { CRAWLER_FACTS, type Crawler, type CrawlerPurpose } from './crawler.js';
import { FACTS } from './facts.js';
import { CRAWLER_MARKS, type CrawlerMark } from './marks.js';

/** Every crawler of the registry. */
export const CRAWLERS: readonly Crawler[] = deepFreeze(CRAWLER_NAMES.map(crawlerOf));

/** Every crawler by its product token in lower case. */
const BY_NAME = new Map(CRAWLERS.map((crawler) => [lowerCaseLetters(crawler.token), crawler]));

/** Which purposes make a crawler a member of each set; null: all crawlers are. */
const SET_PURPOSES = {
  ai: ['train-ai', 'ai-input'],
  search: ['search'],
  seo: ['seo'],
  all: null,
} as const satisfies { readonly [set: string]: readonly CrawlerPurpose[] | null };

/** The name of a set of crawlers: `ai`, `search`, `seo` or `all`. */
export type CrawlerSet = keyof typeof SET_PURPOSES;

/** The names of the sets. */
export const CRAWLER_SETS = Object.freeze(Object.keys(SET_PURPOSES)) as readonly CrawlerSet[];

/**
 * The crawler of a product token.
 *
 * @param name a product token of the registry, in any letter case
 * @throws {TypeError} if no crawler of that name is registered; the message suggests the nearest name
 * @example
 * ```js
 * import { crawler } from 'robotstream/crawlers';
 *
 * const { token, operator } = crawler('gptbot');
 * console.log(token, operator); // → GPTBot OpenAI
 * ```
 */
export function crawler(name: CrawlerNameText): Crawler {
  aString(name, 'name');
  return findCrawler(nameOrThrow(name, 'name')) as Crawler;
}

/**
 * The crawler of a product token, in any letter case; `undefined` if none of that name is registered.
 *
 * @example
 * ```js
 * import { findCrawler } from 'robotstream/crawlers';
 *
 * console.log(findCrawler('GOOGLEBOT')?.token, findCrawler('MyBot')); // → Googlebot undefined
 * ```
 */
export function findCrawler(name: string): Crawler | undefined {
  aString(name, 'name');
  return BY_NAME.get(lowerCaseLetters(name));
}

/**
 * The crawlers of a set: those that collect pages for AI (`ai`), for search engines (`search`) or for search engine
 * optimization (`seo`), or every one (`all`). A crawler can be in several sets.
 *
 * @throws {TypeError} if there is no such set
 * @example
 * ```js
 * import { crawlersOf } from 'robotstream/crawlers';
 *
 * console.log(crawlersOf('ai').some(({ token }) => token === 'GPTBot')); // → true
 * ```
 */
export function crawlersOf(set: CrawlerSet): readonly Crawler[] {
  if (typeof set !== 'string' || !Object.hasOwn(SET_PURPOSES, set)) {
    throw misshapen(set, 'set', `one of ${CRAWLER_SETS.join(', ')}`);
  }
  const wanted: readonly CrawlerPurpose[] | null = SET_PURPOSES[set];
  if (wanted === null) return CRAWLERS;
  return CRAWLERS.filter(({ purposes }) => purposes.some((purpose) => wanted.includes(purpose)));
}

function crawlerOf(token: CrawlerName): Crawler {
  const { operator, purposes, page, readFrom, dateRead, ...known } = FACTS[token];
  const { robotsTxt = 'unknown', crawlDelay = 'unknown', sendsRequests = true, isRetired = false } = known;
  const unread = {
    robotsTxt: robotsTxt === 'unknown',
    crawlDelay: crawlDelay === 'unknown',
    profile: READINGS[token] === undefined,
  };
  const crawler = {
    token,
    operator,
    purposes,
    ...tokensOf(token),
    robotsTxt,
    crawlDelay,
    sendsRequests,
    isRetired,
    unread: CRAWLER_FACTS.filter(
      (fact) => known.unread?.includes(fact) || unread[fact as keyof typeof unread],
    ),
    page,
    readFrom,
    dateRead,
  };
  return { ...crawler, marks: marksOf(crawler) };
}

/** The marks of a crawler, in the order of {@link CRAWLER_MARKS}. */
function marksOf({
  sendsRequests,
  robotsTxt,
  obeysWildcard,
  unread,
  isRetired,
}: Omit<Crawler, 'marks'>): CrawlerMark[] {
  const has: { readonly [mark in CrawlerMark]: boolean } = {
    'sends-no-requests': !sendsRequests,
    'ignores-for-users': robotsTxt === 'ignores-for-users',
    'ignores-wildcard': !obeysWildcard,
    'may-ignore': robotsTxt === 'may-ignore',
    unread: robotsTxt === 'unknown',
    'unread-fallbacks': unread.includes('fallbacks'),
    retired: isRetired,
  };
  return (Object.keys(CRAWLER_MARKS) as CrawlerMark[]).filter((mark) => has[mark]);
}

/** What the registry calls the operator of a crawler if it names no party. */
const NO_OPERATORS: readonly string[] = ['unknown', 'its users'];

/** Whether one party operates a crawler, so that other crawlers may have the same operator. A program that anybody runs has none. */
export function hasOneOperator({ operator }: Pick<Crawler, 'operator'>): boolean {
  return !NO_OPERATORS.includes(operator);
}
