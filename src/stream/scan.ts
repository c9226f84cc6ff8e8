/**
 * Octets → rows, as fast as it goes: the hot loop of the package. What a line means is said in `read-line.ts`; here
 * are the short cuts for the lines that real files are made of. A property test holds the two equal.
 */
import { COLON, CR, HASH, isWhiteSpace, LF, SP } from '../ascii.js';
import { LINE_LIMIT_OCTETS } from '../limits.js';
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
import {
  contentEnd,
  directiveAt,
  FIELD_LENGTHS,
  HAS_CONTROL_OCTET,
  lineEnd,
  MAYBE_A_DIRECTIVE,
} from './scan-steps.js';

/** Rows that a scan fills. The next scan writes over them, unless they are kept. */
export class Tape {
  rows: Int32Array;
  /** Where in {@link rows} the first row is that the last scan wrote. */
  first = 0;
  /** How many lines the last scan wrote. */
  count = 0;

  /** @param capacity how many lines the rows can hold */
  constructor(capacity: number) {
    this.rows = new Int32Array(capacity * ROW_STRIDE);
  }

  /** Leaves the rows to whoever refers to them: the next scan writes behind them, or elsewhere. */
  keep(): void {
    this.first += this.count * ROW_STRIDE;
    this.count = 0;
    if (this.first < this.rows.length) return;
    this.rows = new Int32Array(this.rows.length);
    this.first = 0;
  }
}

/**
 * Reads the lines of a buffer's octets `from` to `to` into `tape`, from {@link Tape.first} on, until it is full or no whole line is left.
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
  const { rows } = tape;
  let start = from;
  let at = tape.first;
  while (start < to && at < rows.length) {
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
          const behindColon = ++p;
          while (octets[p] <= SP && isWhiteSpace(octets[p])) p++;
          valueStart = p;
          valueEnd = contentEnd(octets, view, p);
          if (valueEnd === HAS_CONTROL_OCTET) {
            mustRead = true;
          } else {
            p = valueEnd;
            flags = RECORD | (directive << DIRECTIVE_SHIFT) | (octets[p] === HASH ? HAS_COMMENT : 0);
            while (valueEnd > valueStart && isWhiteSpace(octets[valueEnd - 1])) valueEnd--;
            if (valueEnd === valueStart) valueStart = valueEnd = behindColon;
          }
        } else {
          mustRead = true;
        }
      } else if (directive === MAYBE_A_DIRECTIVE) {
        mustRead = true;
      }
    }

    let end = lineEnd(octets, view, p);
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

    if (mustRead || end - start > LINE_LIMIT_OCTETS) {
      const isOverlong = end - start > LINE_LIMIT_OCTETS;
      readLine(octets, start, isOverlong ? start + LINE_LIMIT_OCTETS : end, 'reject-line', rows, at);
      rows[at + ROW_FLAGS] |= (isOverlong ? OVERLONG : 0) | (terminator << TERMINATOR_SHIFT);
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
    start = next;
  }
  tape.count = (at - tape.first) / ROW_STRIDE;
  return start;
}
