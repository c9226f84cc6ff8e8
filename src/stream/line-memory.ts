/**
 * The memory of batches. Batches share slabs of memory, because an array for each batch costs more than reading a small file.
 * Nothing in a slab is overwritten, and a slab is released with its last batch or event. So an event that a program keeps also keeps
 * {@link SLAB_OCTETS} and {@link SLAB_ROWS} rows in memory, and no more. Programs never see a slab.
 */
import { Rows } from './rows.js';

/** Two slices of a chunk (`SLICE_OCTETS`), which is the most that is put into a slab at once. */
const SLAB_OCTETS = 32 * 1024;
const SLAB_ROWS = 512;

/** The octets of batches. */
export class OctetMemory {
  /** The slab of the last {@link put}. */
  slab: Uint8Array = new Uint8Array(SLAB_OCTETS);
  #used = 0;

  /** Copies the octets of a slice, or fewer, into {@link slab}. Returns where they start. */
  put(octets: Uint8Array): number {
    if (this.#used + octets.length > SLAB_OCTETS) {
      this.slab = new Uint8Array(SLAB_OCTETS);
      this.#used = 0;
    }
    const start = this.#used;
    this.slab.set(octets, start);
    this.#used += octets.length;
    return start;
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
