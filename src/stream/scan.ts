/**
 * Octets → rows, as fast as it goes: the hot loop of the package. What a line means is said in `read-line.ts`; here
 * are the short cuts for the lines that real files are made of. A property test holds the two equal.
 */
import { COLON, CR, FIRST_NON_ASCII, HASH, isWhiteSpace, LF, LOWER_CASE_BIT, NUL, SP } from '../ascii.js';
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
import type { ScanBuffer } from './scan-buffer.js';

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

/**
 * Reads the lines of a buffer's octets `from` to `to` into `tape`, from its first row on, until it is full or no whole line is left.
 * A line is whole when its terminator is seen in full (a CR as the last octet may be half of a CRLF), or when `atEnd`.
 *
 * Long because a call a line, or a row of intermediate results, would cost more than the reading.
 *
 * @param to where the buffer's octets end and its padding begins
 * @param atEnd whether the input ends at `to`, and with it the last line
 * @returns where the first line begins that was not read; `to` if all were
 */
export function scanLines(buffer: ScanBuffer, from: number, to: number, atEnd: boolean, tape: Tape): number {
  const { octets, view } = buffer;
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
      const directive = directiveAt(octets, view, p);
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
            p = skipAbove(view, p, ABOVE_HASH);
            const stop = octets[p];
            if (stop === LF || stop === CR) break;
            if (stop === HASH) {
              flags |= HAS_COMMENT;
              break;
            }
            if (stop < SP && !isWhiteSpace(stop)) flags |= stop === NUL ? HAS_CONTROL | HAS_NUL : HAS_CONTROL;
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
      p = skipAbove(view, p, ABOVE_CR);
      const stop = octets[p];
      if (stop === LF || stop === CR) break;
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

/** Four ASCII letters, in lower case by setting this bit in each; it makes no other octet a letter. */
const LOWER_CASE_BITS = 0x20202020;
/** The same, but for the first of the four. */
const LOWER_CASE_BITS_BEHIND_FIRST = 0x20202000;

const DISA = word('disa');
const LLOW = word('llow');
const ALLO = word('allo');
const USER = word('user');
const HYPHEN_AGE = word('-age');
const SITE = word('site');
const A = octet('a');
const D = octet('d');
const M = octet('m');
const N = octet('n');
const P = octet('p');
const S = octet('s');
const T = octet('t');
const U = octet('u');
const W = octet('w');

/** A letter's octet. */
function octet(letter: string): number {
  return letter.charCodeAt(0);
}

/** Four octets as `DataView.getInt32` reads them, the first as the lowest. */
function word(letters: string): number {
  return Array.from(letters, octet).reduceRight((value, next) => (value << 8) | next, 0);
}

/**
 * The directive whose own spelling stands at `p`, `MAYBE_A_DIRECTIVE` if the first letter leaves it open, or 0.
 */
function directiveAt(octets: Uint8Array, view: DataView, p: number): number {
  switch (view.getInt32(p, true) | LOWER_CASE_BITS) {
    case DISA:
      return (view.getInt32(p + 4, true) | LOWER_CASE_BITS) === LLOW ? DISALLOW : MAYBE_A_DIRECTIVE;
    case ALLO:
      return (octets[p + 4] | LOWER_CASE_BIT) === W ? ALLOW : MAYBE_A_DIRECTIVE;
    case USER:
      return (view.getInt32(p + 4, true) | LOWER_CASE_BITS_BEHIND_FIRST) === HYPHEN_AGE &&
        (octets[p + 8] | LOWER_CASE_BIT) === N &&
        (octets[p + 9] | LOWER_CASE_BIT) === T
        ? USER_AGENT
        : MAYBE_A_DIRECTIVE;
    case SITE:
      return (octets[p + 4] | LOWER_CASE_BIT) === M &&
        (octets[p + 5] | LOWER_CASE_BIT) === A &&
        (octets[p + 6] | LOWER_CASE_BIT) === P
        ? SITEMAP
        : MAYBE_A_DIRECTIVE;
  }
  const first = octets[p] | LOWER_CASE_BIT;
  return first === D || first === A || first === U || first === S ? MAYBE_A_DIRECTIVE : 0;
}

/** The seven low bits of four octets, and the high one. */
const LOW_BITS = 0x7f7f7f7f;
const HIGH_BITS = 0x80808080 | 0;

/** What makes, in each of four octets, the high bit of every octet above a bound when it is added to the low bits. */
const ABOVE_HASH = aboveEach(HASH);
const ABOVE_CR = aboveEach(CR);

function aboveEach(bound: number): number {
  return (HIGH_BITS >>> 7) * (FIRST_NON_ASCII - (bound + 1));
}

/**
 * The first octet from `p` on that is not above a bound. Four octets at a time, and with no branch on which of the four
 * it is: a line's length is the one thing here that no processor guesses, and a wrong guess costs as much as the line.
 *
 * @param above the bound, as {@link aboveEach} makes it
 */
function skipAbove(view: DataView, p: number, above: number): number {
  for (;;) {
    const four = view.getInt32(p, true);
    const stops = ~(((four & LOW_BITS) + above) | four) & HIGH_BITS;
    // The lowest bit set is the high bit of the first octet to stop at.
    if (stops !== 0) return p + ((31 - Math.clz32(stops & -stops)) >> 3);
    p += 4;
  }
}
