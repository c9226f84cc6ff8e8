/**
 * Octets for the scanner. Line feeds follow them, so that no loop has to check whether it is at the end.
 */
import { LF } from '../ascii.js';

/** How many line feeds follow the octets. The scanner reads no further past them: the longest spelling, and one word. */
export const PADDING_OCTETS = 16;

const WORD_OCTETS = 4;
const FOUR_LINE_FEEDS = LF * 0x01010101;

/** Octets with room after them, and a view that reads them four at a time. */
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

  /** Copies `octets` to `start`, over what is there. They must fit into the capacity. */
  load(octets: Uint8Array, start = 0): void {
    this.octets.set(octets, start);
    const end = start + octets.length;
    for (let i = 0; i < PADDING_OCTETS; i += WORD_OCTETS) this.view.setInt32(end + i, FOUR_LINE_FEEDS);
  }
}

/** A copy of octets in a buffer of just their size. It is not a method, so that bundles leave it out. */
export function scanBufferOf(octets: Uint8Array): ScanBuffer {
  const buffer = new ScanBuffer(octets.length);
  buffer.load(octets);
  return buffer;
}
