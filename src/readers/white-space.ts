/**
 * The characters that programs trim: their languages differ.
 */
import type { Part } from './reader.js';

/** Python's `str.strip` and `str.split`: what `str.isspace` accepts. */
export const PYTHON_SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
/** JavaScript's `trim`. */
export const SCRIPT_SPACE = /\s/;
/** Java's `String.trim`: space and all control characters below it. */
export const JAVA_SPACE = /[\0-\x20]/;
/** `\s` of Java's and Perl's regular expressions, and of C's `isspace`, for octets. */
export const ASCII_SPACE = /[\t-\r ]/;

/** A part without the white space around it. */
export function trimmedPart(text: string, { start, end }: Part, space: RegExp): Part {
  let first = start;
  let last = end;
  while (first < last && space.test(text[first])) first++;
  while (last > first && space.test(text[last - 1])) last--;
  return { start: first, end: last };
}

/** The text of a part. */
export function textOf(text: string, { start, end }: Part): string {
  return text.slice(start, end);
}

/** A text up to the first of a character, which is left out. */
export function upTo(character: string, text: string): string {
  return text.split(character, 1)[0];
}

/** A text without the white space around it. */
export function trimmed(text: string, space: RegExp): string {
  return textOf(text, trimmedPart(text, { start: 0, end: text.length }, space));
}
