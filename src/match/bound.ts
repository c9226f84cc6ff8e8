/**
 * The bound of a question. A {@link Meter} counts its steps. After as many as a question is granted, a {@link PathIndex} finds the
 * parts of patterns, so hostile patterns and URLs cannot make a question slow.
 */
import type { RequestPath } from './request-path.js';

/** Counts the work of a question in steps: an octet compared, a rule checked, a list entry passed. */
export class Meter {
  /** Steps that may still be taken; below 0 after too many. */
  left = 0;
  /** Searches for parts of patterns once `left` is below 0; `null` to give the question up instead. */
  fallback: PartFinder | null = null;
}

/** Finds parts of patterns in one path. */
export interface PartFinder {
  /**
   * Finds where the first occurrence of a part in `path[from..end)` ends.
   *
   * @param text the part is `text[partStart..partEnd)`, and not empty
   * @returns -1 if there is none
   */
  endOfPart(
    text: Uint8Array,
    partStart: number,
    partEnd: number,
    from: number,
    end: number,
    meter: Meter,
  ): number;
}

/** Steps that every question may take. */
export const FREE_STEPS = 1024;

/** Further steps for each octet of the document and of the path. */
const STEPS_PER_OCTET = 8;

/** The steps that a question may take before it goes to the index, whose cost has a bound. */
export function grantedSteps(documentOctets: number, pathOctets: number): number {
  return FREE_STEPS + STEPS_PER_OCTET * (documentOctets + pathOctets);
}

const NOT_FOUND = -1;

const NO_LEVELS: readonly BitVector[] = [];

/** How many octets there are. */
const OCTETS = 256;

/**
 * An index of one path. It finds any part in it in a time that depends on the part, and hardly on the path, so hostile patterns
 * cannot make a question slow. `docs/matcher.md`, "One question about a file", says when it is used.
 *
 * The suffixes of the path are sorted, so those that begin with a part are neighbours, and two binary searches find them. Of
 * their places, the first one from a given place on is found in a *wavelet matrix*: one bit vector for each bit of a place,
 * from the highest bit to the lowest, in which the places are partitioned by that bit at each level.
 */
export class PathIndex implements PartFinder {
  private readonly path: RequestPath;
  private suffixes: Int32Array | null = null;
  private levels = NO_LEVELS;

  /** @param path when it changes, call {@link clear} */
  constructor(path: RequestPath) {
    this.path = path;
  }

  /** Forgets the index. The next search builds it. */
  clear(): void {
    this.suffixes = null;
    this.levels = NO_LEVELS;
  }

  endOfPart(
    text: Uint8Array,
    partStart: number,
    partEnd: number,
    from: number,
    end: number,
    meter: Meter,
  ): number {
    this.suffixes ??= this.build(meter);
    const { suffixes } = this;
    const { start } = this.path;
    const first = this.rankOf(suffixes, text, partStart, partEnd, 0, meter);
    const last = this.rankOf(suffixes, text, partStart, partEnd, 1, meter);
    meter.left -= 2 * this.levels.length;
    const nth = this.countBelow(first, last, from - start);
    if (first + nth === last) return NOT_FOUND;
    const found = start + this.nthPlace(first, last, nth) + partEnd - partStart;
    return found <= end ? found : NOT_FOUND;
  }

  private build(meter: Meter): Int32Array {
    const { octets, start, end } = this.path;
    const suffixes = sortedSuffixes(octets.subarray(start, end));
    this.levels = bitVectors(suffixes);
    meter.left -= suffixes.length * (this.levels.length + 1) * 2;
    return suffixes;
  }

  /**
   * The number of suffixes that sort before a part.
   *
   * @param ofEqual 1 to count those that begin with the part, too; else 0
   */
  private rankOf(
    suffixes: Int32Array,
    text: Uint8Array,
    partStart: number,
    partEnd: number,
    ofEqual: 0 | 1,
    meter: Meter,
  ): number {
    const { octets, start, end } = this.path;
    let low = 0;
    let high = suffixes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      let at = start + suffixes[middle];
      let i = partStart;
      while (i < partEnd && at < end && octets[at] === text[i]) {
        i++;
        at++;
      }
      meter.left -= i - partStart + 1;
      const isBefore = i === partEnd ? ofEqual === 1 : at === end || octets[at] < text[i];
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The number of places below `limit` among those of `suffixes[low..high)`. */
  private countBelow(low: number, high: number, limit: number): number {
    let count = 0;
    for (const level of this.levels) {
      const zerosLow = level.zerosBefore(low);
      const zerosHigh = level.zerosBefore(high);
      if ((limit & level.bit) === 0) {
        low = zerosLow;
        high = zerosHigh;
      } else {
        count += zerosHigh - zerosLow;
        low += level.zeros - zerosLow;
        high += level.zeros - zerosHigh;
      }
    }
    return count;
  }

  /** The place that is at index `nth` when those of `suffixes[low..high)` are sorted. */
  private nthPlace(low: number, high: number, nth: number): number {
    let place = 0;
    for (const level of this.levels) {
      const zerosLow = level.zerosBefore(low);
      const zerosHigh = level.zerosBefore(high);
      if (nth < zerosHigh - zerosLow) {
        low = zerosLow;
        high = zerosHigh;
      } else {
        nth -= zerosHigh - zerosLow;
        place |= level.bit;
        low += level.zeros - zerosLow;
        high += level.zeros - zerosHigh;
      }
    }
    return place;
  }
}

/**
 * The meter of a question about a path. No search for a part is given up: after the granted steps, an index of the path finds it.
 *
 * @param path it must not change before the last search
 */
export function meterFor(path: RequestPath, documentOctets: number): Meter {
  const meter = new Meter();
  meter.left = grantedSteps(documentOctets, path.end - path.start);
  meter.fallback = new PathIndex(path);
  return meter;
}

/** One bit of each place, in the order of one level of the wavelet matrix. */
class BitVector {
  readonly bit: number;
  /** How many of the bits are 0. */
  readonly zeros: number;
  private readonly words: Int32Array;
  /** How many bits are 1 before each word. */
  private readonly onesBefore: Int32Array;

  constructor(places: Int32Array, bit: number) {
    const words = new Int32Array((places.length >> 5) + 1);
    for (let i = 0; i < places.length; i++) if ((places[i] & bit) !== 0) words[i >> 5] |= 1 << (i & 31);
    const onesBefore = new Int32Array(words.length + 1);
    for (let word = 0; word < words.length; word++) {
      onesBefore[word + 1] = onesBefore[word] + countOnes(words[word]);
    }
    this.bit = bit;
    this.zeros = places.length - onesBefore[words.length];
    this.words = words;
    this.onesBefore = onesBefore;
  }

  /** How many of the first `i` bits are 0. */
  zerosBefore(i: number): number {
    const word = i >> 5;
    return i - this.onesBefore[word] - countOnes(this.words[word] & ((1 << (i & 31)) - 1));
  }
}

/** The number of bits that are 1, counted side by side in pairs, in groups of four and of eight. */
function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The levels of the wavelet matrix, from the highest bit of a place to the lowest. */
function bitVectors(suffixes: Int32Array): BitVector[] {
  const levels: BitVector[] = [];
  let places = suffixes;
  // A search may begin at the end of the path, which is no place of a suffix.
  for (let bit = 1 << (31 - Math.clz32(suffixes.length)); bit > 0; bit >>= 1) {
    levels.push(new BitVector(places, bit));
    const isZero = (place: number): boolean => (place & bit) === 0;
    const partitioned = new Int32Array(places.length);
    const zeros = places.filter(isZero);
    partitioned.set(zeros);
    partitioned.set(
      places.filter((place) => !isZero(place)),
      zeros.length,
    );
    places = partitioned;
  }
  return levels;
}

/**
 * Sorts the suffixes of a run of octets: by their first octet, then by their first 2, 4, 8 … octets. Each round takes the ranks
 * of the last one for both halves.
 *
 * @returns where they begin
 */
function sortedSuffixes(octets: Uint8Array): Int32Array {
  const { length } = octets;
  let ranks = Int32Array.from(octets);
  let order = byRank(
    ranks.map((_, place) => place),
    ranks,
    OCTETS,
  );
  let distinct = 0;
  for (let half = 0; distinct < length; half = half === 0 ? 1 : half * 2) {
    // The suffixes are sorted by their first `2 × half` octets, the first time by one.
    [ranks, distinct] = ranksOf(order, ranks, half);
    const width = half === 0 ? 1 : half * 2;
    const bySecondHalf = new Int32Array(length);
    let count = 0;
    // The suffixes without a second half come first.
    for (let place = Math.max(length - width, 0); place < length; place++) bySecondHalf[count++] = place;
    for (const place of order) if (place >= width) bySecondHalf[count++] = place - width;
    order = byRank(bySecondHalf, ranks, distinct);
  }
  return order;
}

/** Numbers sorted suffixes: equal ones have one rank. They are equal if both halves are, by the ranks of the halves. */
function ranksOf(
  order: Int32Array,
  ofHalves: Int32Array,
  half: number,
): [ranks: Int32Array<ArrayBuffer>, count: number] {
  const { length } = order;
  const secondRank = (place: number): number => (place + half < length ? ofHalves[place + half] : -1);
  const ranks = new Int32Array(length);
  let count = 0;
  for (let i = 0; i < length; i++) {
    const place = order[i];
    const before = order[i - 1];
    const isSame = i > 0 && ofHalves[before] === ofHalves[place] && secondRank(before) === secondRank(place);
    if (!isSame) count++;
    ranks[place] = count - 1;
  }
  return [ranks, count];
}

/** Sorts places by their rank. Places of one rank stay in order. */
function byRank(places: Int32Array, ranks: Int32Array, rankCount: number): Int32Array {
  const starts = new Int32Array(rankCount + 1);
  for (const place of places) starts[ranks[place] + 1]++;
  for (let rank = 0; rank < rankCount; rank++) starts[rank + 1] += starts[rank];
  const sorted = new Int32Array(places.length);
  for (const place of places) sorted[starts[ranks[place]]++] = place;
  return sorted;
}
