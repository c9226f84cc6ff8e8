/**
 * The lists of addresses that operators publish.
 */
import { CRAWLERS, findCrawler } from 'robotstream/crawlers';
import { aString, isArray, isObject, misshapen } from 'robotstream/internal';
import { IpPrefixes } from './ip-address.js';

/** The addresses from which crawlers come. */
export interface AddressRanges {
  /** The product tokens of the crawlers; undefined if the list does not say whose addresses it has. */
  readonly crawlers: readonly string[] | undefined;
  /** The prefixes of the addresses. */
  readonly prefixes: IpPrefixes;
  /** Where the list is from, for messages. */
  readonly name: string;
}

/** The crawlers of Google by the list that has their addresses: "List of Google's common crawlers", and the two pages beside it. */
const GOOGLE_COMMON = [
  ...['Googlebot', 'Googlebot-Image', 'Googlebot-News', 'Googlebot-Video', 'Storebot-Google'],
  ...[
    'Google-InspectionTool',
    'GoogleOther',
    'GoogleOther-Image',
    'GoogleOther-Video',
    'Google-CloudVertexBot',
  ],
];
const GOOGLE_SPECIAL = ['APIs-Google', 'AdsBot-Google', 'AdsBot-Google-Mobile', 'Mediapartners-Google'];
const GOOGLE_FETCHERS = ['FeedFetcher-Google', 'Google-NotebookLM'];

/**
 * The lists whose file is not named after one crawler, by the name without `.json`:
 * - Google: https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers, read on 2026-11-25: "The IP ranges are
 *   published in the special-crawlers.json object."; google-user-triggered-fetchers beside it names the lists of fetchers;
 * - OpenAI: https://developers.openai.com/api/docs/bots has `searchbot.json` for OAI-SearchBot, as third parties quote it on 2026-11-25.
 */
const FILES: Readonly<Record<string, readonly string[]>> = {
  googlebot: GOOGLE_COMMON,
  commoncrawlers: GOOGLE_COMMON,
  specialcrawlers: GOOGLE_SPECIAL,
  usertriggeredfetchers: GOOGLE_FETCHERS,
  usertriggeredfetchersgoogle: GOOGLE_FETCHERS,
  usertriggeredagents: GOOGLE_FETCHERS,
  searchbot: ['OAI-SearchBot'],
};

/** A token needs this many letters to be found within the name of a file. */
const MIN_FOUND_LETTERS = 5;

/**
 * Reads a list of addresses: of Google, Bing, OpenAI, Perplexity and Apple, which have prefixes in `ipv4Prefix` and `ipv6Prefix`, or any other JSON
 * with prefixes such as `192.0.2.0/24` in it. An object whose members are named after crawlers has a list for each.
 *
 * @param text the JSON
 * @param name the name of the file, such as `gptbot.json`: it says whose addresses these are
 * @param crawler the product token of the crawler, if the name of the file does not say it
 * @throws {TypeError} if an argument is not a string
 * @throws {SyntaxError} if the text is not JSON, or has no prefixes
 * @example
 * ```js
 * import { addressRanges } from '@robotstream/audit';
 *
 * const list = '{ "prefixes": [{ "ipv4Prefix": "192.0.2.0/24" }] }';
 * const [{ crawlers, name }] = addressRanges(list, 'gptbot.json', 'GPTBot');
 * console.log(crawlers, name); // → [ 'GPTBot' ] gptbot.json
 * ```
 */
export function addressRanges(text: string, name: string, crawler?: string): AddressRanges[] {
  aString(text, 'text');
  aString(name, 'name');
  if (crawler !== undefined) aString(crawler, 'crawler');
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new SyntaxError(`${name} is not JSON: ${(error as Error).message}`, { cause: error });
  }
  const named =
    crawler === undefined && isObject(value) ? Object.entries(value).filter(([key]) => findCrawler(key)) : [];
  const lists =
    named.length > 0
      ? named.map(([key, list]) => ({ crawlers: [key], prefixes: prefixesIn(list), name }))
      : [
          {
            crawlers: crawler === undefined ? crawlersOfFile(name) : [crawler],
            prefixes: prefixesIn(value),
            name,
          },
        ];
  if (lists.every(({ prefixes }) => prefixes.size === 0)) {
    throw new SyntaxError(`${name} has no addresses; prefixes such as "192.0.2.0/24" are expected`);
  }
  return lists;
}

/** Whose addresses a file has, by its name. */
function crawlersOfFile(name: string): readonly string[] | undefined {
  const stem = lettersOf((name.split(/[\\/]/).at(-1) ?? name).replace(/\.json$/i, ''));
  if (Object.hasOwn(FILES, stem)) return FILES[stem];
  const tokens = CRAWLERS.map(({ token }) => ({ token, letters: lettersOf(token) }));
  const [found] = tokens
    .filter(
      ({ letters }) => letters === stem || (letters.length >= MIN_FOUND_LETTERS && stem.includes(letters)),
    )
    .sort((a, b) => b.letters.length - a.letters.length);
  if (found === undefined) return undefined;
  return FILES[found.letters] ?? [found.token];
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** Every prefix in a value of JSON, wherever it is. */
function prefixesIn(value: unknown): IpPrefixes {
  const prefixes = new IpPrefixes();
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const one = rest.pop();
    if (typeof one === 'string') prefixes.add(one);
    else if (isArray(one)) for (const item of one) rest.push(item);
    else if (isObject(one)) for (const item of Object.values(one)) rest.push(item);
  }
  return prefixes;
}

/** @throws {TypeError} if a value is no list of what {@link addressRanges} returns */
export function checkRanges(value: unknown, name: string): asserts value is readonly AddressRanges[] {
  if (!isArray(value)) throw misshapen(value, name, 'a list of address ranges, as addressRanges returns it,');
  for (const [i, one] of value.entries()) {
    if (!isObject(one) || !(one.prefixes instanceof IpPrefixes)) {
      throw misshapen(one, `${name}[${i}]`, 'address ranges, as addressRanges returns them,');
    }
  }
}
