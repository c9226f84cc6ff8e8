/**
 * The line that starts in one chunk and ends in another.
 */
import { LINE_LIMIT_OCTETS } from '../limits.js';
import { LineBatch } from './line-batch.js';
import { keepRows, rowMemory } from './line-memory.js';
import { readLine } from './read-line.js';
import { type LineEnding, OVERLONG, ROW_STRIDE, TERMINATOR_SHIFT } from './row.js';

/** How many octets the carry has room for at first. The room doubles as needed. */
const FIRST_CAPACITY_OCTETS = 256;

/** The memory of a carry that has copied nothing. */
const NOTHING = new Uint8Array(0);

/**
 * Collects the octets of a line in time proportional to them, and discards those past the line limit. The octets of a single
 * chunk are not copied: in most files that arrive in one chunk, nothing follows the last line.
 */
export class LineCarry {
  /** Whether octets past the line limit are kept. */
  readonly keepsOverlong: boolean;
  /** Whether the line ends with a CR that an LF may follow. The CR is not one of the octets. */
  endsWithCr = false;
  /** The octets so far are `#octets[#from..#from + #kept)`, in the carry's own memory or where the chunk is. */
  #octets: Uint8Array = NOTHING;
  #from = 0;
  #kept = 0;
  /** The carry's own memory. */
  #own: Uint8Array = NOTHING;
  #discarded = 0;
  #isOpen = false;
  #start = 0;

  constructor(keepsOverlong: boolean) {
    this.keepsOverlong = keepsOverlong;
  }

  /** Whether no line has started. */
  get isEmpty(): boolean {
    return !this.#isOpen;
  }

  /** The offset in the file of the line's first octet. */
  get start(): number {
    return this.#start;
  }

  /** Starts a line at an offset in the file. It has no octets yet. */
  begin(start: number): void {
    this.#isOpen = true;
    this.#start = start;
  }

  /** Adds a copy of `octets[from..to)` to the line, up to the line limit. */
  append(octets: Uint8Array, from: number, to: number): void {
    const keep = this.#mostOf(to - from);
    this.#reserve(this.#kept + keep);
    this.#own.set(octets.subarray(from, from + keep), this.#kept);
    this.#kept += keep;
    this.#discarded += to - from - keep;
  }

  /** Adds `octets[from..to)` to a line without octets, up to the line limit. They are not copied, and must not change. */
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

  /** Drops the line. */
  clear(): void {
    this.#isOpen = false;
    this.#octets = this.#own;
    this.#from = 0;
    this.#kept = 0;
    this.#discarded = 0;
    this.endsWithCr = false;
  }

  /** How many of the next `octets` octets are kept. */
  #mostOf(octets: number): number {
    return this.keepsOverlong ? octets : Math.min(octets, LINE_LIMIT_OCTETS - this.#kept);
  }

  /** Makes room in the carry's own memory and moves the octets there. */
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
