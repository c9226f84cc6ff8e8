/**
 * Lines as rows, with the octets that the rows refer to. Reading a batch makes no string and no object for each line.
 * Events are windows on a batch.
 */
import type { Span } from '../octets.js';
import { shown } from '../option-checks.js';
import { RFC_9309_READING } from '../profiles.js';
import * as Row from './row.js';

/** What a line is, as RFC 9309 reads it: the `type` of its event. */
export type LineType = Row.DirectiveName | 'other' | 'comment' | 'blank' | 'invalid';

/** Consecutive rows, their octets, and their place in the file. */
export interface LinesInFile {
  /** The octets that the rows refer to. */
  readonly octets: Uint8Array;
  /** At least one row. */
  readonly rows: Int32Array;
  /** The offset in the file of `octets[0]`. Negative if that octet is not part of the file. */
  readonly base: number;
  /** How many octets of a batch's only line were discarded; 0 in a batch of several lines. */
  readonly discardedOctets: number;
}

/** The lines of a batch. Programs never see this memory: other batches and files may share it. */
export interface BatchRows extends LinesInFile {
  /** Whether events show the octets past the line limit. */
  readonly keepsOverlong: boolean;
}

/** The place in the file of the line whose row starts at `at`. */
export function spanOf({ base, rows, discardedOctets }: LinesInFile, at: number): Span {
  return { start: base + rows[at + Row.START], end: base + rows[at + Row.END] + discardedOctets };
}

/** The rows of a batch. Only this package reads them. */
export function rowsOf(batch: LineBatch): BatchRows {
  return LineBatch.rowsOf(batch);
}

/**
 * Consecutive lines of a file, as `LineBatchParser` returns them. A line is identified by its index in the batch, from 0. Nothing is
 * decoded: `octets` with {@link valueStart} and {@link valueEnd} has the value of a record.
 *
 * @example
 * ```js
 * import { LineBatch, LineBatchParser } from 'robotstream';
 *
 * const octets = new TextEncoder().encode('User-agent: *\nDisallow: /a\n');
 * for (const batch of new LineBatchParser().write(octets)) {
 *   if (!(batch instanceof LineBatch)) continue;
 *   const value = batch.octets.subarray(batch.valueStart(1), batch.valueEnd(1));
 *   console.log(batch.count, new TextDecoder().decode(value)); // → 2 /a
 * }
 * ```
 */
export class LineBatch {
  readonly #rows: BatchRows;
  #octets: Uint8Array | undefined;

  /** @internal {@link rowsOf} */
  static rowsOf(batch: LineBatch): BatchRows {
    return batch.#rows;
  }

  constructor(rows: BatchRows) {
    this.#rows = rows;
  }

  /**
   * The octets of the batch's lines, to which its offsets refer. A copy in memory of its own, made when it is first read and then kept: if
   * you write to it or transfer it, nothing else changes.
   */
  get octets(): Uint8Array {
    const { octets, rows } = this.#rows;
    this.#octets ??= octets.slice(rows[Row.START], rows[rows.length - Row.STRIDE + Row.END]);
    return this.#octets;
  }

  /** How many lines the batch has. */
  get count(): number {
    return this.#rows.rows.length / Row.STRIDE;
  }

  /** The number of the batch's first line in the file, from 1. */
  get firstLine(): number {
    return this.#rows.rows[Row.LINE];
  }

  /**
   * What the line with index `i` is.
   *
   * @throws {RangeError} if the batch has no such line
   */
  type(i: number): LineType {
    const { rows } = this.#rows;
    return typeOfRow(rows, rowAt(rows, i));
  }

  /**
   * Where in `octets` the value of the line with index `i` starts. Only for a record.
   *
   * @throws {RangeError} if the batch has no such line
   */
  valueStart(i: number): number {
    const { rows } = this.#rows;
    return rows[rowAt(rows, i) + Row.VALUE_START] - rows[Row.START];
  }

  /**
   * Where in `octets` the value of the line with index `i` ends. Only for a record.
   *
   * @throws {RangeError} if the batch has no such line
   */
  valueEnd(i: number): number {
    const { rows } = this.#rows;
    return rows[rowAt(rows, i) + Row.VALUE_END] - rows[Row.START];
  }
}

/** Where the row of the line with index `i` starts. */
function rowAt(rows: Int32Array, i: number): number {
  const count = rows.length / Row.STRIDE;
  if (!Number.isInteger(i) || i < 0 || i >= count) {
    throw new RangeError(`i is ${shown(i)}; the index of a line, from 0 to ${count - 1}, is expected`);
  }
  return i * Row.STRIDE;
}

/** What the line of a row is. */
export function typeOfRow(rows: Int32Array, at: number): LineType {
  return Row.readRow(Row.flagsOf(rows, at), LINE_TYPES);
}

/** How the default profile reads rows. */
const READING = Row.readingTable(RFC_9309_READING);

const LINE_TYPES = Row.tableOf(describe);

function describe(flags: Row.Flags): LineType {
  const shape = Row.shapeOf(flags);
  if (shape === Row.BLANK) return 'blank';
  if (shape === Row.COMMENT) return 'comment';
  if (shape !== Row.RECORD && shape !== Row.SPACED_RECORD) return 'invalid';
  const directive = Row.readRow(flags, READING);
  if (directive === Row.UNUSABLE_USER_AGENT) return 'user-agent';
  if (directive === Row.CONTENT_USAGE) return 'other';
  if (directive !== Row.NO_DIRECTIVE) return Row.DIRECTIVE_NAMES[directive - 1];
  return flags & Row.HAS_CONTROL ? 'invalid' : 'other';
}
