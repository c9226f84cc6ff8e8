/**
 * Rows in memory that the scanner fills.
 */
import { ROW_STRIDE } from './row.js';

/** Rows, and what the scanner must know of the lines before the next one. */
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

  /** Doubles the memory. */
  grow(): void {
    const larger = new Int32Array(this.ints.length * 2);
    larger.set(this.ints);
    this.ints = larger;
  }
}
