/**
 * The steps of the scanner's loop, which engines inline. They need no bound, because line feeds follow the octets in the memory (`memory.ts`).
 */
import * as Octet from '../ascii.js';
import * as Row from './row.js';

/** The length of each directive's own spelling, by {@link Row.Directive}. */
export const FIELD_LENGTHS: readonly number[] = [0, ...Row.DIRECTIVE_NAMES.map((name) => name.length)];

/** What {@link directiveAt} returns if only reading the line in full can tell. */
export const MAYBE_A_DIRECTIVE = -1;

/** Sets the lower-case bit in each of four octets. It never turns another octet into a letter. */
const LOWER_CASE_BITS = 0x20202020;
/** The same, but not in the first of the four. */
const LOWER_CASE_BITS_AFTER_FIRST = 0x20202000;

/** The first of four octets. */
const OCTET_MASK = 0xff;

/** Parts of the spellings of directives in lower case, four octets as `DataView.getInt32` reads them: the last one comes first. */
const DISA = 0x61736964;
const LLOW = 0x776f6c6c;
const ALLO = 0x6f6c6c61;
const USER = 0x72657375;
const HYPHEN_AGE = 0x6567612d;
const GENT = 0x746e6567;
const SITE = 0x65746973;
const EMAP = 0x70616d65;
const CONT = 0x746e6f63;

/**
 * The directive whose own spelling is at `p`; `MAYBE_A_DIRECTIVE` if a misspelling or a rare directive can be; else `NO_DIRECTIVE`. Words
 * overlap where a spelling's length is not a multiple of four.
 */
export function directiveAt(view: DataView, p: number): Row.Directive | typeof MAYBE_A_DIRECTIVE {
  const first = view.getInt32(p, true) | LOWER_CASE_BITS;
  switch (first) {
    case DISA:
      return (view.getInt32(p + 4, true) | LOWER_CASE_BITS) === LLOW ? Row.DISALLOW : MAYBE_A_DIRECTIVE;
    case ALLO:
      return (view.getInt32(p + 1, true) | LOWER_CASE_BITS) === LLOW ? Row.ALLOW : MAYBE_A_DIRECTIVE;
    case USER:
      return (view.getInt32(p + 4, true) | LOWER_CASE_BITS_AFTER_FIRST) === HYPHEN_AGE &&
        (view.getInt32(p + 6, true) | LOWER_CASE_BITS) === GENT
        ? Row.USER_AGENT
        : MAYBE_A_DIRECTIVE;
    case SITE:
      return (view.getInt32(p + 3, true) | LOWER_CASE_BITS) === EMAP ? Row.SITEMAP : MAYBE_A_DIRECTIVE;
    case CONT:
      return MAYBE_A_DIRECTIVE;
  }
  // Some misspellings of `disallow` begin with four other letters. Those of the other directives do not.
  return (first & OCTET_MASK) === Octet.LOWER_D ? MAYBE_A_DIRECTIVE : Row.NO_DIRECTIVE;
}

/** A colon and a space as the first two of four octets. */
const COLON_SPACE = Octet.COLON | (Octet.SP << 8);
const FIRST_TWO = 0xffff;
const THIRD_SHIFT = 16;

/** Whether a colon, one space and then a visible octet are at `p`. That is how most values start. */
export function isUsualSeparator(view: DataView, p: number): boolean {
  const four = view.getInt32(p, true);
  return (four & FIRST_TWO) === COLON_SPACE && ((four >> THIRD_SHIFT) & OCTET_MASK) > Octet.SP;
}

/** Where the first octet from `p` on is that is no white space. */
export function afterWhiteSpace(octets: Uint8Array, p: number): number {
  let at = p;
  while (octets[at] <= Octet.SP && Octet.isWhiteSpace(octets[at])) at++;
  return at;
}

/** What {@link contentEnd} returns if the line has to be read in full. */
export const HAS_CONTROL_OCTET = -1;

/** Where the content from `p` on ends: at the line's end or a `#`. `HAS_CONTROL_OCTET` if it has a control octet. */
export function contentEnd(octets: Uint8Array, view: DataView, p: number): number {
  let at = p - 1;
  for (;;) {
    at = skipAbove(view, at + 1, ABOVE_HASH);
    const stop = octets[at];
    if (stop === Octet.LF || stop === Octet.CR || stop === Octet.HASH) return at;
    if (Octet.isForbiddenControl(stop)) return HAS_CONTROL_OCTET;
  }
}

/** The end of the line that contains `p`. After a value and in a blank line that is `p` itself. */
export function lineEnd(octets: Uint8Array, view: DataView, p: number): number {
  const octet = octets[p];
  if (octet === Octet.LF || octet === Octet.CR) return p;
  let at = p - 1;
  for (;;) {
    at = skipAbove(view, at + 1, ABOVE_CR);
    const stop = octets[at];
    if (stop === Octet.LF || stop === Octet.CR) return at;
  }
}

/** The seven low bits of four octets, and the high one. */
const LOW_BITS = 0x7f7f7f7f;
const HIGH_BITS = 0x80808080 | 0;

/** How many octets `DataView.getInt32` reads. */
const WORD_OCTETS = 4;
/** Copies the sign bit of an integer to all its bits. */
const SIGN_SHIFT = 31;

/** The lowest bit of each of four octets. */
const EACH = 0x01010101;
/** What makes, in each of four octets, the high bit of every octet above a bound when it is added to the low bits. */
const ABOVE_HASH = EACH * (Octet.FIRST_NON_ASCII - (Octet.HASH + 1));
const ABOVE_CR = EACH * (Octet.FIRST_NON_ASCII - (Octet.CR + 1));

/**
 * The first octet from `p` on that is not above a bound. Eight octets at a time, and with no branch on which of the eight it is: a
 * processor cannot predict a line's length, and a misprediction costs as much as the line.
 *
 * @param above the bound: {@link ABOVE_HASH} or {@link ABOVE_CR}
 */
function skipAbove(view: DataView, p: number, above: number): number {
  for (let at = p; ; at = (at + 2 * WORD_OCTETS) | 0) {
    const first = stopsIn(view.getInt32(at, true), above);
    const second = stopsIn(view.getInt32(at + WORD_OCTETS, true), above);
    if ((first | second) === 0) continue;
    const isFirst = (first | -first) >> SIGN_SHIFT;
    const stops = (first & isFirst) | (second & ~isFirst);
    // The lowest bit set is the high bit of the first octet to stop at.
    return at + (~isFirst & WORD_OCTETS) + ((31 - Math.clz32(stops & -stops)) >> 3);
  }
}

/** The high bit of each of four octets that is not above a bound. */
function stopsIn(four: number, above: number): number {
  return ~(((four & LOW_BITS) + above) | four) & HIGH_BITS;
}
