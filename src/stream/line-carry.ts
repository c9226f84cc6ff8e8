/**
 * The line that one chunk begins and another ends.
 */
import { LINE_LIMIT_OCTETS } from '../limits.js';
import { LineBatch } from './line-batch.js';
import { readLine } from './read-line.js';
import { OVERLONG, ROW_FLAGS, ROW_NEXT, ROW_STRIDE, TERMINATOR_SHIFT, TERMINATORS } from './row.js';

/** Octets that the carry has room for at first; it doubles as needed. */
const FIRST_CAPACITY_OCTETS = 256;

/** What a carry holds before it has carried anything. */
const NOTHING = new Uint8Array(0);

/** Collects a line's octets in time proportional to them, and lets go of those past the line limit. */
export class LineCarry {
  /** Whether octets past the line limit are kept too. */
  readonly keepsOverlong: boolean;
  /** Whether the line's terminator begins with a CR that has been seen; the CR is not among the octets. */
  endsWithCr = false;
  #octets = NOTHING;
  #kept = 0;
  #discarded = 0;
  #begun = false;
  #start = 0;

  constructor(keepsOverlong: boolean) {
    this.keepsOverlong = keepsOverlong;
  }

  /** Whether no line is under way. */
  get isEmpty(): boolean {
    return !this.#begun;
  }

  /** The offset in the file of the line's first octet. */
  get start(): number {
    return this.#start;
  }

  /** Begins a line, of which no octet need be there yet, at an offset in the file. */
  begin(start: number): void {
    this.#begun = true;
    this.#start = start;
  }

  /** Adds `octets[from..to)` to the line, as far as they are within the line limit. */
  append(octets: Uint8Array, from: number, to: number): void {
    const room = this.keepsOverlong ? Infinity : LINE_LIMIT_OCTETS - this.#kept;
    const keep = Math.min(to - from, room);
    this.#reserve(this.#kept + keep);
    this.#octets.set(octets.subarray(from, from + keep), this.#kept);
    this.#kept += keep;
    this.#discarded += to - from - keep;
  }

  /**
   * The line as a batch of one; the carry is empty afterwards.
   *
   * @param terminator how it ends, a number of `row.ts`
   * @param line its number, from 1
   */
  finish(terminator: number, line: number): LineBatch {
    const octets = this.#octets.slice(0, this.#kept);
    const rows = new Int32Array(ROW_STRIDE);
    readLine(octets, 0, Math.min(this.#kept, LINE_LIMIT_OCTETS), 'reject-line', rows, 0);
    const isOverlong = this.#discarded > 0 || this.#kept > LINE_LIMIT_OCTETS;
    rows[ROW_FLAGS] |= (terminator << TERMINATOR_SHIFT) | (isOverlong ? OVERLONG : 0);
    rows[ROW_NEXT] = this.#kept + TERMINATORS[terminator].length;
    const batch = new LineBatch({
      octets,
      rows,
      count: 1,
      base: this.#start,
      firstLine: line,
      discardedOctets: this.#discarded,
      keepsOverlong: this.keepsOverlong,
    });
    this.clear();
    return batch;
  }

  /** Forgets the line. */
  clear(): void {
    this.#begun = false;
    this.#kept = 0;
    this.#discarded = 0;
    this.endsWithCr = false;
  }

  #reserve(octets: number): void {
    if (octets <= this.#octets.length) return;
    const larger = new Uint8Array(Math.max(octets, this.#octets.length * 2, FIRST_CAPACITY_OCTETS));
    larger.set(this.#octets.subarray(0, this.#kept));
    this.#octets = larger;
  }
}
