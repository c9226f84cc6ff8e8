/**
 * From a User-Agent header to the product tokens in it. RFC 9309 §2.2.1 asks crawlers to send their product token in that header.
 */

/**
 * Finds the product tokens in a User-Agent header, the likeliest first: tokens with a version before those without, tokens of
 * the grammar (letters, `_` and `-`: RFC 9309 §2.2.1) before others, then in the order of the header. The names of browsers and platforms
 * are left out, and so are URLs, so the header of a browser may have none.
 *
 * `Mozilla/5.0 (compatible; ExampleBot/0.1; https://www.example.com/bot.html)` gives `ExampleBot`.
 *
 * @param userAgentHeader the header's value: products and comments, RFC 9110 §10.1.5
 * @throws {TypeError} if it is not a string
 */
export function productTokens(userAgentHeader: string): string[] {
  if (typeof userAgentHeader !== 'string') {
    // The checks of options would make its bundle a fifth larger.
    throw new TypeError(`userAgentHeader is of type ${typeof userAgentHeader}; a string is expected`);
  }
  const candidates = new Map<string, Candidate>();
  for (const word of userAgentHeader.split(SEPARATORS)) {
    const candidate = candidateOf(word);
    if (candidate === null) continue;
    const key = candidate.name.toLowerCase();
    const known = candidates.get(key);
    if (known === undefined || candidate.rank < known.rank) candidates.set(key, candidate);
  }
  return [...candidates.values()].sort((a, b) => a.rank - b.rank).map(({ name }) => name);
}

interface Candidate {
  readonly name: string;
  /** How unlikely it is, from 0. */
  readonly rank: number;
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

function candidateOf(word: string): Candidate | null {
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
  `
    .trim()
    .split(/\s+/),
);
