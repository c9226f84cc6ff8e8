/**
 * Where lines end, as programs see it.
 */
import type { Part } from './reader.js';

/**
 * The characters that end a line:
 * - `cr-lf`: CR, LF, or CR LF, as RFC 9309 has it;
 * - `lf`: LF alone;
 * - `python`: what Python's `str.splitlines` takes for an end: also VT, FF, the separators U+001C to U+001E, U+0085, U+2028 and U+2029;
 * - `cr-lf-unicode`: CR, LF, U+0085, U+2028 and U+2029.
 */
export type LineEnds = 'cr-lf' | 'lf' | 'python' | 'cr-lf-unicode';

const ENDS: { readonly [ends in LineEnds]: RegExp } = {
  'cr-lf': /\r\n|[\n\r]/g,
  lf: /\n/g,
  python: /\r\n|[\n-\r\x1c-\x1e\x85\u2028\u2029]/g,
  'cr-lf-unicode': /\r\n|[\n\r\x85\u2028\u2029]/g,
};

/**
 * The lines of a text. A text that ends with a line end has no empty line after it.
 *
 * @param from where the first line starts: after a byte order mark, if a program skips one
 */
export function* linesOf(text: string, ends: LineEnds, from = 0): Generator<Part> {
  let start = from;
  for (const { index, 0: end } of text.matchAll(ENDS[ends])) {
    yield { start, end: index };
    start = index + end.length;
  }
  if (start < text.length) yield { start, end: text.length };
}
