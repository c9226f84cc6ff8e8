/**
 * Marks of the octets of a path, one bit each, so that one pass without a branch gathers what is to be known of the whole path:
 * whether it is in form as it is written, and which octets stand in it at all. A rule that needs one that does not cannot match.
 */
import { DOT, isDigit, isLetter, LOWER_A, LOWER_CASE_BIT, QUESTION, SLASH } from '../../ascii.js';

/** The mark of `/`, */
const SLASH_MARK = 1 << 0;
/** of what may be part of a dot segment behind one, */
const DOT_MARK = 1 << 1;
/** and of what may have another form. */
const OTHER_FORM_MARK = 1 << 2;

/** The mark of the letter `a`, in either case; those of the other letters follow. */
const FIRST_LETTER_SHIFT = 3;
const QUESTION_MARK = 1 << 29;
const EQUALS_MARK = 1 << 30;
/** The mark of all octets that have none of their own, but for digits, dots and slashes, which most paths have. */
const REST_MARK = 1 << 31;

/** The marks of a path of which nothing is known: as if every octet stood in it. */
export const ALL_MARKS = -1;

const EQUALS = '='.charCodeAt(0);

/** The mark that tells that an octet is there, if it has one. */
export function presenceMark(octet: number): number {
  if (isLetter(octet)) return 1 << (FIRST_LETTER_SHIFT + (octet | LOWER_CASE_BIT) - LOWER_A);
  if (octet === QUESTION) return QUESTION_MARK;
  if (octet === EQUALS) return EQUALS_MARK;
  return isDigit(octet) || octet === DOT || octet === SLASH ? 0 : REST_MARK;
}

/** The marks of an octet in a URL. */
export function marksOf(octet: number, mayHaveOtherForm: boolean): number {
  const presence = presenceMark(octet);
  if (mayHaveOtherForm) return presence | OTHER_FORM_MARK;
  if (octet === SLASH) return presence | SLASH_MARK;
  return octet === DOT ? presence | DOT_MARK : presence;
}

/** What the marks of two octets next to one another come to: a slash and a dot may begin a dot segment. */
export function marksTogether(before: number, marks: number): number {
  // Each mark is the one before it, shifted: no branch.
  return ((before << 1) & marks & DOT_MARK) << 1;
}

/** Whether a path with these marks is in form as it is written. */
export function isInForm(marks: number): boolean {
  return (marks & OTHER_FORM_MARK) === 0;
}

/** Whether octets that are needed, by their {@link presenceMark}s, may all stand in a path with these marks. */
export function mayHold(pathMarks: number, needed: number): boolean {
  return (needed & ~pathMarks) === 0;
}
