/**
 * Rows in memory that the scanner fills.
 */
import { ROW_STRIDE } from './row.js';

/** Rows, and what the scanner has to know of the lines before the next one. */
export class Rows {
  /** The memory: rows from `start` to `end`, then room for more. */
  ints: Int32Array;
  /** The index in `ints` where the first row starts. */
  start = 0;
  /** The index in `ints` where the next row is written. */
  end = 0;
  /** How many lines of the file have been read, with and without a row. */
  lineCount = 0;
  /** The flag `BLANK_BEFORE` if a blank line without a row follows the last row, else 0. */
  blankBefore = 0;

  /** @param capacity how many rows there is room for at first */
  constructor(capacity: number) {
    this.ints = new Int32Array(capacity * ROW_STRIDE);
  }

  get count(): number {
    return (this.end - this.start) / ROW_STRIDE;
  }

  get isFull(): boolean {
    return this.end === this.ints.length;
  }

  /** Makes room for as many rows again. */
  grow(): void {
    this.#reserve(this.ints.length * 2);
  }

  /** Removes all rows, to go on with the lines that follow `previous`. */
  restartAfter(previous: Rows | undefined): void {
    this.start = 0;
    this.end = 0;
    this.lineCount = previous?.lineCount ?? 0;
    this.blankBefore = previous?.blankBefore ?? 0;
  }

  /** Adds a copy of the rows of the lines that follow. The first rows get memory of just their size. */
  append(next: Rows): void {
    const end = this.end + next.end;
    if (end > this.ints.length) this.#reserve(Math.max(end, this.ints.length * 2));
    this.ints.set(next.ints.subarray(0, next.end), this.end);
    this.end = end;
    this.lineCount = next.lineCount;
    this.blankBefore = next.blankBefore;
  }

  /** These rows and those of the lines that follow, in memory of just their size. It may be shared; do not write to it. */
  concat(next: Rows): Int32Array {
    if (next.end === 0 && this.isFull) return this.ints;
    const both = new Int32Array(this.end + next.end);
    both.set(this.ints.subarray(0, this.end));
    both.set(next.ints.subarray(0, next.end), this.end);
    return both;
  }

  #reserve(length: number): void {
    const larger = new Int32Array(length);
    larger.set(this.ints);
    this.ints = larger;
  }
}
