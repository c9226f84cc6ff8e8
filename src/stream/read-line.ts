/**
 * One line, read in full: docs/semantics.md §1.5, §1.6 and §2. The scanner takes short cuts for the lines that files are made
 * of and comes here for all others, so what is said here is what every line means.
 */
import { COLON, HASH, HTAB, isForbiddenControl, isWhiteSpace, NUL, SP } from '../ascii.js';
import type { ReadingAxes } from '../profiles.js';
import { directiveOf, NO_DIRECTIVE, recognizeField, spellingOf } from './fields.js';
import {
  BLANK,
  COMMENT,
  DIRECTIVE_SHIFT,
  EMPTY_FIELD,
  HAS_COMMENT,
  HAS_CONTROL,
  HAS_NUL,
  NO_SEPARATOR,
  RECORD,
  ROW_END,
  ROW_FIELD_END,
  ROW_FIELD_START,
  ROW_FLAGS,
  ROW_START,
  ROW_VALUE_END,
  ROW_VALUE_START,
  SPACED_RECORD,
  SPELLING_SHIFT,
} from './row.js';

/** How control octets are taken while a line is read. */
export type ControlOctets = ReadingAxes['controlOctets'];

/**
 * Reads the line `octets[start..end)` (no terminator, within the line limit) into the row that begins at `rows[at]`.
 * The facts that lie outside these octets, terminator and overlong, are the caller's to add.
 */
export function readLine(
  octets: Uint8Array,
  start: number,
  end: number,
  controlOctets: ControlOctets,
  rows: Int32Array,
  at: number,
): void {
  let flags = 0;
  let contentEnd = start;
  for (; contentEnd < end; contentEnd++) {
    const octet = octets[contentEnd];
    if (octet === HASH) {
      flags |= HAS_COMMENT;
      break;
    }
    if (isForbiddenControl(octet)) {
      flags |= octet === NUL ? HAS_CONTROL | HAS_NUL : HAS_CONTROL;
      if (octet === NUL && controlOctets === 'nul-ends-content') break;
    }
  }
  const first = skipWhiteSpace(octets, start, contentEnd);
  const last = dropWhiteSpace(octets, first, contentEnd);

  rows[at + ROW_START] = start;
  rows[at + ROW_END] = end;
  rows[at + ROW_FLAGS] = flags | readContent(octets, first, last, flags, rows, at);
}

/** Finds field and value in trimmed content and writes their places. Returns shape, directive and spelling bits. */
function readContent(
  octets: Uint8Array,
  start: number,
  end: number,
  flags: number,
  rows: Int32Array,
  at: number,
): number {
  if (start === end) {
    writeParts(rows, at, end, end, end, end);
    return (flags & HAS_COMMENT) !== 0 ? COMMENT : BLANK;
  }
  let separator = indexOf(octets, COLON, start, end);
  let shape = RECORD;
  if (separator === end) {
    separator = onlyWordGap(octets, start, end);
    shape = SPACED_RECORD;
  }
  if (separator === end) {
    writeParts(rows, at, end, end, end, end);
    return NO_SEPARATOR;
  }
  const fieldEnd = dropWhiteSpace(octets, start, separator);
  writeParts(rows, at, start, fieldEnd, skipWhiteSpace(octets, separator + 1, end), end);
  if (fieldEnd === start) return EMPTY_FIELD;

  const recognized = recognizeField(octets, start, fieldEnd);
  if (recognized === NO_DIRECTIVE) return shape;
  return shape | (directiveOf(recognized) << DIRECTIVE_SHIFT) | (spellingOf(recognized) << SPELLING_SHIFT);
}

/**
 * Where the white space begins that separates exactly two words, or `end`. Only SP and HTAB separate words
 * (docs/semantics.md §2.2).
 */
function onlyWordGap(octets: Uint8Array, start: number, end: number): number {
  let gap = start;
  while (gap < end && !separatesWords(octets[gap])) gap++;
  let second = gap;
  while (second < end && separatesWords(octets[second])) second++;
  for (let p = second; p < end; p++) if (separatesWords(octets[p])) return end;
  return gap;
}

function separatesWords(octet: number): boolean {
  return octet === SP || octet === HTAB;
}

function writeParts(
  rows: Int32Array,
  at: number,
  fieldStart: number,
  fieldEnd: number,
  valueStart: number,
  valueEnd: number,
): void {
  rows[at + ROW_FIELD_START] = fieldStart;
  rows[at + ROW_FIELD_END] = fieldEnd;
  rows[at + ROW_VALUE_START] = valueStart;
  rows[at + ROW_VALUE_END] = valueEnd;
}

/** Where in `octets[start..end)` `wanted` first stands, or `end`. */
export function indexOf(octets: Uint8Array, wanted: number, start: number, end: number): number {
  let p = start;
  while (p < end && octets[p] !== wanted) p++;
  return p;
}

function skipWhiteSpace(octets: Uint8Array, start: number, end: number): number {
  let p = start;
  while (p < end && isWhiteSpace(octets[p])) p++;
  return p;
}

function dropWhiteSpace(octets: Uint8Array, start: number, end: number): number {
  let p = end;
  while (p > start && isWhiteSpace(octets[p - 1])) p--;
  return p;
}
