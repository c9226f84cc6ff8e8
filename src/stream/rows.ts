/**
 * Rows in memory that the scanner fills.
 */
import { ROW_END, ROW_START, ROW_STRIDE } from './row.js';

/** The memory of all rows without capacity. */
const NO_ROWS = new Int32Array(0);

/** Rows, and what the scanner needs to know about the lines above the next one. */
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
  /** Whether a result of `concat` shares the memory, so that its content must not change. */
  #isLent = false;

  /** @param capacity how many rows there is room for at first */
  constructor(capacity: number) {
    this.ints = capacity === 0 ? NO_ROWS : new Int32Array(capacity * ROW_STRIDE);
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

  /** Adds a number of octets to each offset. */
  move(octets: number): void {
    for (let at = this.start; at < this.end; at += ROW_STRIDE) {
      for (let column = ROW_START; column <= ROW_END; column++) this.ints[at + column] += octets;
    }
  }

  /**
   * Adds a copy of the rows of the lines that follow. The first rows get memory of just their size.
   *
   * @param expected how many more rows are likely
   */
  append(next: Rows, expected: number): void {
    if (next.end === 0) {
      this.#continueAfter(next);
      return;
    }
    const end = this.end + next.end;
    if (end > this.ints.length || this.#isLent) {
      this.#reserve(Math.max(end + expected * ROW_STRIDE, this.ints.length * 2));
      this.#isLent = false;
    }
    this.ints.set(next.ints.subarray(0, next.end), this.end);
    this.end = end;
    this.#continueAfter(next);
  }

  /**
   * These rows and those of the lines that follow, in memory of just their size. The content does not change later. Do not write
   * to it: it may be the memory of these rows.
   */
  concat(next: Rows): Int32Array {
    const length = this.end + next.end;
    if (length !== this.ints.length || (this.#isLent && next.end > 0)) {
      const both = new Int32Array(length);
      both.set(this.ints.subarray(0, this.end));
      both.set(next.ints.subarray(0, next.end), this.end);
      return both;
    }
    this.ints.set(next.ints.subarray(0, next.end), this.end);
    this.#isLent = true;
    return this.ints;
  }

  #continueAfter({ lineCount, blankBefore }: Rows): void {
    this.lineCount = lineCount;
    this.blankBefore = blankBefore;
  }

  #reserve(length: number): void {
    const larger = new Int32Array(length);
    larger.set(this.ints);
    this.ints = larger;
  }
}
