/**
 * Lines as rows with what they refer to: for whoever reads so many that an object a line is too much. No string is made,
 * and nothing decoded; events are windows on a batch and keep it alive.
 */
import { DEFAULT_PROFILE } from '../profiles.js';
import { DIRECTIVE_NAMES, type DirectiveName, NO_DIRECTIVE } from './fields.js';
import { readAgain } from './read-line.js';
import {
  BLANK,
  COMMENT,
  flagsOf,
  HAS_CONTROL,
  lookUp,
  RECORD,
  ROW_STRIDE,
  ROW_VALUE_END,
  ROW_VALUE_START,
  type RowFlags,
  readingTable,
  readRow,
  SPACED_RECORD,
  shapeOf,
  tableOf,
  UNREAD,
  UNUSABLE_USER_AGENT,
} from './row.js';

/** What a line is, as RFC 9309 reads it: the `type` of its event. */
export type LineType = DirectiveName | 'other' | 'comment' | 'blank' | 'invalid';

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
    if (shapeOf(flagsOf(this.rows, at)) === UNREAD) readAgain(this.octets, this.rows, at, 'reject-line');
    return lineTypeOf(flagsOf(this.rows, at));
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

/** What a row that is not `UNREAD` is, as RFC 9309 reads it. */
export function lineTypeOf(flags: RowFlags): LineType {
  return lookUp(flags, LINE_TYPES);
}

/** How the default profile reads rows. */
const READING = readingTable(DEFAULT_PROFILE.reading);

const LINE_TYPES: readonly LineType[] = tableOf(describe);

function describe(flags: RowFlags): LineType {
  const shape = shapeOf(flags);
  if (shape === BLANK) return 'blank';
  if (shape === COMMENT) return 'comment';
  if (shape !== RECORD && shape !== SPACED_RECORD) return 'invalid';
  const directive = readRow(flags, READING);
  if (directive === UNUSABLE_USER_AGENT) return 'user-agent';
  if (directive !== NO_DIRECTIVE) return DIRECTIVE_NAMES[directive - 1];
  return flags & HAS_CONTROL ? 'invalid' : 'other';
}
