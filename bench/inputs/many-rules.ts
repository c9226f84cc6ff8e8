/**
 * Files with a given number of rules for all crawlers, and URLs close to those rules. Patterns and URLs have the same length and form
 * for every number of rules, so that only the number differs.
 */
import { flat } from './questions.js';
import { type Random, randomFrom } from './random.js';

export type RuleKind = 'literal' | 'wildcard';

export interface ManyRules {
  readonly octets: Uint8Array;
  readonly origin: string;
  readonly urls: readonly string[];
}

const SEED = 40_000;
const ORIGIN = 'https://www.example.com';
/** Too many URLs for a branch predictor to learn, few enough to stay in the CPU's cache. */
const URL_COUNT = 2048;
const SECTIONS = [
  ...['products', 'articles', 'profiles', 'archives', 'projects', 'pictures', 'releases', 'comments'],
];
/** Ids have as many digits in a small set as in a large one. */
const ID_BASE = 100_000;

export function manyRules(kind: RuleKind, count: number): ManyRules {
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

function literalPattern(id: number, random: Random): string {
  return `/${random.pick(SECTIONS)}/item-${id}/`;
}

/** The forms that real files have: a star for a part of the path, before a query, before a file extension. */
function wildcardPattern(id: number, random: Random): string {
  const section = random.pick(SECTIONS);
  return random.pick([
    `/*/item-${id}/`,
    `/${section}/*item-${id}`,
    `/*from=item-${id}&`,
    `/${section}/item-${id}*.html$`,
    `/${section}/*/view.html?*item-${id}`,
  ]);
}
