/**
 * The fields that have a meaning in robots.txt, and their spellings (docs/semantics.md §2.3).
 */
import { toLower } from '../ascii.js';

/** The names of the directives, in the order in which a field's start is compared with them. */
export const DIRECTIVE_NAMES = ['user-agent', 'allow', 'disallow', 'sitemap'] as const;

/** The name of a directive: a field that has a meaning in some profile. */
export type DirectiveName = (typeof DIRECTIVE_NAMES)[number];

/** The field is not a directive. */
export const NO_DIRECTIVE = 0;
export const USER_AGENT = 1;
export const ALLOW = 2;
export const DISALLOW = 3;
export const SITEMAP = 4;
/** A statement of usage preferences. Some profiles group it as a rule; it never decides about access (docs/semantics.md §7.1). */
export const CONTENT_USAGE = 5;

/**
 * A directive as a number that a row can hold: 0 for none, its index in {@link DIRECTIVE_NAMES} plus one, or
 * {@link CONTENT_USAGE}, which events and nodes show as any other record.
 */
export type Directive =
  | typeof NO_DIRECTIVE
  | typeof USER_AGENT
  | typeof ALLOW
  | typeof DISALLOW
  | typeof SITEMAP
  | typeof CONTENT_USAGE;

/** A directive that is a rule. */
export type RuleDirective = typeof ALLOW | typeof DISALLOW;

/** The field is spelled as its document spells it. */
export const SPELLED_EXACTLY = 0;
/** The whole field is one of the accepted misspellings. */
export const MISSPELLED = 1;
/** The field starts with a known spelling and continues. */
export const SPELLED_AS_PREFIX = 2;

/** How a field spells its directive. */
export type Spelling = typeof SPELLED_EXACTLY | typeof MISSPELLED | typeof SPELLED_AS_PREFIX;

/** A field that is a directive in some profile. */
export interface RecognizedField {
  readonly directive: Directive;
  readonly spelling: Spelling;
}

/**
 * The accepted misspellings, which are those of the reference matcher.
 *
 * departs from RFC 9309 §2.2, which has one spelling each: docs/semantics.md §2.3;
 * test/conformance/semantics-2-records.test.ts.
 */
const MISSPELLINGS: { readonly [name in DirectiveName]: readonly string[] } = {
  'user-agent': ['useragent', 'user agent'],
  allow: [],
  disallow: ['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
  sitemap: ['site-map'],
};

interface KnownSpelling {
  readonly octets: readonly number[];
  /** The meaning of a field with exactly this spelling. */
  readonly whole: RecognizedField;
  /** The meaning of a field that starts with this spelling and continues; null if it has none. */
  readonly prefix: RecognizedField | null;
}

const KNOWN_SPELLINGS: readonly KnownSpelling[] = [
  ...DIRECTIVE_NAMES.flatMap((name, index) =>
    [name, ...MISSPELLINGS[name]].map((text): KnownSpelling => {
      const directive = (index + 1) as Directive;
      return {
        octets: octetsOf(text),
        whole: { directive, spelling: text === name ? SPELLED_EXACTLY : MISSPELLED },
        prefix: { directive, spelling: SPELLED_AS_PREFIX },
      };
    }),
  ),
  {
    octets: octetsOf('content-usage'),
    whole: { directive: CONTENT_USAGE, spelling: SPELLED_EXACTLY },
    prefix: null,
  },
];

function octetsOf(spelling: string): number[] {
  return Array.from(spelling, (character) => character.charCodeAt(0));
}

/** Which directive the field `octets[start..end)` is or starts with; null if none. */
export function recognizeField(octets: Uint8Array, start: number, end: number): RecognizedField | null {
  for (const known of KNOWN_SPELLINGS) {
    if (startsWith(octets, start, end, known.octets))
      return end - start === known.octets.length ? known.whole : known.prefix;
  }
  return null;
}

/** Whether `octets[start..end)` starts with a spelling, ignoring letter case. */
function startsWith(octets: Uint8Array, start: number, end: number, spelling: readonly number[]): boolean {
  if (end - start < spelling.length) return false;
  for (let i = 0; i < spelling.length; i++) {
    if (toLower(octets[start + i]) !== spelling[i]) return false;
  }
  return true;
}
