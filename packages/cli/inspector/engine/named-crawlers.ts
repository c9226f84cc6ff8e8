/** The crawlers that a text names: product tokens, and sets of the registry such as `@ai`. */
import { CRAWLER_SETS, type CrawlerSet, crawlersOf, findCrawler } from 'robotstream/crawlers';
import { acceptsCrawler } from './accepted.js';

/** A crawler to judge for. */
export interface NamedCrawler {
  /** Its product token as the registry spells it, else as it is typed; `*` is any crawler that no group names. */
  readonly name: string;
  /** Why it cannot be asked about; null if it can. */
  readonly fault: string | null;
}

/** A set's name is written with this sign before it. */
const SET_SIGN = '@';

/** Reads a list of names. Each crawler comes once, where it is named first. */
export function namedCrawlers(text: string): readonly NamedCrawler[] {
  const crawlers = new Map<string, NamedCrawler>();
  for (const word of wordsOf(text)) {
    for (const crawler of crawlersNamed(word)) {
      // Kelvin signs and the like are letters of their own to a matcher.
      const key = crawler.name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
      if (!crawlers.has(key)) crawlers.set(key, crawler);
    }
  }
  return [...crawlers.values()];
}

/** White space separates names, too, unless it is part of a registered one. */
function wordsOf(text: string): readonly string[] {
  const parts = text.split(/[,;]+/).map((part) => part.trim());
  const words = parts.flatMap((part) => (findCrawler(part) === undefined ? part.split(/\s+/) : [part]));
  return words.filter((word) => word !== '');
}

function crawlersNamed(word: string): readonly NamedCrawler[] {
  if (word.startsWith(SET_SIGN)) return crawlersOfSet(word);
  // `ExampleBot/2.1` is how the token is written in a User-Agent header.
  const [token = ''] = word.split('/', 1);
  const registered = findCrawler(token);
  if (registered !== undefined) return [{ name: registered.token, fault: null }];
  const fault = acceptsCrawler(word) ? null : `${word} is not a product token, such as ExampleBot.`;
  return [{ name: word, fault }];
}

function crawlersOfSet(word: string): readonly NamedCrawler[] {
  const set = CRAWLER_SETS.find((name) => name === word.slice(SET_SIGN.length).toLowerCase());
  if (set !== undefined)
    return crawlersOf(set as CrawlerSet).map(({ token }) => ({ name: token, fault: null }));
  const sets = CRAWLER_SETS.map((name) => SET_SIGN + name).join(', ');
  return [{ name: word, fault: `There is no set ${word}. The sets are ${sets}.` }];
}
