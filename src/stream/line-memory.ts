/**
 * The memory of batches. Batches share slabs of memory, because an array for each batch costs more than reading a small file.
 * Nothing in a slab is overwritten, and a slab is released with its last batch or event. So an event that you keep also keeps
 * the octets of its chunk, or {@link SLAB_OCTETS}, and {@link SLAB_ROWS} rows in memory.
 */
import { Rows } from './rows.js';

const SLAB_OCTETS = 32 * 1024;
const SLAB_ROWS = 512;

/** Larger chunks get their own slab, because they would leave too much of a shared one unused. */
const LARGEST_SHARED_OCTETS = SLAB_OCTETS / 4;

/** The octets of batches. */
export class OctetMemory {
  /** Where the octets of the last {@link put} start in their slab. */
  start = 0;
  /** Whether that slab is shared with other octets. */
  isShared = false;
  #shared: Uint8Array = new Uint8Array(SLAB_OCTETS);
  #used = 0;

  /** Copies octets into a slab, from {@link start} on. Returns the slab. */
  put(octets: Uint8Array): Uint8Array {
    this.isShared = octets.length <= LARGEST_SHARED_OCTETS;
    if (!this.isShared) {
      this.start = 0;
      return octets.slice();
    }
    if (this.#used + octets.length > SLAB_OCTETS) {
      this.#shared = new Uint8Array(SLAB_OCTETS);
      this.#used = 0;
    }
    this.start = this.#used;
    this.#shared.set(octets, this.start);
    this.#used += octets.length;
    return this.#shared;
  }
}

/** The octets of all parsers. They can share it, because a parser finishes with it before it returns. */
export const octetMemory: OctetMemory = new OctetMemory();

/** The rows that all parsers write. */
export const rowMemory: Rows = new Rows(SLAB_ROWS);

/** Leaves the last rows to their batch. The next rows are written after them, or in a new slab. */
export function keepRows(): void {
  rowMemory.start = rowMemory.end;
  if (!rowMemory.isFull) return;
  rowMemory.ints = new Int32Array(rowMemory.ints.length);
  rowMemory.start = 0;
  rowMemory.end = 0;
}
