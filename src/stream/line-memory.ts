/**
 * The memory of batches. Batches share pieces of it, because an array for each costs more than reading a small file. Nothing in a
 * piece is overwritten, and a piece is released with its last batch or event. So an event that you keep also keeps the octets of its
 * chunk, or {@link PIECE_OCTETS}, and {@link PIECE_ROWS} rows in memory.
 */
import { Rows } from './rows.js';
import { PADDING_OCTETS, ScanBuffer, scanBufferOf } from './scan-buffer.js';

const PIECE_OCTETS = 32 * 1024;
const PIECE_ROWS = 512;

/** Larger chunks get a piece of their own, because they would leave too much of a shared one unused. */
const LARGEST_SHARED_OCTETS = PIECE_OCTETS / 4;

/** The octets of batches. */
export class OctetMemory {
  /** Where in their piece the last octets start. */
  start = 0;
  /** Whether that piece is shared. It is small then, so a part of it may keep all of it in memory. */
  isShared = false;
  #shared = new ScanBuffer(PIECE_OCTETS);
  #used = 0;

  /** Copies octets into a piece, ready to be scanned from {@link start} on. Returns the piece. */
  put(octets: Uint8Array): ScanBuffer {
    this.isShared = octets.length <= LARGEST_SHARED_OCTETS;
    if (!this.isShared) {
      this.start = 0;
      return scanBufferOf(octets);
    }
    if (this.#used + octets.length > PIECE_OCTETS) {
      this.#shared = new ScanBuffer(PIECE_OCTETS);
      this.#used = 0;
    }
    this.start = this.#used;
    this.#shared.load(octets, this.start);
    this.#used += octets.length + PADDING_OCTETS;
    return this.#shared;
  }
}

/** The octets of all parsers. They can share it, because a parser finishes with it before it returns. */
export const octetMemory: OctetMemory = new OctetMemory();

/** The rows that all parsers write. */
export const rowMemory: Rows = new Rows(PIECE_ROWS);

/** Leaves the last rows to their batch. The next rows are written after them, or in a new piece. */
export function keepRows(): void {
  rowMemory.start = rowMemory.end;
  if (!rowMemory.isFull) return;
  rowMemory.ints = new Int32Array(rowMemory.ints.length);
  rowMemory.start = 0;
  rowMemory.end = 0;
}
