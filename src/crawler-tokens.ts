/**
 * How the crawlers of the registry find their groups: their names, the tokens they fall back to, and who ignores `*`.
 * Judging by name needs no more than this. All other facts are in `src/crawlers`, which programs import only if they want them.
 */
import { lowerCaseLetters } from './ascii.js';
import { FALLBACKS, NAMES, NO_WILDCARD, READINGS } from './crawler-names.js';
import { didYouMean, shown } from './option-checks.js';
import type { ProfileName } from './profiles.js';

/** How a crawler finds its groups: which tokens it looks for, and whether it obeys the groups for `*`. */
export interface CrawlerTokens {
  /**
   * The crawler's product token, then the tokens it falls back to, in order. The crawler obeys the groups of the first
   * token that the file names.
   */
  readonly tokens: readonly string[];
  /** Whether the crawler obeys the groups for `*` if the file names none of its tokens; default true. */
  readonly obeysWildcard?: boolean | undefined;
  /** The profile by which the crawler reads robots.txt, which applies if none is named; default `rfc9309`. */
  readonly profile?: ProfileName | undefined;
}

/** The product token of a crawler of the registry. */
export type CrawlerName = (typeof NAMES)[number];

/** The product tokens of the registry. A crawler is known by its product token. */
export const CRAWLER_NAMES: readonly CrawlerName[] = NAMES;

/** A product token of the registry, in any letter case. The type suggests the known ones. */
export type CrawlerNameText = CrawlerName | (string & Record<never, never>);

/** Each product token by itself in lower case. */
const NAME_OF: ReadonlyMap<string, CrawlerName> = new Map(
  NAMES.map((name) => [lowerCaseLetters(name), name]),
);

/** All of {@link CrawlerTokens}. */
export type CrawlerReading = {
  readonly [key in keyof CrawlerTokens]-?: Exclude<CrawlerTokens[key], undefined>;
};

/** How a registered crawler finds its groups, and by which profile it reads. */
export function tokensOf(name: CrawlerName): CrawlerReading {
  return {
    tokens: [name, ...(FALLBACKS[name] ?? [])],
    obeysWildcard: !NO_WILDCARD.includes(name),
    profile: READINGS[name] ?? 'rfc9309',
  };
}

/**
 * The registered product token of a crawler.
 *
 * @throws {TypeError} if there is none; the message suggests the nearest
 */
export function nameOrThrow(name: string, argument: string): CrawlerName {
  const known = NAME_OF.get(lowerCaseLetters(name));
  if (known !== undefined) return known;
  const hint = didYouMean(name, CRAWLER_NAMES);
  throw new TypeError(`${argument} is ${shown(name)}, and no crawler of that name is registered${hint}`);
}

/**
 * Finds the product tokens in a User-Agent header, the likeliest first: tokens with a version before those without, tokens of
 * the grammar (letters, `_` and `-`: RFC 9309 §2.2.1) before others, then in the order of the header. The names of browsers and platforms
 * are left out, and so are URLs, so the header of a browser may have none.
 *
 * `Mozilla/5.0 (compatible; ExampleBot/0.1; https://www.example.com/bot.html)` gives `ExampleBot`.
 *
 * @param userAgentHeader the header's value: products and comments, RFC 9110 §10.1.5
 * @throws {TypeError} if it is not a string
 * @example
 * ```js
 * import { productTokens } from 'robotstream';
 *
 * console.log(productTokens('Mozilla/5.0 (compatible; ExampleBot/0.1; https://www.example.com/bot.html)'));
 * // → [ 'ExampleBot' ]
 * ```
 */
export function productTokens(userAgentHeader: string): string[] {
  if (typeof userAgentHeader !== 'string') {
    // Not by the checks of options, which its bundle then need not have.
    throw new TypeError(`userAgentHeader is of type ${typeof userAgentHeader}; a string is expected`);
  }
  const candidates = new Map<string, { readonly name: string; readonly rank: number }>();
  for (const word of userAgentHeader.split(SEPARATORS)) {
    const candidate = candidateOf(word);
    if (candidate === null) continue;
    const key = candidate.name.toLowerCase();
    const known = candidates.get(key);
    if (known === undefined || candidate.rank < known.rank) candidates.set(key, candidate);
  }
  return [...candidates.values()].sort((a, b) => a.rank - b.rank).map(({ name }) => name);
}

const SEPARATORS = /[\s;,()]+/;

/** The part of a word that can be a name. */
const NAME_START = /^[A-Za-z0-9._-]+/;

/** RFC 9309 §2.2, `identifier`. */
const IDENTIFIER = /^[A-Za-z_-]+$/;

/** A word without a version needs two letters. Otherwise it is part of a version, such as `v2` or `5X`. */
const TWO_LETTERS = /[A-Za-z].*[A-Za-z]/;

const URL_OR_ADDRESS = /^\+?(?:https?:|www\.)|:\/\/|@/i;

const RANK_WITHOUT_VERSION = 1;
const RANK_NO_IDENTIFIER = 2;

/** The name in a word, and how unlikely it is, from 0; null if there is none. */
function candidateOf(word: string) {
  if (URL_OR_ADDRESS.test(word)) return null;
  const name = NAME_START.exec(word)?.[0];
  if (name === undefined || !/[A-Za-z]/.test(name) || PLATFORM_WORDS.has(name.toLowerCase())) return null;
  const hasVersion = word.charAt(name.length) === '/';
  if (!hasVersion && !TWO_LETTERS.test(name)) return null;
  const rank = (hasVersion ? 0 : RANK_WITHOUT_VERSION) + (IDENTIFIER.test(name) ? 0 : RANK_NO_IDENTIFIER);
  return { name, rank };
}

/** Names of engines, browsers, platforms and devices, in lower case. Crawlers that look like browsers send them, too. */
const PLATFORM_WORDS: ReadonlySet<string> = new Set(
  `
    mozilla compatible applewebkit webkit khtml like gecko blink presto trident goanna chrome headlesschrome
    chromium crios safari firefox fxios msie edge edg edga edgios opera opr opios samsungbrowser ucbrowser
    yabrowser vivaldi version mobile tablet rv windows win win32 win64 wow64 nt net clr .net phone touch
    macintosh mac os intel ppc linux x11 x64 x86 x86_64 i386 i586 i686 amd64 arm arm64 armv7l aarch64 cros
    ubuntu debian fedora freebsd openbsd wayland android build wv nexus pixel iphone ipad ipod ios cpu en
    en-us en-gb smart-tv tizen web0s kaios
  `.split(/\s+/),
);
