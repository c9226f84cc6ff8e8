/**
 * How directives are spelled in files, and what a field is recognized as: docs/semantics.md §2.3.
 */
import { toLower } from '../ascii.js';
import * as Row from './row.js';

/**
 * The accepted misspellings, which are those of the reference matcher.
 *
 * departs from RFC 9309 §2.2, which has one spelling each: docs/semantics.md §2.3;
 * test/conformance/semantics.test.ts.
 */
const MISSPELLINGS: { readonly [name in Row.DirectiveName]: readonly string[] } = {
  'user-agent': ['useragent', 'user agent'],
  allow: [],
  disallow: ['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'],
  sitemap: ['site-map'],
};

/** Every spelling, with the flags of a field that is it, and of one that starts with it and continues. */
const KNOWN_SPELLINGS = [
  ...Row.DIRECTIVE_NAMES.flatMap((name, index) =>
    [name, ...MISSPELLINGS[name]].map((text) => {
      const directive = (index + 1) as Row.Directive;
      const whole = Row.fieldFlags(directive, text === name ? Row.SPELLED_EXACTLY : Row.MISSPELLED);
      return { octets: codesOf(text), whole, prefix: Row.fieldFlags(directive, Row.SPELLED_AS_PREFIX) };
    }),
  ),
  {
    octets: codesOf('content-usage'),
    whole: Row.fieldFlags(Row.CONTENT_USAGE, Row.SPELLED_EXACTLY),
    prefix: Row.fieldFlags(Row.NO_DIRECTIVE, Row.SPELLED_EXACTLY),
  },
];

function codesOf(spelling: string): number[] {
  return Array.from(spelling, (character) => character.charCodeAt(0));
}

/** The flags for the field `octets[start..end)`: the directive that it is or starts with, and how it spells that. */
export function recognizeField(octets: Uint8Array, start: number, end: number): Row.Flags {
  for (const known of KNOWN_SPELLINGS) {
    if (startsWith(octets, start, end, known.octets))
      return end - start === known.octets.length ? known.whole : known.prefix;
  }
  return Row.fieldFlags(Row.NO_DIRECTIVE, Row.SPELLED_EXACTLY);
}

/** Whether `octets[start..end)` starts with a spelling, ignoring letter case. */
function startsWith(octets: Uint8Array, start: number, end: number, spelling: readonly number[]): boolean {
  if (end - start < spelling.length) return false;
  for (let i = 0; i < spelling.length; i++) {
    if (toLower(octets[start + i]) !== spelling[i]) return false;
  }
  return true;
}
