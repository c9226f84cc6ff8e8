/**
 * What a line is: docs/semantics.md §1.2, §1.4, §1.5, §1.6 and §2. The scanner has short cuts for the usual lines and calls
 * `readLine` for all others, so this file is the definition.
 */
import { BYTE_ORDER_MARK, COLON, HASH, HTAB, isForbiddenControl, isWhiteSpace, NUL, SP } from '../ascii.js';
import { LINE_LIMIT_OCTETS } from '../limits.js';
import type { ReadingAxes } from '../profiles.js';
import {
  BLANK,
  COMMENT,
  contextOf,
  EMPTY_FIELD,
  fieldFlags,
  flagsOf,
  HAS_COMMENT,
  HAS_CONTROL,
  HAS_NUL,
  NO_SEPARATOR,
  OVERLONG,
  RECORD,
  ROW_END,
  ROW_LINE,
  ROW_START,
  recognizeField,
  SPACED_RECORD,
  writeRow,
} from './row.js';

/** What control octets do to a line. */
export type ControlOctets = ReadingAxes['controlOctets'];

/**
 * Reads a line into a row, up to the line limit.
 *
 * @param octets has the line from `start` to `end`, without its terminator
 * @param context the flags that depend on the line's surroundings: its terminator, and a blank line before it
 * @param line the line's number
 * @param ints gets the row at the index `at`
 */
export function readLine(
  octets: Uint8Array,
  start: number,
  end: number,
  controlOctets: ControlOctets,
  context: number,
  line: number,
  ints: Int32Array,
  at: number,
): void {
  const limit = readingEnd(start, end);
  let flags = limit < end ? context | OVERLONG : context;
  let contentEnd = start;
  for (; contentEnd < limit; contentEnd++) {
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

  if (first === last) {
    flags |= (flags & HAS_COMMENT) !== 0 ? COMMENT : BLANK;
    writeRow(ints, at, flags, start, last, last, last, last, end, line);
    return;
  }
  let shape: typeof RECORD | typeof SPACED_RECORD = RECORD;
  let separator = indexOf(octets, COLON, first, last);
  if (separator === last) {
    shape = SPACED_RECORD;
    separator = onlyWordGap(octets, first, last);
  }
  if (separator === last) {
    writeRow(ints, at, flags | NO_SEPARATOR, start, last, last, last, last, end, line);
    return;
  }
  const fieldEnd = dropWhiteSpace(octets, first, separator);
  if (fieldEnd === first) {
    flags |= EMPTY_FIELD;
  } else {
    const recognized = recognizeField(octets, first, fieldEnd);
    flags |= recognized === null ? shape : shape | fieldFlags(recognized);
  }
  const valueStart = skipWhiteSpace(octets, separator + 1, last);
  writeRow(ints, at, flags, start, first, fieldEnd, valueStart, last, end, line);
}

/**
 * Reads the line of a row again, in place.
 *
 * @param skip how many octets at the line's start are not read
 */
export function readAgain(
  octets: Uint8Array,
  ints: Int32Array,
  at: number,
  controlOctets: ControlOctets,
  skip = 0,
): void {
  const context = contextOf(flagsOf(ints, at));
  const start = ints[at + ROW_START] + skip;
  readLine(octets, start, ints[at + ROW_END], controlOctets, context, ints[at + ROW_LINE], ints, at);
}

/** Where reading stops in a line from `start` to `end`: at its end or at the line limit. */
export function readingEnd(start: number, end: number): number {
  return Math.min(end, start + LINE_LIMIT_OCTETS);
}

/**
 * Where the white space starts that separates exactly two words, or `end`. Only SP and HTAB separate words
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

/** The offset of the first `wanted` in `octets[start..end)`, or `end`. */
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

/** How much of a UTF-8 byte order mark a file starts with. */
export type ByteOrderMark = 'none' | 'whole' | 'partial';

/** How many octets of a byte order mark, whole or partial, `octets` starts with. */
export function markLength(octets: Uint8Array): number {
  let length = 0;
  while (length < BYTE_ORDER_MARK.length && octets[length] === BYTE_ORDER_MARK[length]) length++;
  return length;
}

export function markKind(length: number): ByteOrderMark {
  if (length === 0) return 'none';
  return length === BYTE_ORDER_MARK.length ? 'whole' : 'partial';
}

/** Where line 1 starts: after a whole byte order mark. Part of one belongs to the line. */
export function lineOneStart(markOctets: number): number {
  return markKind(markOctets) === 'whole' ? markOctets : 0;
}

/** Where the first line starts as a profile reads it: after what is skipped of a byte order mark. */
export function contentStart(octets: Uint8Array, skipped: ReadingAxes['byteOrderMark']): number {
  const markOctets = markLength(octets);
  return skipped === 'whole' ? lineOneStart(markOctets) : markOctets;
}

/** How many octets `octets` starts with that are an incomplete byte order mark. */
export function partialMarkLength(octets: Uint8Array): number {
  const length = markLength(octets);
  return length === BYTE_ORDER_MARK.length ? 0 : length;
}
