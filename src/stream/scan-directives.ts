/**
 * Octets → the rows of directives alone: the scanner of documents. What it has a short cut for it writes as `scan.ts`
 * would and the fold of `src/ast` would keep; at any other line it stops.
 */
import { COLON, CR, HASH, isWhiteSpace, LF, SP } from '../ascii.js';
import { LINE_LIMIT_OCTETS } from '../limits.js';
import {
  BLANK_BEFORE,
  DIRECTIVE_SHIFT,
  ENDS_AT_INPUT_END,
  ENDS_WITH_CR,
  ENDS_WITH_CRLF,
  ENDS_WITH_LF,
  HAS_COMMENT,
  RECORD,
  ROW_END,
  ROW_FIELD_END,
  ROW_FIELD_START,
  ROW_FLAGS,
  ROW_LINE,
  ROW_START,
  ROW_STRIDE,
  ROW_VALUE_END,
  ROW_VALUE_START,
  TERMINATOR_SHIFT,
} from './row.js';
import type { ScanBuffer } from './scan-buffer.js';
import { contentEnd, directiveAt, FIELD_LENGTHS, HAS_CONTROL_OCTET, lineEnd } from './scan-steps.js';

/** Rows of directives that grow, and what the lines between them leave to remember. */
export interface DirectiveRows {
  rows: Int32Array;
  /** How many rows there are. */
  count: number;
  /** How many lines there were. */
  lines: number;
  /** `BLANK_BEFORE` if a blank line stands behind the last row, else 0. */
  blankBefore: number;
  /** Makes room for more rows. */
  grow(): void;
}

/**
 * Reads lines of a buffer's octets from `from` on, up to the first that must be read in full: one that is or may be a
 * directive in another than the usual way, has a control octet, or goes past the line limit.
 *
 * Long for the same reason as `scanLines`.
 *
 * @param to where the octets end, and the input with them
 * @returns where that line begins, or `to`
 */
export function scanDirectives(buffer: ScanBuffer, from: number, to: number, into: DirectiveRows): number {
  const { octets, view } = buffer;
  let { rows, lines, blankBefore } = into;
  let at = into.count * ROW_STRIDE;
  let start = from;
  while (start < to) {
    let p = start;
    let first = octets[p];
    while (first <= SP && isWhiteSpace(first)) first = octets[++p];

    let directive = 0;
    let valueStart = p;
    let valueEnd = p;
    const fieldStart = p;
    if (first !== HASH && first !== LF && first !== CR) {
      directive = directiveAt(octets, view, p);
      if (directive < 0) break;
      if (directive > 0) {
        p += FIELD_LENGTHS[directive];
        while (octets[p] <= SP && isWhiteSpace(octets[p])) p++;
        if (octets[p] !== COLON) break;
        const behindColon = ++p;
        while (octets[p] <= SP && isWhiteSpace(octets[p])) p++;
        valueStart = p;
        valueEnd = contentEnd(octets, view, p);
        if (valueEnd === HAS_CONTROL_OCTET) break;
        p = valueEnd;
        while (valueEnd > valueStart && isWhiteSpace(octets[valueEnd - 1])) valueEnd--;
        if (valueEnd === valueStart) valueStart = valueEnd = behindColon;
      }
    }

    const hasComment = octets[p] === HASH ? HAS_COMMENT : 0;
    let end = lineEnd(octets, view, p);
    let terminator = ENDS_WITH_LF;
    let next = end + 1;
    if (end >= to) {
      end = to;
      next = to;
      terminator = ENDS_AT_INPUT_END;
    } else if (octets[end] === CR) {
      terminator = ENDS_WITH_CR;
      if (next < to && octets[next] === LF) {
        terminator = ENDS_WITH_CRLF;
        next++;
      }
    }
    if (end - start > LINE_LIMIT_OCTETS) break;

    lines++;
    if (directive > 0) {
      if (at === rows.length) {
        into.grow();
        rows = into.rows;
      }
      rows[at + ROW_FLAGS] =
        RECORD | (directive << DIRECTIVE_SHIFT) | hasComment | (terminator << TERMINATOR_SHIFT) | blankBefore;
      rows[at + ROW_START] = start;
      rows[at + ROW_END] = end;
      rows[at + ROW_FIELD_START] = fieldStart;
      rows[at + ROW_FIELD_END] = fieldStart + FIELD_LENGTHS[directive];
      rows[at + ROW_VALUE_START] = valueStart;
      rows[at + ROW_VALUE_END] = valueEnd;
      rows[at + ROW_LINE] = lines;
      at += ROW_STRIDE;
      blankBefore = 0;
    } else if (first === LF || first === CR) {
      blankBefore = BLANK_BEFORE;
    }
    start = next;
  }
  into.count = at / ROW_STRIDE;
  into.lines = lines;
  into.blankBefore = blankBefore;
  return start;
}
