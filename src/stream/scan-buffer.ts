/**
 * Octets made ready for the scanner: followed by line ends, so that no loop need ask whether it has come to the end.
 */
import { LF } from '../ascii.js';

/**
 * How many LFs stand behind the octets: as far as the scanner may read past them, which is the longest field that it
 * compares at once and one word.
 */
export const PADDING_OCTETS = 16;

const WORD_OCTETS = 4;
const FOUR_LINE_FEEDS = LF * 0x01010101;

/** Octets with room behind them, and a view that reads them four at a time. */
export class ScanBuffer {
  /** The octets and their padding. */
  readonly octets: Uint8Array;
  /** The same memory. */
  readonly view: DataView;
  /** How many octets it can hold. */
  readonly capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.octets = new Uint8Array(capacity + PADDING_OCTETS);
    this.view = new DataView(this.octets.buffer);
  }

  /** A buffer of just the size for a copy of `octets`. */
  static of(octets: Uint8Array): ScanBuffer {
    const buffer = new ScanBuffer(octets.length);
    buffer.load(octets);
    return buffer;
  }

  /** Takes a copy of `octets` at `start`, no more of them than there is capacity for, in place of what it held there. */
  load(octets: Uint8Array, start = 0): void {
    this.octets.set(octets, start);
    const end = start + octets.length;
    for (let i = 0; i < PADDING_OCTETS; i += WORD_OCTETS) this.view.setInt32(end + i, FOUR_LINE_FEEDS);
  }
}
