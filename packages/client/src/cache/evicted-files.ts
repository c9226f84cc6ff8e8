/**
 * Which robots.txt files memory has lost while they would have spared a fetch. If such files are fetched again and again, memory is too
 * small for the crawl, and the client says so.
 *
 * A table of hashes, because a crawl may evict any number of files. A collision replaces an earlier file, so the table may miss a
 * repeated fetch; it reports none that was not repeated, except where all 32 bits of two hashes are equal.
 */
import { SECOND_MS } from 'robotstream/internal';

/** The octets of memory for each slot of the table, so that it has at least ten slots for each file that fits in memory. */
const MEMORY_OCTETS_PER_SLOT = 256;

/** The slots for each file that fits in memory, if memory is bounded by their number. */
const SLOTS_PER_ENTRY = 16;

/** The most slots. */
const MAX_SLOTS = 2 ** 20;

/** The integers of a slot: a hash, and when the file is due, in seconds since 1970. */
const SLOT_INTEGERS = 2;

const MAX_INTEGER = 2 ** 32 - 1;

export class EvictedFiles {
  readonly #slots: number;
  /** {@link SLOT_INTEGERS} for each slot. Made with the first eviction: most crawls evict nothing. */
  #table: Uint32Array | undefined;

  /**
   * @param maxEntries how many files memory keeps at most
   * @param maxOctets how much memory they may take, in octets
   */
  constructor(maxEntries: number, maxOctets: number) {
    const slots = Math.min(maxOctets / MEMORY_OCTETS_PER_SLOT, maxEntries * SLOTS_PER_ENTRY, MAX_SLOTS);
    this.#slots = 2 ** Math.floor(Math.log2(Math.max(slots, 1)));
  }

  /** How much memory the table takes, in octets. */
  get octets(): number {
    return this.#table?.byteLength ?? 0;
  }

  /**
   * Notes that a file is no longer in memory.
   *
   * @param dueAt until when it would have spared a fetch, in milliseconds since 1970
   */
  add(robotsUrl: string, dueAt: number): void {
    this.#table ??= new Uint32Array(this.#slots * SLOT_INTEGERS);
    const hash = hashOf(robotsUrl);
    const at = this.#slotOf(hash);
    this.#table[at] = hash;
    this.#table[at + 1] = Math.min(dueAt / SECOND_MS, MAX_INTEGER);
  }

  /** Whether a file would spare a fetch now if it were still in memory. */
  has(robotsUrl: string, now: number): boolean {
    if (this.#table === undefined) return false;
    const hash = hashOf(robotsUrl);
    const at = this.#slotOf(hash);
    return this.#table[at] === hash && this.#table[at + 1] > now / SECOND_MS;
  }

  /** Removes a file, because the program wants it fetched again. */
  delete(robotsUrl: string): void {
    if (this.#table === undefined) return;
    const hash = hashOf(robotsUrl);
    const at = this.#slotOf(hash);
    if (this.#table[at] === hash) this.#table[at + 1] = 0;
  }

  #slotOf(hash: number): number {
    return (hash & (this.#slots - 1)) * SLOT_INTEGERS;
  }
}

/** FNV-1a of the UTF-16 code units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
