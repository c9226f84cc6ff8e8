// @ts-check
/**
 * Files with a given number of rules for everybody, and URLs that come near them. Patterns and URLs are alike in length and make-up
 * whatever the number, so that the number is all that differs.
 */
import { flat } from './questions.mjs';
import { randomFrom } from './random.mjs';

/** @typedef {'literal' | 'wildcard'} Kind */

const SEED = 40_000;
const ORIGIN = 'https://www.example.com';
/** Enough different URLs that no branch predictor learns them, few enough that they stay in cache. */
const URL_COUNT = 2048;
const SECTIONS = [
  'products',
  'articles',
  'profiles',
  'archives',
  'projects',
  'pictures',
  'releases',
  'comments',
];
/** Ids have as many digits in a small set as in a large one. */
const ID_BASE = 100_000;

/**
 * @param {Kind} kind
 * @param {number} count
 * @returns {{ octets: Uint8Array, origin: string, urls: string[] }}
 */
export function manyRules(kind, count) {
  const random = randomFrom(SEED);
  const toPattern = kind === 'literal' ? literalPattern : wildcardPattern;
  const lines = ['User-agent: *'];
  for (let id = 0; id < count; id++) {
    const directive = random.below(4) === 0 ? 'Allow' : 'Disallow';
    lines.push(`${directive}: ${toPattern(ID_BASE + id, random)}`);
  }
  const urls = Array.from({ length: URL_COUNT }, () => {
    const section = random.pick(SECTIONS);
    // Every other URL has an id that some rule has.
    const id = ID_BASE + random.below(2) * ID_BASE * 4 + random.below(count);
    return flat(
      `${ORIGIN}/${section}/item-${id}/view.html?from=item-${ID_BASE + random.below(count)}&page=2`,
    );
  });
  return { octets: new TextEncoder().encode(lines.join('\n')), origin: ORIGIN, urls };
}

/**
 * @param {number} id
 * @param {import('./random.mjs').Random} random
 */
function literalPattern(id, random) {
  return `/${random.pick(SECTIONS)}/item-${id}/`;
}

/**
 * The shapes that real files have: a star for a part of the path, before a query, before a file's ending.
 *
 * @param {number} id
 * @param {import('./random.mjs').Random} random
 */
function wildcardPattern(id, random) {
  const section = random.pick(SECTIONS);
  return random.pick([
    `/*/item-${id}/`,
    `/${section}/*item-${id}`,
    `/*from=item-${id}&`,
    `/${section}/item-${id}*.html$`,
    `/${section}/*/view.html?*item-${id}`,
  ]);
}
