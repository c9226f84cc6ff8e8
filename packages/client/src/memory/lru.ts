/**
 * A map with two bounds, entries and octets, that evicts what was used least recently.
 */

interface Slot<Value> {
  readonly value: Value;
  octets: number;
  /** How many moves there had been when this slot was moved to the end. */
  movedAt: number;
}

/**
 * The share of slots that counts as just used. A slot among them keeps its place when it is used again. Moving a slot
 * costs more than looking it up, and a slot that is in constant use would move all the time.
 */
const RECENT_PART = 0.25;

/** A map bounded by the number of its values and by their weight. */
export class Lru<Value> {
  /** In order of use, the least recent first: a `Map` keeps the order of insertion. */
  readonly #slots = new Map<string, Slot<Value>>();
  readonly #maxEntries: number;
  readonly #maxOctets: () => number;
  readonly #onEvict: (value: Value) => void;
  #octets = 0;
  #moves = 0;

  /**
   * @param maxOctets the total weight allowed now, in octets; a value that is added evicts what exceeds it
   * @param onEvict called with each value that is evicted to keep within the bounds
   */
  constructor(maxEntries: number, maxOctets: () => number, onEvict: (value: Value) => void) {
    this.#maxEntries = maxEntries;
    this.#maxOctets = maxOctets;
    this.#onEvict = onEvict;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** The weight of all values together. */
  get octets(): number {
    return this.#octets;
  }

  get(key: string): Value | undefined {
    const slot = this.#slots.get(key);
    if (slot === undefined) return undefined;
    if (this.#moves - slot.movedAt > this.#slots.size * RECENT_PART) {
      this.#slots.delete(key);
      this.#moveToEnd(key, slot);
    }
    return slot.value;
  }

  /** @param octets what the value weighs */
  set(key: string, value: Value, octets: number): void {
    this.delete(key);
    this.#moveToEnd(key, { value, octets, movedAt: 0 });
    this.#octets += octets;
    this.#keepWithinBounds();
  }

  /** Weighs all values again. */
  reweigh(weigh: (value: Value) => number): void {
    for (const slot of this.#slots.values()) {
      const octets = weigh(slot.value);
      this.#octets += octets - slot.octets;
      slot.octets = octets;
    }
    this.#keepWithinBounds();
  }

  /** Forgets all values, without counting them as evicted. */
  clear(): void {
    this.#slots.clear();
    this.#octets = 0;
  }

  #keepWithinBounds(): void {
    for (const [oldest, { value }] of this.#slots) {
      if (this.#slots.size <= this.#maxEntries && this.#octets <= this.#maxOctets()) return;
      this.delete(oldest);
      this.#onEvict(value);
    }
  }

  delete(key: string): void {
    const slot = this.#slots.get(key);
    if (slot === undefined) return;
    this.#slots.delete(key);
    this.#octets -= slot.octets;
  }

  #moveToEnd(key: string, slot: Slot<Value>): void {
    this.#moves++;
    slot.movedAt = this.#moves;
    this.#slots.set(key, slot);
  }
}
