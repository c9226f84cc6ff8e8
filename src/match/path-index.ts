/**
 * An index of one path, which finds any part of a pattern in it in a time that hardly depends on the path. It bounds questions that hostile
 * patterns or paths would make slow (`bound.ts`), and serves no others.
 */
import { sortedSuffixes } from './sorted-suffixes.js';

/** Counts work in steps: an octet compared, a rule checked, a list entry passed. */
export interface Meter {
  /** Steps that may still be taken; below 0 after too many. */
  left: number;
}

const NOT_FOUND = -1;

/** How many octets there are. */
const OCTETS = 256;

/**
 * An index of one path.
 *
 * The suffixes of the path are sorted, so those that begin with a part are neighbours, and two binary searches find them. Of
 * their places, the first one from a given place on is found in a *wavelet matrix*: its levels are the bits of a place, from the highest
 * to the lowest, and each level partitions the places by that bit.
 */
export class PathIndex {
  private readonly octets: Uint8Array;
  private readonly suffixes: Int32Array;
  /** By octet, how many suffixes begin with a smaller one. */
  private readonly starts: Int32Array;
  /** By level, how many of the first places, in the order of that level, have a 0 as its bit. */
  private readonly zerosBefore: readonly Int32Array[];

  constructor(octets: Uint8Array, meter: Meter) {
    this.octets = octets;
    this.starts = new Int32Array(OCTETS + 1);
    this.suffixes = sortedSuffixes(octets, this.starts);
    this.zerosBefore = levelsOf(this.suffixes);
    meter.left -= octets.length * (this.zerosBefore.length + 1) * 2;
  }

  /** Finds where the first occurrence of the part `text[first..last)` in `path[from..end)` ends; -1 if there is none. */
  endOfPart(text: Uint8Array, first: number, last: number, from: number, end: number, meter: Meter): number {
    const octet = text[first];
    let low = this.starts[octet];
    let high = this.starts[octet + 1];
    if (last - first > 1) {
      low = this.rankOf(text, first, last, 0, low, high, meter);
      high = this.rankOf(text, first, last, 1, low, high, meter);
    }
    meter.left -= 2 * this.zerosBefore.length;
    const place = this.firstPlace(0, low, high, from);
    const partEnd = place + last - first;
    return place !== NOT_FOUND && partEnd <= end ? partEnd : NOT_FOUND;
  }

  /**
   * The number of suffixes that sort before a part. It is from `low` to `high`, and all of these suffixes begin with its first octet.
   *
   * @param ofEqual 1 to count those that begin with the part, too; else 0
   */
  private rankOf(
    text: Uint8Array,
    first: number,
    last: number,
    ofEqual: 0 | 1,
    low: number,
    high: number,
    meter: Meter,
  ): number {
    const { octets, suffixes } = this;
    while (low < high) {
      const middle = (low + high) >> 1;
      const suffix = suffixes[middle] - first;
      let i = first + 1;
      while (i < last && suffix + i < octets.length && octets[suffix + i] === text[i]) i++;
      meter.left -= i - first + 1;
      const isBefore =
        i === last ? ofEqual === 1 : suffix + i === octets.length || octets[suffix + i] < text[i];
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * The first place from `from` on among those that are at `[low..high)` of a level, without their higher bits; -1 if there is none.
   * It is tried below one half at most that has no such place, and any other half that has a place has one.
   */
  private firstPlace(level: number, low: number, high: number, from: number): number {
    const { zerosBefore } = this;
    if (low === high) return NOT_FOUND;
    if (level === zerosBefore.length) return 0;
    const zeros = zerosBefore[level];
    const bit = 1 << (zerosBefore.length - 1 - level);
    const isZero = (from & bit) === 0;
    const place = isZero ? this.firstPlace(level + 1, zeros[low], zeros[high], from) : NOT_FOUND;
    if (place !== NOT_FOUND) return place;
    const ones = zeros[zeros.length - 1];
    const next = isZero ? 0 : from;
    const one = this.firstPlace(level + 1, ones + low - zeros[low], ones + high - zeros[high], next);
    return one === NOT_FOUND ? NOT_FOUND : one | bit;
  }
}

/** The levels of the wavelet matrix ({@link PathIndex}), from the highest bit of a place to the lowest. */
function levelsOf(suffixes: Int32Array): Int32Array[] {
  const { length } = suffixes;
  const levels: Int32Array[] = [];
  let places: Int32Array = suffixes;
  let partitioned: Int32Array = new Int32Array(length);
  let unused: Int32Array = new Int32Array(length);
  // A search may begin at the end of the path, which is no place of a suffix.
  for (let bit = 1 << (31 - Math.clz32(length)); bit > 0; bit >>= 1) {
    const zerosBefore = new Int32Array(length + 1);
    const ofTwoBits = length % (2 * bit);
    let zero = 0;
    // As many places have a 0: the places are all numbers below `length`.
    let one = (length - ofTwoBits) / 2 + Math.min(ofTwoBits, bit);
    for (let i = 0; i < length; i++) {
      const place = places[i];
      if ((place & bit) === 0) partitioned[zero++] = place;
      else partitioned[one++] = place;
      zerosBefore[i + 1] = zero;
    }
    levels.push(zerosBefore);
    places = partitioned;
    partitioned = unused;
    unused = places;
  }
  return levels;
}
