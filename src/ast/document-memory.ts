/**
 * The memory of small documents. They share slabs of memory, because it takes longer to allocate and free two arrays than to
 * read a small file. A slab is filled from front to back, is never overwritten, and is released with its last document. So a
 * small document that is kept alone keeps two slabs in memory.
 *
 * A program never sees the memory of a document, only copies: if it wrote to that memory or transferred it to a worker, this and other
 * documents would answer wrongly.
 */

/** How large a slab is, in octets. */
const SLAB_OCTETS = 8 * 1024;

/** Larger octets or rows get memory of their own, because they would leave too much of a shared slab unused. */
const LARGEST_SHARED_OCTETS = SLAB_OCTETS / 2;

class SharedMemory {
  /** The slab in use. */
  buffer = new ArrayBuffer(0);
  #used = 0;

  /** Reserves octets in the slab. Returns where in {@link buffer} they start. */
  take(octets: number): number {
    if (this.#used + octets > this.buffer.byteLength) {
      this.buffer = new ArrayBuffer(SLAB_OCTETS);
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += octets;
    return start;
  }
}

const octetMemory = new SharedMemory();
const rowMemory = new SharedMemory();

/** A copy of octets for a document. */
export function keptOctets(octets: Uint8Array): Uint8Array {
  const { length } = octets;
  if (length > LARGEST_SHARED_OCTETS) return octets.slice();
  const start = octetMemory.take(length);
  const kept = new Uint8Array(octetMemory.buffer, start, length);
  kept.set(octets);
  return kept;
}

/** A copy of the rows `ints[0..end)` for a document. */
export function keptRows(ints: Int32Array, end: number): Int32Array {
  const octets = end * Int32Array.BYTES_PER_ELEMENT;
  if (octets > LARGEST_SHARED_OCTETS) return ints.slice(0, end);
  const start = rowMemory.take(octets);
  const kept = new Int32Array(rowMemory.buffer, start, end);
  kept.set(ints.subarray(0, end));
  return kept;
}
