/**
 * An index of one path, which finds any part of a pattern in it, 32 places at a time. It bounds questions that hostile patterns or paths would
 * make slow (`request-path.ts`), and serves no others.
 */

/** Counts work in steps: an octet compared, a rule checked, a list entry passed. */
export interface Meter {
  /** Steps that may still be taken; below 0 after too many. */
  left: number;
}

const NOT_FOUND = -1;

/** How many octets there are. */
const OCTETS = 256;

/** A word of a bitset has a bit for each of 32 places. */
const WORD_BITS = 32;
const WORD_SHIFT = 5;
const BIT_MASK = WORD_BITS - 1;

/**
 * For each octet that occurs in the path, a bitset of its places. A part begins at the places that remain when the bitset of each of its octets, shifted
 * by where that octet is in the part, is combined by "and" (Shift-And: Baeza-Yates, Gonnet, 1992).
 */
export class PathIndex {
  /** By octet, where its bitset begins in `#places`; -1 for an octet that does not occur. */
  readonly #bitsetOf = new Int32Array(OCTETS).fill(NOT_FOUND);
  readonly #places: Int32Array;

  constructor(octets: Uint8Array, meter: Meter) {
    const bitsetOf = this.#bitsetOf;
    // A shifted word needs the word after it, also at the end.
    const words = (octets.length >> WORD_SHIFT) + 2;
    let size = 0;
    for (let place = 0; place < octets.length; place++) {
      if (bitsetOf[octets[place]] !== NOT_FOUND) continue;
      bitsetOf[octets[place]] = size;
      size += words;
    }
    this.#places = new Int32Array(size);
    for (let place = 0; place < octets.length; place++)
      this.#places[bitsetOf[octets[place]] + (place >> WORD_SHIFT)] |= 1 << (place & BIT_MASK);
    meter.left -= 2 * octets.length + size;
  }

  /** Finds where the first occurrence of the part `text[first..last)` in `path[from..end)` ends; -1 if there is none. */
  endOfPart(text: Uint8Array, first: number, last: number, from: number, end: number, meter: Meter): number {
    const bitsetOf = this.#bitsetOf;
    const places = this.#places;
    const lastStart = end - (last - first);
    for (let word = from >> WORD_SHIFT; word << WORD_SHIFT <= lastStart; word++) {
      // The bits of the places in this word at which the octets so far are those of the part.
      let starts = word === from >> WORD_SHIFT ? -1 << (from & BIT_MASK) : -1;
      let i = first;
      for (; i < last && starts !== 0; i++) {
        const bitset = bitsetOf[text[i]];
        if (bitset === NOT_FOUND) return NOT_FOUND;
        const at = bitset + word + ((i - first) >> WORD_SHIFT);
        const shift = (i - first) & BIT_MASK;
        starts &= shift === 0 ? places[at] : (places[at] >>> shift) | (places[at + 1] << (WORD_BITS - shift));
      }
      meter.left -= i - first + 1;
      if (starts === 0) continue;
      const start = (word << WORD_SHIFT) + BIT_MASK - Math.clz32(starts & -starts);
      return start <= lastStart ? start + last - first : NOT_FOUND;
    }
    return NOT_FOUND;
  }
}
