/**
 * Lines as rows with what they refer to: for whoever reads so many that an object a line is too much. No string is made,
 * and nothing decoded; events are windows on a batch and keep it alive.
 */
import { DEFAULT_PROFILE } from '../profiles.js';
import { DIRECTIVES, type Directive, NO_DIRECTIVE } from './fields.js';
import { readLine } from './read-line.js';
import {
  BLANK,
  COMMENT,
  HAS_CONTROL,
  READING_MASK,
  RECORD,
  ROW_END,
  ROW_FLAGS,
  ROW_START,
  ROW_STRIDE,
  ROW_VALUE_END,
  ROW_VALUE_START,
  readingTable,
  readRow,
  SHAPE_MASK,
  SPACED_RECORD,
  TERMINATOR_MASK,
  TERMINATOR_SHIFT,
  UNREAD,
  UNUSABLE_USER_AGENT,
} from './row.js';

/** What a line is, as RFC 9309 reads it: the `type` of its event. */
export type LineType = Directive | 'other' | 'comment' | 'blank' | 'invalid';

/** What a batch is made of. */
export interface LineBatchParts {
  /** What the rows refer to. */
  readonly octets: Uint8Array;
  /** The lines, as `row.ts` says. */
  readonly rows: Int32Array;
  /** Where in `rows` the first line is. */
  readonly firstRow: number;
  readonly count: number;
  /** The offset in the file of `octets[0]`; less than 0 if that is not of the file. */
  readonly base: number;
  readonly firstLine: number;
  /** Octets of the batch's only line that were let go before it was batched; 0 in a batch of several lines. */
  readonly discardedOctets: number;
  /** Whether events show the octets past the line limit that are there. */
  readonly keepsOverlong: boolean;
}

/** Consecutive lines. Indices count from 0, within the batch; octets and rows are shared with other batches. */
export class LineBatch implements LineBatchParts {
  readonly octets: Uint8Array;
  readonly rows: Int32Array;
  readonly firstRow: number;
  /** How many lines there are. */
  readonly count: number;
  readonly base: number;
  /** The number of the first line, from 1. */
  readonly firstLine: number;
  readonly discardedOctets: number;
  readonly keepsOverlong: boolean;

  constructor(parts: LineBatchParts) {
    this.octets = parts.octets;
    this.rows = parts.rows;
    this.firstRow = parts.firstRow;
    this.count = parts.count;
    this.base = parts.base;
    this.firstLine = parts.firstLine;
    this.discardedOctets = parts.discardedOctets;
    this.keepsOverlong = parts.keepsOverlong;
  }

  /** Where in `rows` the row of the line with index `i` begins. */
  rowOf(i: number): number {
    return this.firstRow + i * ROW_STRIDE;
  }

  /** What the line with index `i` is. */
  type(i: number): LineType {
    const at = this.rowOf(i);
    if ((this.rows[at + ROW_FLAGS] & SHAPE_MASK) === UNREAD) completeRow(this.octets, this.rows, at);
    return LINE_TYPES[this.rows[at + ROW_FLAGS] & READING_MASK];
  }

  /** Where in `octets` the value of the line with index `i` begins; only of a record. */
  valueStart(i: number): number {
    return this.rows[this.rowOf(i) + ROW_VALUE_START];
  }

  /** Where in `octets` the value of the line with index `i` ends; only of a record. */
  valueEnd(i: number): number {
    return this.rows[this.rowOf(i) + ROW_VALUE_END];
  }
}

/** Reads a row in full that the scanner left {@link UNREAD}. */
export function completeRow(octets: Uint8Array, rows: Int32Array, at: number): void {
  const terminator = rows[at + ROW_FLAGS] & (TERMINATOR_MASK << TERMINATOR_SHIFT);
  readLine(octets, rows[at + ROW_START], rows[at + ROW_END], 'reject-line', rows, at);
  rows[at + ROW_FLAGS] |= terminator;
}

/** How the default profile reads rows. */
const READING = readingTable(DEFAULT_PROFILE.reading);

/** What a row is called, by the bits that say how it is read. */
const LINE_TYPES: readonly LineType[] = Array.from(READING, (_, bits) => lineType(bits));

/** What a row is called, as RFC 9309 reads it. */
function lineType(flags: number): LineType {
  const shape = flags & SHAPE_MASK;
  if (shape === BLANK) return 'blank';
  if (shape === COMMENT) return 'comment';
  if (shape !== RECORD && shape !== SPACED_RECORD) return 'invalid';
  const directive = readRow(flags, READING);
  if (directive === UNUSABLE_USER_AGENT) return 'user-agent';
  if (directive !== NO_DIRECTIVE) return DIRECTIVES[directive - 1];
  return flags & HAS_CONTROL ? 'invalid' : 'other';
}
