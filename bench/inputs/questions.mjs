// @ts-check
/** What is asked about a file: URLs, half of them made from its own rules, so that some rule is near. */

/** @typedef {import('./corpus.mjs').RobotsFile} RobotsFile */
/** @typedef {import('./random.mjs').Random} Random */

/**
 * @typedef {object} Question
 * @property {string} origin
 * @property {Uint8Array} octets
 * @property {string} url absolute
 */

/** The caller: the name that real files know best. */
export const AGENT = 'Googlebot';

/** The seed of the one question that is asked about each file of the corpus. */
export const QUESTION_SEED = 404;

const RULE = /^[ \t]*(?:dis)?allow[ \t]*:[ \t]*([^\s#]+)/gim;
const PATHS = [
  ...[
    '/',
    '/index.html',
    '/about',
    '/en/products/1234-blue-shoes?color=navy&size=42',
    '/search?q=robots+txt&page=3',
  ],
  ...['/2019/07/23/some-longer-title-of-an-article/', '/images/logo.png', '/user/login?destination=node/17'],
  ...['/category/shoes/women/sandals/page/12', '/api/v2/items/8f14e45fceea167a5a36dedd4bea2543'],
];

/**
 * The patterns of a file's rules, all groups together.
 *
 * @param {Uint8Array} octets
 */
export function patternsOf(octets) {
  const text = new TextDecoder().decode(octets);
  return Array.from(text.matchAll(RULE), (match) => match[1]);
}

/**
 * One question a file.
 *
 * @param {readonly RobotsFile[]} files
 * @param {Random} random
 * @returns {Question[]}
 */
export function oneQuestionEach(files, random) {
  return files.map(({ origin, octets }) => ({ origin, octets, url: urlsFor(origin, octets, 1, random)[0] }));
}

/**
 * @param {string} origin
 * @param {Uint8Array} octets
 * @param {number} count
 * @param {Random} random
 */
export function urlsFor(origin, octets, count, random) {
  const patterns = patternsOf(octets);
  return Array.from({ length: count }, () => {
    const followsRule = patterns.length > 0 && random.below(2) === 0;
    const path = followsRule ? pathLike(random.pick(patterns), random) : random.pick(PATHS);
    return flat(new URL(origin + path).href);
  });
}

/**
 * A path that the pattern matches, most often.
 *
 * @param {string} pattern
 * @param {Random} random
 */
function pathLike(pattern, random) {
  const path = pattern.replace(/\$$/, '').replaceAll('*', () => `x${random.below(100)}`);
  const tail = pattern.endsWith('$') ? '' : random.pick(['', '', 'page-7.html', '?from=home']);
  return (path.startsWith('/') ? path : `/${path}`).replace(/^\/+/, '/') + tail;
}

/**
 * The same text in one piece, as it comes from a network: V8 joins strings lazily.
 *
 * @param {string} text
 */
export function flat(text) {
  return Buffer.from(text).toString();
}
