/**
 * The line that starts in one chunk and ends in another.
 */
import { LINE_LIMIT_OCTETS } from '../limits.js';
import type { BatchRows } from './events.js';
import { readLine } from './read-line.js';
import * as Row from './row.js';

/** No octets. */
export const NOTHING: Uint8Array = new Uint8Array(0);

/** How many octets a carry that copies has room for at first. The room doubles as needed. */
const FIRST_CAPACITY_OCTETS = 256;

/**
 * Collects the octets of a line in time proportional to them, and discards those past the line limit. The octets of a single
 * chunk are not copied: in most files that arrive in one chunk, nothing follows the last line.
 */
export class LineCarry {
  /** Whether octets past the line limit are kept. */
  readonly keepsOverlong: boolean;
  /** The offset in the file of the line's first octet. */
  start = 0;
  /** Whether the line ends with a CR that an LF may follow. The CR is not one of its octets. */
  endsWithCr = false;
  /** How many octets the line has so far, with those that are discarded. */
  #length = 0;
  /** Has those that are kept at its start: the chunk itself at first, then memory with room for more. */
  #memory: Uint8Array = NOTHING;

  constructor(keepsOverlong: boolean) {
    this.keepsOverlong = keepsOverlong;
  }

  /** Whether no line has started. */
  get isEmpty(): boolean {
    return this.#length === 0 && !this.endsWithCr;
  }

  /** Starts a line. Its octets are not copied, and must not change. */
  begin(start: number, octets: Uint8Array, endsWithCr: boolean): void {
    this.start = start;
    this.endsWithCr = endsWithCr;
    this.#length = octets.length;
    this.#memory = octets;
  }

  /** Adds a copy of octets to the line, up to the line limit. */
  append(octets: Uint8Array): void {
    const kept = this.#keptOf(this.#length);
    this.#length += octets.length;
    const needed = this.#keptOf(this.#length);
    if (needed > this.#memory.length) {
      const room = this.#keptOf(Math.max(needed, kept * 2, FIRST_CAPACITY_OCTETS));
      const memory = new Uint8Array(room);
      memory.set(this.#memory.subarray(0, kept));
      this.#memory = memory;
    }
    this.#memory.set(octets.subarray(0, needed - kept), kept);
  }

  /**
   * The line as lines of a file; the carry is empty afterwards.
   *
   * @param ending the flag of the LF that ends it, or 0
   * @param line its number, from 1
   */
  finish(ending: number, line: number): BatchRows {
    const { keepsOverlong, start: base } = this;
    const octets = this.#memory;
    const end = this.#keptOf(this.#length);
    const discardedOctets = this.#length - end;
    const rows = new Int32Array(Row.STRIDE);
    const flags = readLine(octets, 0, end, false, rows, 0) | ending;
    const context = (this.endsWithCr ? Row.ENDS_WITH_CR : 0) | (discardedOctets > 0 ? Row.OVERLONG : 0);
    Row.writeLine(rows, 0, flags | context, 0, end, line);
    this.clear();
    return { octets, rows, base, discardedOctets, keepsOverlong };
  }

  /** Drops the line. */
  clear(): void {
    this.begin(0, NOTHING, false);
  }

  /** How many of a line's first octets are kept. */
  #keptOf(octets: number): number {
    return this.keepsOverlong ? octets : Math.min(octets, LINE_LIMIT_OCTETS);
  }
}
