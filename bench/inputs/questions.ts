/** The URLs that are asked about each file. Half of them are made from the file's own patterns, so that some rule is close. */

import { type Random, randomFrom } from './random.js';
import type { RobotsFile } from './robots-file.js';

export interface Question extends RobotsFile {
  /** Absolute. */
  readonly url: string;
}

/** The crawler that asks: the name that most real files know. */
export const AGENT = 'Googlebot';

/** Ten crawlers that a program may ask for at once. */
export const TEN_AGENTS = [
  ...['Googlebot', 'bingbot', 'YandexBot', 'Applebot', 'Amazonbot', 'GPTBot', 'ClaudeBot', 'CCBot'],
  ...['PerplexityBot', 'Bytespider'],
];

/** The seed of the one question that is asked about each file of the corpus. */
const QUESTION_SEED = 404;

const RULE = /^[ \t]*(?:dis)?allow[ \t]*:[ \t]*([^\s#]+)/gim;
const PATHS = [
  ...['/', '/index.html', '/about', '/en/products/1234-blue-shoes?color=navy&size=42'],
  ...['/search?q=robots+txt&page=3', '/2019/07/23/some-longer-title-of-an-article/', '/images/logo.png'],
  ...['/user/login?destination=node/17', '/category/shoes/women/sandals/page/12'],
  ...['/api/v2/items/8f14e45fceea167a5a36dedd4bea2543'],
];

/** One question for each file, the same on every run. */
export function oneQuestionEach(files: readonly RobotsFile[]): Question[] {
  const random = randomFrom(QUESTION_SEED);
  // No spread: in V8, an object literal with a spread followed by another field gets its own hidden class, and reading the fields of
  // such questions took a tenth of a small file's verdict.
  return files.map((file) => ({
    origin: file.origin,
    octets: file.octets,
    url: urlsFor(file, 1, random)[0],
  }));
}

export function urlsFor({ origin, octets }: RobotsFile, count: number, random: Random): string[] {
  const patterns = patternsOf(octets);
  return Array.from({ length: count }, () => {
    const followsRule = patterns.length > 0 && random.below(2) === 0;
    const path = followsRule ? pathLike(random.pick(patterns), random) : random.pick(PATHS);
    return flat(new URL(origin + path).href);
  });
}

/** A flat copy, like a URL from a network: V8 joins strings lazily. */
export function flat(text: string): string {
  return Buffer.from(text).toString();
}

/** The patterns of all rules of a file. */
function patternsOf(octets: Uint8Array): string[] {
  const text = new TextDecoder().decode(octets);
  return Array.from(text.matchAll(RULE), (match) => match[1]);
}

/** A path that the pattern matches, most often. */
function pathLike(pattern: string, random: Random): string {
  const path = pattern.replace(/\$$/, '').replaceAll('*', () => `x${random.below(100)}`);
  const tail = pattern.endsWith('$') ? '' : random.pick(['', '', 'page-7.html', '?from=home']);
  return (path.startsWith('/') ? path : `/${path}`).replace(/^\/+/, '/') + tail;
}
