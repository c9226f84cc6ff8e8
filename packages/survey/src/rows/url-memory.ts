/**
 * URLs by number, each once, as octets outside the heap: strings take three times the memory, and the collector leaves as much again uncollected.
 */
import { randomInt } from 'node:crypto';

const FIRST_OCTETS = 4096;
const FIRST_SLOTS = 256;
/** Octets of UTF-8 for one unit of a string, at most. */
const UNIT_OCTETS = 3;

/** FNV-1a, 32 bits (Fowler, Noll, Vo), from another start in each process: sites choose what they redirect to, and could choose equal hashes. */
const HASH_START = randomInt(2 ** 32);
const FNV_PRIME = 0x01000193;

export class UrlMemory {
  #octets = Buffer.allocUnsafeSlow(FIRST_OCTETS);
  /** Where the octets of each URL end. */
  #ends = new Uint32Array(FIRST_SLOTS / 2);
  #count = 0;
  /** One more than the number of a URL, at the place of its hash or the next free one after; at least half are free. */
  #slots = new Uint32Array(FIRST_SLOTS);

  get count(): number {
    return this.#count;
  }

  /** The number of a URL, which is added if need be. */
  add(url: string): number {
    const start = this.#length;
    const end = this.#write(url);
    const slot = this.#slotOf(start, end);
    if (this.#slots[slot] !== 0) return this.#slots[slot] - 1;
    this.#slots[slot] = this.#count + 1;
    this.#ends[this.#count++] = end;
    if (this.#count === this.#ends.length) this.#widen();
    return this.#count - 1;
  }

  /** The number of a URL; undefined if it has none. */
  find(url: string): number | undefined {
    const found = this.#slots[this.#slotOf(this.#length, this.#write(url))];
    return found === 0 ? undefined : found - 1;
  }

  url(number: number): string {
    return this.#octets.toString('utf8', this.#startOf(number), this.#ends[number]);
  }

  get #length(): number {
    return this.#startOf(this.#count);
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : this.#ends[number - 1];
  }

  /** Writes a URL behind the others. Returns where it ends. */
  #write(url: string): number {
    const start = this.#length;
    const needed = start + UNIT_OCTETS * url.length;
    if (needed > this.#octets.length) {
      const octets = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#octets.length));
      this.#octets.copy(octets, 0, 0, start);
      this.#octets = octets;
    }
    return start + this.#octets.write(url, start, 'utf8');
  }

  /** The slot of the URL in some octets, or the free one for it. */
  #slotOf(start: number, end: number): number {
    const octets = this.#octets;
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(octets, start, end) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] - 1;
      if (number < 0) return slot;
      const [from, to] = [this.#startOf(number), this.#ends[number]];
      if (to - from === end - start && octets.compare(octets, from, to, start, end) === 0) return slot;
    }
  }

  #widen(): void {
    const ends = new Uint32Array(2 * this.#ends.length);
    ends.set(this.#ends);
    this.#ends = ends;
    this.#slots = new Uint32Array(2 * this.#slots.length);
    for (let number = 0; number < this.#count; number++)
      this.#slots[this.#slotOf(this.#startOf(number), this.#ends[number])] = number + 1;
  }
}

function hashOf(octets: Uint8Array, start: number, end: number): number {
  let hash = HASH_START;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ octets[at], FNV_PRIME);
  return hash ^ (hash >>> 15);
}
