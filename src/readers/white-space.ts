/**
 * The characters that programs trim: their languages differ.
 */
import type { Part } from './reader.js';

/** Some characters, by their codes. */
export interface CharacterSet {
  has(code: number): boolean;
}

/** So many codes are looked up in a table. */
const TABLE_CODES = 256;

/** The characters that a pattern for one character matches. */
export function characterSet(pattern: RegExp): CharacterSet {
  const matches = (code: number): boolean => pattern.test(String.fromCharCode(code));
  const table = Array.from({ length: TABLE_CODES }, (_, code) => matches(code));
  return { has: (code) => (code < TABLE_CODES ? table[code] : matches(code)) };
}

/** Python's `str.strip` and `str.split`: what `str.isspace` accepts. */
export const PYTHON_SPACE = characterSet(
  /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/,
);
/** JavaScript's `trim`. */
export const SCRIPT_SPACE = characterSet(/\s/);
/** Java's `String.trim`: space and all control characters below it. */
export const JAVA_SPACE = characterSet(/[\0-\x20]/);
/** `\s` of Java's and Perl's regular expressions, and of C's `isspace`, for octets. */
export const ASCII_SPACE = characterSet(/[\t-\r ]/);

/** A part without the white space around it. */
export function trimmedPart(text: string, { start, end }: Part, space: CharacterSet): Part {
  let first = start;
  let last = end;
  while (first < last && space.has(text.charCodeAt(first))) first++;
  while (last > first && space.has(text.charCodeAt(last - 1))) last--;
  return { start: first, end: last };
}

/** Where a character of ASCII first is in a part; -1 if it is not there. Only the part is looked at. */
export function indexIn(text: string, character: number, { start, end }: Part): number {
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === character) return at;
  return -1;
}

/** The text of a part. */
export function textOf(text: string, { start, end }: Part): string {
  return text.slice(start, end);
}

/** A text up to the first of a character, which is left out. */
export function upTo(character: string, text: string): string {
  const at = text.indexOf(character);
  return at < 0 ? text : text.slice(0, at);
}

/** A text without the white space around it. */
export function trimmed(text: string, space: CharacterSet): string {
  return textOf(text, trimmedPart(text, { start: 0, end: text.length }, space));
}
