/**
 * Callers that are crawlers of the registry, by name. `isAllowed` does not use this module, so a bundle of it has no names.
 */
import type { CrawlerName, CrawlerNameText, CrawlerTokens } from '../../crawler-tokens.js';
import { nameOrThrow, tokensOf } from '../../crawler-tokens.js';
import { isObject } from '../../option-checks.js';
import { type Callers, callersOf, callersOfTokens } from './callers.js';

/**
 * Who asks: a product token; several that are obeyed together (RFC 9309 §2.2.1); or a crawler, by its name in the registry, in
 * any letter case, or by its tokens: `{ crawler: 'Googlebot-News' }`. A crawler obeys the groups of the first of its tokens
 * that the file names (docs/semantics.md §4.5).
 */
export type Caller = string | readonly string[] | { readonly crawler: CrawlerNameText | CrawlerTokens };

const CRAWLER_EXPECTED = 'the product token of a registered crawler, or an object with its tokens';

/** The callers of the registered crawlers asked for so far. */
const registered = new Map<CrawlerName, Callers>();

/**
 * Reads how a crawler finds its groups.
 *
 * @param crawler the product token of a registered crawler, or the tokens of any other
 * @param argument the argument's name, for messages
 * @throws {TypeError} if no crawler of that name is registered; if a token is not a product token
 */
export function callersOfCrawler(
  crawler: CrawlerNameText | CrawlerTokens,
  argument: string = 'crawler',
): Callers {
  if (typeof crawler !== 'string') return callersOfTokens(crawler, argument, CRAWLER_EXPECTED);
  const name = nameOrThrow(crawler, argument);
  let callers = registered.get(name);
  if (callers === undefined) {
    callers = callersOfTokens(tokensOf(name), argument, CRAWLER_EXPECTED);
    registered.set(name, callers);
  }
  return callers;
}

/**
 * Reads who asks.
 *
 * @param argument the argument's name, for messages
 * @throws {TypeError} as `callersOf` and {@link callersOfCrawler} do
 */
export function callersFor(caller: Caller, argument: string = 'agents'): Callers {
  const given: unknown = caller;
  return isObject(given) && 'crawler' in given
    ? callersOfCrawler(given.crawler as CrawlerNameText | CrawlerTokens, `${argument}.crawler`)
    : callersOf(caller as string | readonly string[], argument);
}
