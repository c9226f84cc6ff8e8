/**
 * Octets → rows, as fast as it goes: the hot loop of the package. What a line means is said in `read-line.ts`; here
 * are the short cuts for the lines that real files are made of. A property test holds the two equal.
 */
import { COLON, CR, HASH, HYPHEN, isWhiteSpace, LF, LOWER_CASE_BIT, NUL, SP } from '../ascii.js';
import { LINE_LIMIT_OCTETS } from '../limits.js';
import { ALLOW, DISALLOW, SITEMAP, USER_AGENT } from './fields.js';
import { readLine } from './read-line.js';
import {
  BLANK,
  COMMENT,
  DIRECTIVE_SHIFT,
  ENDS_AT_INPUT_END,
  ENDS_WITH_CR,
  ENDS_WITH_CRLF,
  ENDS_WITH_LF,
  HAS_COMMENT,
  HAS_CONTROL,
  HAS_NUL,
  OVERLONG,
  RECORD,
  ROW_END,
  ROW_FIELD_END,
  ROW_FIELD_START,
  ROW_FLAGS,
  ROW_NEXT,
  ROW_START,
  ROW_STRIDE,
  ROW_VALUE_END,
  ROW_VALUE_START,
  TERMINATOR_SHIFT,
  UNREAD,
} from './row.js';

/**
 * How many LFs must stand behind the octets that are scanned, so that no loop below needs to ask whether it has come
 * to the end: the longest field that is compared, and a little.
 */
export const SCAN_PADDING = 16;

/** Rows that a scan fills, to be reused for the next. */
export class Tape {
  readonly rows: Int32Array;
  /** How many lines the rows can hold. */
  readonly capacity: number;
  /** How many lines the last scan wrote. */
  count = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.rows = new Int32Array(capacity * ROW_STRIDE);
  }
}

/** A copy of `octets[start..end)` that {@link scanLines} can run over: {@link SCAN_PADDING} LFs stand behind it. */
export function padForScan(octets: Uint8Array, start = 0, end = octets.length): Uint8Array {
  const length = end - start;
  const padded = new Uint8Array(length + SCAN_PADDING);
  padded.set(start === 0 && end === octets.length ? octets : octets.subarray(start, end));
  padded.fill(LF, length);
  return padded;
}

/**
 * Reads the lines of `octets[from..to)` into `tape`, from its first row on, until it is full or no whole line is left.
 * A line is whole when its terminator is seen in full (a CR as the last octet may be half of a CRLF), or when `atEnd`.
 *
 * Long because a call a line, or a row of intermediate results, would cost more than the reading.
 *
 * @param octets with {@link SCAN_PADDING} LFs from `to` on
 * @param atEnd whether the input ends at `to`, and with it the last line
 * @returns where the first line begins that was not read; `to` if all were
 */
export function scanLines(octets: Uint8Array, from: number, to: number, atEnd: boolean, tape: Tape): number {
  const { rows, capacity } = tape;
  let count = 0;
  let start = from;
  let at = 0;
  while (start < to && count < capacity) {
    let p = start;
    let first = octets[p];
    while (first <= SP && isWhiteSpace(first)) first = octets[++p];

    let flags = UNREAD;
    const fieldStart = p;
    let fieldEnd = p;
    let valueStart = p;
    let valueEnd = p;
    let mustRead = false;
    if (first === LF || first === CR) {
      flags = BLANK;
    } else if (first === HASH) {
      flags = COMMENT | HAS_COMMENT;
    } else {
      const directive = directiveAt(octets, p);
      if (directive > 0) {
        fieldEnd = p + FIELD_LENGTHS[directive];
        p = fieldEnd;
        while (octets[p] <= SP && isWhiteSpace(octets[p])) p++;
        if (octets[p] === COLON) {
          flags = RECORD | (directive << DIRECTIVE_SHIFT);
          const behindColon = ++p;
          while (octets[p] <= SP && isWhiteSpace(octets[p])) p++;
          valueStart = p;
          for (;;) {
            while (octets[p] > HASH) p++;
            const octet = octets[p];
            if (octet === LF || octet === CR) break;
            if (octet === HASH) {
              flags |= HAS_COMMENT;
              break;
            }
            if (octet < SP && !isWhiteSpace(octet))
              flags |= octet === NUL ? HAS_CONTROL | HAS_NUL : HAS_CONTROL;
            p++;
          }
          valueEnd = p;
          while (valueEnd > valueStart && isWhiteSpace(octets[valueEnd - 1])) valueEnd--;
          if (valueEnd === valueStart) valueStart = valueEnd = behindColon;
        } else {
          mustRead = true;
        }
      } else if (directive < 0) {
        mustRead = true;
      }
    }
    for (;;) {
      while (octets[p] > CR) p++;
      const octet = octets[p];
      if (octet === LF || octet === CR) break;
      p++;
    }
    let end = p;
    let terminator = ENDS_WITH_LF;
    let next = end + 1;
    if (end >= to) {
      // The padding's LF, not the input's.
      if (!atEnd) break;
      end = to;
      next = to;
      terminator = ENDS_AT_INPUT_END;
    } else if (octets[end] === CR) {
      terminator = ENDS_WITH_CR;
      if (next === to) {
        if (!atEnd) break;
      } else if (octets[next] === LF) {
        terminator = ENDS_WITH_CRLF;
        next++;
      }
    }

    if (end - start > LINE_LIMIT_OCTETS) {
      readLine(octets, start, start + LINE_LIMIT_OCTETS, 'reject-line', rows, at);
      rows[at + ROW_FLAGS] |= OVERLONG | (terminator << TERMINATOR_SHIFT);
    } else if (mustRead) {
      readLine(octets, start, end, 'reject-line', rows, at);
      rows[at + ROW_FLAGS] |= terminator << TERMINATOR_SHIFT;
    } else {
      rows[at + ROW_FLAGS] = flags | (terminator << TERMINATOR_SHIFT);
      rows[at + ROW_START] = start;
      rows[at + ROW_END] = end;
      rows[at + ROW_FIELD_START] = fieldStart;
      rows[at + ROW_FIELD_END] = fieldEnd;
      rows[at + ROW_VALUE_START] = valueStart;
      rows[at + ROW_VALUE_END] = valueEnd;
    }
    rows[at + ROW_NEXT] = next;
    at += ROW_STRIDE;
    count++;
    start = next;
  }
  tape.count = count;
  return start;
}

/** How long each directive's own spelling is, by directive number. */
const FIELD_LENGTHS = [0, 'user-agent'.length, 'allow'.length, 'disallow'.length, 'sitemap'.length] as const;

/** A field that begins like this must be read in full to know what it is. */
const MAYBE_A_DIRECTIVE = -1;

const D = 0x64;
const I = 0x69;
const S = 0x73;
const A = 0x61;
const L = 0x6c;
const O = 0x6f;
const W = 0x77;
const U = 0x75;
const E = 0x65;
const R = 0x72;
const G = 0x67;
const N = 0x6e;
const T = 0x74;
const M = 0x6d;
const P = 0x70;

/**
 * The directive whose own spelling stands at `p`, `MAYBE_A_DIRECTIVE` if the first letter leaves it open, or 0. Letters
 * are compared in lower case by setting one bit, which makes no other octet a letter.
 */
function directiveAt(octets: Uint8Array, p: number): number {
  switch (octets[p] | LOWER_CASE_BIT) {
    case D:
      return (octets[p + 1] | LOWER_CASE_BIT) === I &&
        (octets[p + 2] | LOWER_CASE_BIT) === S &&
        (octets[p + 3] | LOWER_CASE_BIT) === A &&
        (octets[p + 4] | LOWER_CASE_BIT) === L &&
        (octets[p + 5] | LOWER_CASE_BIT) === L &&
        (octets[p + 6] | LOWER_CASE_BIT) === O &&
        (octets[p + 7] | LOWER_CASE_BIT) === W
        ? DISALLOW
        : MAYBE_A_DIRECTIVE;
    case A:
      return (octets[p + 1] | LOWER_CASE_BIT) === L &&
        (octets[p + 2] | LOWER_CASE_BIT) === L &&
        (octets[p + 3] | LOWER_CASE_BIT) === O &&
        (octets[p + 4] | LOWER_CASE_BIT) === W
        ? ALLOW
        : MAYBE_A_DIRECTIVE;
    case U:
      return (octets[p + 1] | LOWER_CASE_BIT) === S &&
        (octets[p + 2] | LOWER_CASE_BIT) === E &&
        (octets[p + 3] | LOWER_CASE_BIT) === R &&
        octets[p + 4] === HYPHEN &&
        (octets[p + 5] | LOWER_CASE_BIT) === A &&
        (octets[p + 6] | LOWER_CASE_BIT) === G &&
        (octets[p + 7] | LOWER_CASE_BIT) === E &&
        (octets[p + 8] | LOWER_CASE_BIT) === N &&
        (octets[p + 9] | LOWER_CASE_BIT) === T
        ? USER_AGENT
        : MAYBE_A_DIRECTIVE;
    case S:
      return (octets[p + 1] | LOWER_CASE_BIT) === I &&
        (octets[p + 2] | LOWER_CASE_BIT) === T &&
        (octets[p + 3] | LOWER_CASE_BIT) === E &&
        (octets[p + 4] | LOWER_CASE_BIT) === M &&
        (octets[p + 5] | LOWER_CASE_BIT) === A &&
        (octets[p + 6] | LOWER_CASE_BIT) === P
        ? SITEMAP
        : MAYBE_A_DIRECTIVE;
    default:
      return 0;
  }
}
