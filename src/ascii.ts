/**
 * Named octets, and tests of single octets.
 */

export const NUL = 0x00;
export const HTAB = 0x09;
export const LF = 0x0a;
export const VT = 0x0b;
export const FF = 0x0c;
export const CR = 0x0d;
export const SP = 0x20;
export const HASH = 0x23;
export const DOLLAR = 0x24;
export const PERCENT = 0x25;
export const STAR = 0x2a;
export const HYPHEN = 0x2d;
export const DOT = 0x2e;
export const SLASH = 0x2f;
export const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
export const COLON = 0x3a;
export const SEMICOLON = 0x3b;
export const LESS_THAN = 0x3c;
export const EQUALS = 0x3d;
export const QUESTION = 0x3f;
const UPPER_A = 0x41;
const UPPER_Z = 0x5a;
export const BACKSLASH = 0x5c;
export const UNDERSCORE = 0x5f;
export const LOWER_A = 0x61;
export const LOWER_D = 0x64;
const LOWER_F = 0x66;
const LOWER_Z = 0x7a;
export const TILDE = 0x7e;
export const DEL = 0x7f;

/** Setting this bit makes an ASCII letter lower-case. */
export const LOWER_CASE_BIT = 0x20;

/** The first octet that is not ASCII. */
export const FIRST_NON_ASCII = 0x80;

/** The UTF-8 byte order mark (RFC 3629 §6). */
export const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

/**
 * White space that is trimmed around content, field and value: SP, HTAB, VT, FF.
 *
 * departs from RFC 9309 §2.2, whose WS is SP and HTAB: docs/semantics.md §1.5; test/conformance/semantics.test.ts.
 */
export function isWhiteSpace(octet: number): boolean {
  return octet === SP || octet === HTAB || octet === VT || octet === FF;
}

/** Whether a control octet makes a line invalid: 00–1F other than HTAB, VT and FF. A line has no line endings in it. */
export function isForbiddenControl(octet: number): boolean {
  return octet < SP && octet !== HTAB && octet !== VT && octet !== FF;
}

export function isLetter(octet: number): boolean {
  const lower = octet | LOWER_CASE_BIT;
  return lower >= LOWER_A && lower <= LOWER_Z;
}

export function isDigit(octet: number): boolean {
  return octet >= DIGIT_0 && octet <= DIGIT_9;
}

/** An ASCII letter in lower case; any other octet unchanged. */
export function toLower(octet: number): number {
  return octet >= UPPER_A && octet <= UPPER_Z ? octet | LOWER_CASE_BIT : octet;
}

/** A text with its ASCII letters in lower case. `toLowerCase` changes other letters as well: the Kelvin sign becomes `k`. */
export function lowerCaseLetters(text: string): string {
  if (!NON_ASCII.test(text)) return text.toLowerCase();
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const NON_ASCII = /[\u0080-\uffff]/;

/** The value of a hexadecimal digit, 0 to 15; -1 for any other octet. */
export function hexValue(octet: number): number {
  if (octet >= DIGIT_0 && octet <= DIGIT_9) return octet - DIGIT_0;
  const lower = octet | LOWER_CASE_BIT;
  return lower >= LOWER_A && lower <= LOWER_F ? lower - LOWER_A + 10 : -1;
}
