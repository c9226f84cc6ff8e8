/**
 * A map with two bounds, entries and octets, that lets go of what has not been asked for the longest.
 */

interface Slot<Value> {
  readonly value: Value;
  readonly octets: number;
}

/** A map bounded by how many values it holds and how much they weigh. */
export class Lru<Value> {
  /** In order of use, the least recent first: a `Map` keeps the order of insertion. */
  readonly #slots = new Map<string, Slot<Value>>();
  readonly #maxEntries: number;
  readonly #maxOctets: number;
  readonly #onEvict: () => void;
  #octets = 0;

  /** @param onEvict called for each value that the bounds push out */
  constructor(maxEntries: number, maxOctets: number, onEvict: () => void) {
    this.#maxEntries = maxEntries;
    this.#maxOctets = maxOctets;
    this.#onEvict = onEvict;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** What all values together weigh. */
  get octets(): number {
    return this.#octets;
  }

  get(key: string): Value | undefined {
    const slot = this.#slots.get(key);
    if (slot === undefined) return undefined;
    this.#slots.delete(key);
    this.#slots.set(key, slot);
    return slot.value;
  }

  /** @param octets what the value weighs; one heavier than the bound is not kept */
  set(key: string, value: Value, octets: number): void {
    this.delete(key);
    this.#slots.set(key, { value, octets });
    this.#octets += octets;
    for (const oldest of this.#slots.keys()) {
      if (this.#slots.size <= this.#maxEntries && this.#octets <= this.#maxOctets) return;
      this.delete(oldest);
      this.#onEvict();
    }
  }

  delete(key: string): void {
    const slot = this.#slots.get(key);
    if (slot === undefined) return;
    this.#slots.delete(key);
    this.#octets -= slot.octets;
  }
}
