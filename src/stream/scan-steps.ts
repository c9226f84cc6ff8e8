/**
 * The steps that the scanners are made of. They are functions so that both say the same; an engine puts them in where they
 * are called.
 */
import { CR, FIRST_NON_ASCII, HASH, isForbiddenControl, LF, LOWER_CASE_BIT } from '../ascii.js';
import { ALLOW, DISALLOW, SITEMAP, USER_AGENT } from './fields.js';

/** How long each directive's own spelling is, by directive number. */
export const FIELD_LENGTHS = [
  0,
  'user-agent'.length,
  'allow'.length,
  'disallow'.length,
  'sitemap'.length,
] as const;

/** A field that begins like this must be read in full to know what it is. */
export const MAYBE_A_DIRECTIVE = -1;

/** Four ASCII letters, in lower case by setting this bit in each; it makes no other octet a letter. */
const LOWER_CASE_BITS = 0x20202020;
/** The same, but for the first of the four. */
const LOWER_CASE_BITS_BEHIND_FIRST = 0x20202000;

const DISA = word('disa');
const LLOW = word('llow');
const ALLO = word('allo');
const USER = word('user');
const HYPHEN_AGE = word('-age');
const SITE = word('site');
const A = octet('a');
const D = octet('d');
const M = octet('m');
const N = octet('n');
const P = octet('p');
const S = octet('s');
const T = octet('t');
const U = octet('u');
const W = octet('w');

/** A letter's octet. */
function octet(letter: string): number {
  return letter.charCodeAt(0);
}

/** Four octets as `DataView.getInt32` reads them, the first as the lowest. */
function word(letters: string): number {
  return Array.from(letters, octet).reduceRight((value, next) => (value << 8) | next, 0);
}

/**
 * The directive whose own spelling stands at `p`, `MAYBE_A_DIRECTIVE` if the first letter leaves it open, or 0.
 */
export function directiveAt(octets: Uint8Array, view: DataView, p: number): number {
  switch (view.getInt32(p, true) | LOWER_CASE_BITS) {
    case DISA:
      return (view.getInt32(p + 4, true) | LOWER_CASE_BITS) === LLOW ? DISALLOW : MAYBE_A_DIRECTIVE;
    case ALLO:
      return (octets[p + 4] | LOWER_CASE_BIT) === W ? ALLOW : MAYBE_A_DIRECTIVE;
    case USER:
      return (view.getInt32(p + 4, true) | LOWER_CASE_BITS_BEHIND_FIRST) === HYPHEN_AGE &&
        (octets[p + 8] | LOWER_CASE_BIT) === N &&
        (octets[p + 9] | LOWER_CASE_BIT) === T
        ? USER_AGENT
        : MAYBE_A_DIRECTIVE;
    case SITE:
      return (octets[p + 4] | LOWER_CASE_BIT) === M &&
        (octets[p + 5] | LOWER_CASE_BIT) === A &&
        (octets[p + 6] | LOWER_CASE_BIT) === P
        ? SITEMAP
        : MAYBE_A_DIRECTIVE;
  }
  const first = octets[p] | LOWER_CASE_BIT;
  return first === D || first === A || first === U || first === S ? MAYBE_A_DIRECTIVE : 0;
}

/** What {@link contentEnd} answers where the line has to be read in full. */
export const HAS_CONTROL_OCTET = -1;

/** Where the content from `p` on ends: at the line's end or a `#`. `HAS_CONTROL_OCTET` if a control octet stands in it. */
export function contentEnd(octets: Uint8Array, view: DataView, p: number): number {
  for (let at = p; ; at++) {
    at = skipAbove(view, at, ABOVE_HASH);
    const stop = octets[at];
    if (stop === LF || stop === CR || stop === HASH) return at;
    if (isForbiddenControl(stop)) return HAS_CONTROL_OCTET;
  }
}

/** Where the line that `p` is in ends; mostly there already, behind a value or in a blank line. */
export function lineEnd(octets: Uint8Array, view: DataView, p: number): number {
  const octet = octets[p];
  if (octet === LF || octet === CR) return p;
  for (let at = p; ; at++) {
    at = skipAbove(view, at, ABOVE_CR);
    const stop = octets[at];
    if (stop === LF || stop === CR) return at;
  }
}

/** The seven low bits of four octets, and the high one. */
const LOW_BITS = 0x7f7f7f7f;
const HIGH_BITS = 0x80808080 | 0;

/** What makes, in each of four octets, the high bit of every octet above a bound when it is added to the low bits. */
const ABOVE_HASH = aboveEach(HASH);
const ABOVE_CR = aboveEach(CR);

function aboveEach(bound: number): number {
  return (HIGH_BITS >>> 7) * (FIRST_NON_ASCII - (bound + 1));
}

/**
 * The first octet from `p` on that is not above a bound. Four octets at a time, and with no branch on which of the four
 * it is: a line's length is the one thing here that no processor guesses, and a wrong guess costs as much as the line.
 *
 * @param above the bound, as {@link aboveEach} makes it
 */
function skipAbove(view: DataView, p: number, above: number): number {
  for (;;) {
    const four = view.getInt32(p, true);
    const stops = ~(((four & LOW_BITS) + above) | four) & HIGH_BITS;
    // The lowest bit set is the high bit of the first octet to stop at.
    if (stops !== 0) return p + ((31 - Math.clz32(stops & -stops)) >> 3);
    p += 4;
  }
}
