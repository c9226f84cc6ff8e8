/**
 * A set of hosts that takes few octets: a million of them as strings of a `Set` take 100 MB, and the collector twice that.
 */
import { LF } from 'robotstream/internal';

/** Of the slots of a table, one in so many is in use at most. */
const SLOTS_A_HOST = 2;
const FIRST_SLOTS = 1024;
const FIRST_OCTETS = 16 * 1024;
const GROWTH = 2;
const MOST_OCTETS_A_CHARACTER = 3;

/** The parameters of FNV-1a for 32 bits. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Hosts by their octets in UTF-8. No host has a line feed. */
export class HostSet {
  /** The hosts, one after another, each with a line feed. */
  #octets = Buffer.allocUnsafe(FIRST_OCTETS);
  #used = 0;
  /** Where hosts begin in the octets, plus one: a host is in the first free slot (0) from that of its hash on. */
  #slots = new Uint32Array(FIRST_SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(host: string): void {
    const slot = this.#slotOf(this.#write(host));
    if (this.#slots[slot] !== 0) return;
    this.#slots[slot] = this.#used + 1;
    this.#used = this.#octets.indexOf(LF, this.#used) + 1;
    this.#size++;
    if (this.#size * SLOTS_A_HOST > this.#slots.length) this.#grow();
  }

  has(host: string): boolean {
    return !host.includes('\n') && this.#slots[this.#slotOf(this.#write(host))] !== 0;
  }

  /** Writes a host after the others. Returns where it begins. */
  #write(host: string): number {
    const end = this.#used + host.length * MOST_OCTETS_A_CHARACTER + 1;
    if (end > this.#octets.length) this.#octets = Buffer.concat([this.#octets], end * GROWTH);
    this.#octets.write(`${host}\n`, this.#used);
    return this.#used;
  }

  /** The slot that has the host which is written at a place, or the free one for it. */
  #slotOf(start: number): number {
    const octets = this.#octets;
    let hash = FNV_OFFSET;
    let end = start;
    for (; octets[end] !== LF; end++) hash = Math.imul(hash ^ (octets[end] as number), FNV_PRIME);
    const last = this.#slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & last; ; slot = (slot + 1) & last) {
      const other = (this.#slots[slot] as number) - 1;
      if (other < 0 || octets.compare(octets, other, other + end + 1 - start, start, end + 1) === 0)
        return slot;
    }
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * GROWTH);
    for (let start = 0; start < this.#used; start = this.#octets.indexOf(LF, start) + 1)
      this.#slots[this.#slotOf(start)] = start + 1;
  }
}
