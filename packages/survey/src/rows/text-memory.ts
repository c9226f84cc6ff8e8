/**
 * Texts by number, each once, as octets outside the heap: strings take three times the memory, and the collector leaves as much again uncollected.
 */
import { hash, randomBytes } from 'node:crypto';

const FIRST_OCTETS = 4096;
const FIRST_SLOTS = 256;
/** Octets of UTF-8 for one unit of a string, at most. */
const UNIT_OCTETS = 3;

/** Part of each hash, and new in each process: sites choose their names and what they redirect to, and could choose texts with places in one row. */
const KEY = randomBytes(16).toString('base64');

/** Hexadecimal digits of 32 bits. */
const HASH_DIGITS = 8;

export class TextMemory {
  #octets = Buffer.allocUnsafeSlow(FIRST_OCTETS);
  /** Where the octets of each text end. */
  #ends = new Uint32Array(FIRST_SLOTS / 2);
  /** A hash of each text. */
  #hashes = new Uint32Array(FIRST_SLOTS / 2);
  #count = 0;
  /** One more than the number of a text, at the place of its hash or the next free one after; at least half are free. */
  #slots = new Uint32Array(FIRST_SLOTS);

  get count(): number {
    return this.#count;
  }

  /** The number of a text, which is added if need be. */
  add(text: string): number {
    const start = this.#length;
    const end = this.#write(text);
    const hashed = hashOf(text);
    const slot = this.#slotOf(hashed, start, end);
    if (this.#slots[slot] !== 0) return this.#slots[slot] - 1;
    this.#slots[slot] = this.#count + 1;
    this.#hashes[this.#count] = hashed;
    this.#ends[this.#count++] = end;
    if (this.#count === this.#ends.length) this.#widen();
    return this.#count - 1;
  }

  /** The number of a text; undefined if it has none. */
  find(text: string): number | undefined {
    const found = this.#slots[this.#slotOf(hashOf(text), this.#length, this.#write(text))];
    return found === 0 ? undefined : found - 1;
  }

  text(number: number): string {
    return this.#octets.toString('utf8', this.#startOf(number), this.#ends[number]);
  }

  get #length(): number {
    return this.#startOf(this.#count);
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : this.#ends[number - 1];
  }

  /** Writes a text after the others. Returns where it ends. */
  #write(text: string): number {
    const start = this.#length;
    const needed = start + UNIT_OCTETS * text.length;
    if (needed > this.#octets.length) {
      const octets = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#octets.length));
      this.#octets.copy(octets, 0, 0, start);
      this.#octets = octets;
    }
    return start + this.#octets.write(text, start, 'utf8');
  }

  /** The slot of a text, whose octets these are, or the free one for it. */
  #slotOf(hashed: number, start: number, end: number): number {
    const octets = this.#octets;
    const mask = this.#slots.length - 1;
    for (let slot = hashed & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] - 1;
      if (number < 0) return slot;
      const [from, to] = [this.#startOf(number), this.#ends[number]];
      if (to - from === end - start && octets.compare(octets, from, to, start, end) === 0) return slot;
    }
  }

  #widen(): void {
    this.#ends = widened(this.#ends);
    this.#hashes = widened(this.#hashes);
    this.#slots = new Uint32Array(2 * this.#slots.length);
    const mask = this.#slots.length - 1;
    for (let number = 0; number < this.#count; number++) {
      let slot = this.#hashes[number] & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = number + 1;
    }
  }
}

function widened(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(2 * numbers.length);
  wider.set(numbers);
  return wider;
}

/** 32 bits of a digest with the key. */
function hashOf(text: string): number {
  return Number.parseInt(hash('sha256', KEY + text).slice(0, HASH_DIGITS), 16);
}
