/**
 * The line that one chunk begins and another ends.
 */
import { LINE_LIMIT_OCTETS } from '../limits.js';
import { LineBatch } from './line-batch.js';
import { keepRows, rowMemory } from './line-memory.js';
import { readLine } from './read-line.js';
import { type LineEnding, OVERLONG, ROW_STRIDE, TERMINATOR_SHIFT } from './row.js';

/** Octets that the carry has room for at first; it doubles as needed. */
const FIRST_CAPACITY_OCTETS = 256;

/** What a carry has before it has copied anything. */
const NOTHING = new Uint8Array(0);

/**
 * Collects a line's octets in time proportional to them, and lets go of those past the line limit. What a chunk begins and nothing
 * follows, as the end of most files that come in one piece, is not copied: it stays where it is.
 */
export class LineCarry {
  /** Whether octets past the line limit are kept too. */
  readonly keepsOverlong: boolean;
  /** Whether the line's terminator begins with a CR that has been seen; the CR is not among the octets. */
  endsWithCr = false;
  /** The octets so far: `#octets[#from..#from + #kept)`, which is the carry's own memory or the one they were found in. */
  #octets: Uint8Array = NOTHING;
  #from = 0;
  #kept = 0;
  /** The carry's own memory. */
  #own: Uint8Array = NOTHING;
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
    const keep = this.#mostOf(to - from);
    this.#reserve(this.#kept + keep);
    this.#own.set(octets.subarray(from, from + keep), this.#kept);
    this.#kept += keep;
    this.#discarded += to - from - keep;
  }

  /** The same for a line that has no octets yet, from memory that nobody writes to: it is referred to, not copied. */
  hold(octets: Uint8Array, from: number, to: number): void {
    this.#octets = octets;
    this.#from = from;
    this.#kept = this.#mostOf(to - from);
    this.#discarded = to - from - this.#kept;
  }

  /**
   * The line as a batch of one; the carry is empty afterwards.
   *
   * @param line its number, from 1
   */
  finish(ending: LineEnding, line: number): LineBatch {
    const isOwn = this.#octets === this.#own;
    const octets = isOwn ? this.#own.slice(0, this.#kept) : this.#octets;
    const start = isOwn ? 0 : this.#from;
    const end = start + this.#kept;
    const { ints: rows, end: first } = rowMemory;
    const context = (ending << TERMINATOR_SHIFT) | (this.#discarded > 0 ? OVERLONG : 0);
    readLine(octets, start, end, 'reject-line', context, line, rows, first);
    rowMemory.end += ROW_STRIDE;
    keepRows();
    const batch = new LineBatch({
      octets,
      rows,
      firstRow: first,
      count: 1,
      base: this.#start - start,
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
    this.#octets = this.#own;
    this.#from = 0;
    this.#kept = 0;
    this.#discarded = 0;
    this.endsWithCr = false;
  }

  /** How many of so many octets more are kept. */
  #mostOf(octets: number): number {
    return this.keepsOverlong ? octets : Math.min(octets, LINE_LIMIT_OCTETS - this.#kept);
  }

  /** Makes room in the carry's own memory, and brings the octets there. */
  #reserve(octets: number): void {
    const isOwn = this.#octets === this.#own;
    if (octets > this.#own.length) {
      this.#own = new Uint8Array(Math.max(octets, this.#own.length * 2, FIRST_CAPACITY_OCTETS));
    } else if (isOwn) {
      return;
    }
    this.#own.set(this.#octets.subarray(this.#from, this.#from + this.#kept));
    this.#octets = this.#own;
    this.#from = 0;
  }
}
