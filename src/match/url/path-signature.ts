/**
 * The signature of a path: one integer that says which octets occur in it, and whether any of them has another form. Each
 * octet has a signature of a few bits, and the path's is all of them combined, so one loop without a branch computes it.
 *
 * ```
 * bit  0     1    2             3 … 28          29   30   31
 *      `/`   `.`  another form  the letters a…z  `?`  `=`  any other octet, but for digits
 * ```
 *
 * Bit 2 says whether the path must be rewritten; a `/` followed by a `.` sets it too, as they may be a dot segment. From
 * bit 3 on, the signature shows which rules cannot match: those that need an octet which the path does not have.
 */
import { DOT, EQUALS, isDigit, isLetter, LOWER_A, LOWER_CASE_BIT, QUESTION, SLASH } from '../../ascii.js';

const SLASH_BIT = 1 << 0;
const DOT_BIT = 1 << 1;
const OTHER_FORM_BIT = 1 << 2;
/** The bit of the letter `a`, in either case; those of the other letters follow. */
const FIRST_LETTER_SHIFT = 3;
const QUESTION_BIT = 1 << 29;
const EQUALS_BIT = 1 << 30;
const REST_BIT = 1 << 31;

/** The signature of a path that has not been computed: it has every bit, so it rules nothing out. */
export const UNKNOWN_SIGNATURE = -1;

/**
 * The bit that says that an octet occurs; 0 for the octets that have none, because most paths have them: digits, dots and
 * slashes.
 */
export function presenceBit(octet: number): number {
  if (isLetter(octet)) return 1 << (FIRST_LETTER_SHIFT + (octet | LOWER_CASE_BIT) - LOWER_A);
  if (octet === QUESTION) return QUESTION_BIT;
  if (octet === EQUALS) return EQUALS_BIT;
  return isDigit(octet) || octet === DOT || octet === SLASH ? 0 : REST_BIT;
}

/** The signature of one octet of a URL. */
export function signatureOf(octet: number, mayHaveOtherForm: boolean): number {
  const presence = presenceBit(octet);
  if (mayHaveOtherForm) return presence | OTHER_FORM_BIT;
  if (octet === SLASH) return presence | SLASH_BIT;
  return octet === DOT ? presence | DOT_BIT : presence;
}

/** What the signatures of two adjacent octets add: for a slash and a dot, the bit of another form; else nothing. */
export function dotSegmentBit(before: number, signature: number): number {
  // Each of the three bits is the one before it, shifted, so that no branch is needed.
  return ((before << 1) & signature & DOT_BIT) << 1;
}

/** Whether a path of this signature is in its form as it is written. */
export function isInForm(signature: number): boolean {
  return (signature & OTHER_FORM_BIT) === 0;
}

/** Whether a path of this signature may have all octets that are needed, given by their {@link presenceBit}s. */
export function mayContain(signature: number, needed: number): boolean {
  return (needed & ~signature) === 0;
}
