/**
 * From names to callers, each judged by itself.
 */

import { aProductToken, type Caller, isProductToken, withoutVersion } from '../match/select/callers.js';
import { isArray, misshapen } from '../option-checks.js';
import type { Crawler } from './crawler.js';
import { findCrawler } from './registry.js';

/**
 * The caller for a name: a registered crawler is judged by its own tokens and fallbacks (docs/semantics.md §4.5), any other name as a
 * plain product token. `document.matchers(names.map(callerNamed))` makes a matcher for each name.
 *
 * @param name a product token, also with a version as in a User-Agent header, such as `ExampleBot/2.1`
 */
export function callerNamed(name: string): Caller {
  const registered = crawlerNamed(name);
  return registered === undefined ? name : { crawler: registered.token };
}

/**
 * The callers for names.
 *
 * @throws {TypeError} if it is no list, or one of them is not a product token
 */
export function callersNamed(names: readonly string[]): Caller[] {
  if (!isArray(names)) throw misshapen(names, 'names', 'a list of product tokens');
  return Array.from(names as readonly string[], (name, i) => {
    aProductToken(name, `names[${i}]`);
    return callerNamed(name);
  });
}

/** The registered crawler with a name, which may have a version; `undefined` if there is none. */
export function crawlerNamed(name: string): Crawler | undefined {
  return findCrawler(typeof name === 'string' && isProductToken(name) ? withoutVersion(name) : name);
}
