/**
 * The fields that robots.txt gives a meaning, and their spellings: docs/semantics.md §2.3.
 */
import { toLower } from '../ascii.js';

/** The fields that every profile but Koster's knows, in the order in which prefixes are tried. */
export const DIRECTIVES = ['user-agent', 'allow', 'disallow', 'sitemap'] as const;
export type Directive = (typeof DIRECTIVES)[number];

/** No known field. */
export const NO_DIRECTIVE = 0;
/** `DIRECTIVES.indexOf(name) + 1`, so that a row's bits can hold it and 0 stands for none. */
export const USER_AGENT = 1;
export const ALLOW = 2;
export const DISALLOW = 3;
export const SITEMAP = 4;

/** The field is spelled as the documents spell it. */
export const SPELLED_EXACTLY = 0;
/** The whole field is one of the accepted misspellings. */
export const MISSPELLED = 1;
/** The field begins with a known spelling and goes on. */
export const SPELLED_AS_PREFIX = 2;

interface Spelling {
  readonly octets: readonly number[];
  readonly directive: number;
  readonly accepted: typeof SPELLED_EXACTLY | typeof MISSPELLED;
}

/**
 * Accepted misspellings: those of the reference matcher.
 *
 * departs from RFC 9309 §2.2, which has one spelling each: docs/semantics.md §2.3; test/conformance/semantics-2-records.test.ts.
 */
const MISSPELLINGS: { readonly [directive in Directive]: readonly string[] } = {
  'user-agent': ['useragent', 'user agent'],
  allow: [],
  disallow: ['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
  sitemap: ['site-map'],
};

const SPELLINGS: readonly Spelling[] = DIRECTIVES.flatMap((name, index) =>
  [name, ...MISSPELLINGS[name]].map((spelling) => ({
    octets: Array.from(spelling, (character) => character.charCodeAt(0)),
    directive: index + 1,
    accepted: spelling === name ? SPELLED_EXACTLY : MISSPELLED,
  })),
);

/** What {@link recognizeField} answers: a directive in the low bits, its spelling above. */
const SPELLING_SHIFT = 3;
const DIRECTIVE_MASK = (1 << SPELLING_SHIFT) - 1;

/**
 * Which directive the field `octets[start..end)` is, and how it is spelled.
 *
 * @returns 0 if it does not even begin like one, else a number for {@link directiveOf} and {@link spellingOf}
 */
export function recognizeField(octets: Uint8Array, start: number, end: number): number {
  for (const spelling of SPELLINGS) {
    if (!beginsWith(octets, start, end, spelling.octets)) continue;
    const how = end - start === spelling.octets.length ? spelling.accepted : SPELLED_AS_PREFIX;
    return spelling.directive | (how << SPELLING_SHIFT);
  }
  return NO_DIRECTIVE;
}

export function directiveOf(recognized: number): number {
  return recognized & DIRECTIVE_MASK;
}

export function spellingOf(recognized: number): number {
  return recognized >> SPELLING_SHIFT;
}

function beginsWith(octets: Uint8Array, start: number, end: number, spelling: readonly number[]): boolean {
  if (end - start < spelling.length) return false;
  for (let i = 0; i < spelling.length; i++) {
    if (toLower(octets[start + i]) !== spelling[i]) return false;
  }
  return true;
}
