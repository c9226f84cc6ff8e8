/**
 * The memory that batches lie in: their octets, and their rows. Batches share it piece by piece, since an array for each costs more
 * than reading a small file does. Nothing in it is overwritten. A piece is let go with the last batch or event in it, so one
 * that is kept keeps the octets of its chunk or {@link PIECE_OCTETS}, and {@link PIECE_ROWS} rows.
 */
import { Rows } from './rows.js';
import { PADDING_OCTETS, ScanBuffer } from './scan-buffer.js';

const PIECE_OCTETS = 32 * 1024;
const PIECE_ROWS = 512;

/** Larger chunks get a piece of their own, or too much of one would be left over. */
const LARGEST_SHARED_OCTETS = PIECE_OCTETS / 4;

/** Where octets are put. */
export class OctetMemory {
  /** Where in their piece the octets begin that were put last. */
  start = 0;
  /** Whether that piece has octets of others, too, and so is of a size that may be kept for little. */
  isShared = false;
  #shared = new ScanBuffer(PIECE_OCTETS);
  #used = 0;

  /** Puts a copy of octets into a piece, ready to be scanned from {@link start} on. Returns the piece. */
  put(octets: Uint8Array): ScanBuffer {
    this.isShared = octets.length <= LARGEST_SHARED_OCTETS;
    if (!this.isShared) {
      this.start = 0;
      return ScanBuffer.of(octets);
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

/** One for all parsers: a parser is never left with something half put. */
export const octetMemory: OctetMemory = new OctetMemory();

/** The rows that all parsers write. */
export const rowMemory: Rows = new Rows(PIECE_ROWS);

/** Leaves the rows written last to the batch that refers to them: the next rows come after them, or in a new piece. */
export function keepRows(): void {
  rowMemory.start = rowMemory.end;
  if (!rowMemory.isFull) return;
  rowMemory.ints = new Int32Array(rowMemory.ints.length);
  rowMemory.start = 0;
  rowMemory.end = 0;
}
