/**
 * The bound of a question. A {@link Question} counts its steps. Once it has taken as many as it is granted, a {@link PathIndex} finds
 * the parts of patterns, so hostile patterns and URLs cannot make it slow.
 */
import { queryDataAt, TRIPLET_OCTETS, writeQueryForm } from './octet-forms.js';
import type { RequestPath } from './request-path.js';

/** Counts work in steps: an octet compared, a rule checked, a list entry passed. */
export interface Meter {
  /** Steps that may still be taken; below 0 after too many. */
  left: number;
}

/** Steps that every question may take. */
export const FREE_STEPS = 1024;

/** Further steps for each octet of the document and of the path. */
const STEPS_PER_OCTET = 8;

const NOT_FOUND = -1;

/** How many octets there are. */
const OCTETS = 256;

/** What one question shares from its first pattern to its last: a path, the steps, and an index of the path if it needs one. */
export class Question implements Meter {
  readonly path: RequestPath;
  left: number;
  private index: PathIndex | null = null;

  /** @param path it must not change before the last search */
  constructor(path: RequestPath, documentOctets: number) {
    this.path = path;
    this.left = FREE_STEPS + STEPS_PER_OCTET * (documentOctets + path.end - path.start);
  }

  /**
   * Finds where the first occurrence of a part of a pattern in `path[from..end)` ends, from left to right, until that takes too long.
   *
   * @param text the part is `text[partStart..partEnd)`, and not empty
   * @param queryStart from where on an escape of the part also equals the octet that it encodes; the end for nowhere
   * @returns -1 if there is none
   */
  endOfPart(
    text: Uint8Array,
    partStart: number,
    partEnd: number,
    from: number,
    end: number,
    queryStart: number,
  ): number {
    if (this.left < 0) return this.endInIndex(text, partStart, partEnd, from, end, queryStart);
    const { octets } = this.path;
    const first = text[partStart];
    const firstInQuery = queryStart < end ? queryDataAt(text, partStart) : NOT_FOUND;
    const lastStart = queryStart < end ? end - 1 : end - (partEnd - partStart);
    let at = from;
    for (; at <= lastStart; at++) {
      const octet = octets[at];
      if (octet !== first && (octet !== firstInQuery || at < queryStart)) continue;
      let i = partStart;
      let reached = at;
      while (i < partEnd && reached < end) {
        if (text[i] === octets[reached]) i++;
        else if (reached >= queryStart && queryDataAt(text, i) === octets[reached]) i += TRIPLET_OCTETS;
        else break;
        reached++;
      }
      if (i === partEnd) {
        this.left -= reached - from;
        return reached;
      }
      this.left -= reached - at;
      if (this.left < 0) return this.endInIndex(text, partStart, partEnd, at, end, queryStart);
    }
    this.left -= at - from;
    return NOT_FOUND;
  }

  /**
   * Finds where a part begins that ends the path.
   *
   * @param from where it may begin at the earliest
   * @returns -1 if it does not end the path
   */
  startOfTail(
    text: Uint8Array,
    partStart: number,
    partEnd: number,
    from: number,
    queryStart: number,
  ): number {
    const { octets, end } = this.path;
    let i = partEnd;
    let at = end;
    while (i > partStart && at > from) {
      at--;
      const escapeStart = i - TRIPLET_OCTETS;
      if (text[i - 1] === octets[at]) i--;
      else if (at >= queryStart && escapeStart >= partStart && queryDataAt(text, escapeStart) === octets[at])
        i = escapeStart;
      else return NOT_FOUND;
    }
    return i === partStart ? at : NOT_FOUND;
  }

  private endInIndex(
    text: Uint8Array,
    partStart: number,
    partEnd: number,
    from: number,
    end: number,
    queryStart: number,
  ): number {
    this.index ??= new PathIndex(this.path, this);
    const asItIs = this.index.endOfPart(text, partStart, partEnd, from, end, this);
    if (queryStart >= end) return asItIs;
    const decoded = new Uint8Array(partEnd - partStart);
    const length = writeQueryForm(text, partStart, partEnd, decoded, 0);
    this.left -= length;
    if (length === decoded.length) return asItIs;
    const inQuery = this.index.endOfPart(decoded, 0, length, Math.max(from, queryStart), end, this);
    return asItIs === NOT_FOUND || inQuery === NOT_FOUND
      ? Math.max(asItIs, inQuery)
      : Math.min(asItIs, inQuery);
  }
}

/**
 * An index of one path. It finds any part in it in a time that depends on the part, and hardly on the path. `docs/matcher.md`, "One
 * question about a file", says when it is used.
 *
 * The suffixes of the path are sorted, so those that begin with a part are neighbours, and two binary searches find them. Of
 * their places, the first one from a given place on is found in a *wavelet matrix*: one bit vector for each bit of a place,
 * from the highest bit to the lowest, in which the places are partitioned by that bit at each level.
 */
export class PathIndex {
  private readonly path: RequestPath;
  private readonly suffixes: Int32Array;
  private readonly levels: readonly BitVector[];

  constructor(path: RequestPath, meter: Meter) {
    this.path = path;
    this.suffixes = sortedSuffixes(path.octets.subarray(path.start, path.end));
    this.levels = bitVectors(this.suffixes);
    meter.left -= this.suffixes.length * (this.levels.length + 1) * 2;
  }

  /** Finds where the first occurrence of a part in `path[from..end)` ends; -1 if there is none. */
  endOfPart(
    text: Uint8Array,
    partStart: number,
    partEnd: number,
    from: number,
    end: number,
    meter: Meter,
  ): number {
    const { start } = this.path;
    const first = this.rankOf(text, partStart, partEnd, 0, meter);
    const last = this.rankOf(text, partStart, partEnd, 1, meter);
    meter.left -= 2 * this.levels.length;
    const place = this.firstPlace(0, first, last, from - start);
    const found = start + place + partEnd - partStart;
    return place !== NOT_FOUND && found <= end ? found : NOT_FOUND;
  }

  /**
   * The number of suffixes that sort before a part.
   *
   * @param ofEqual 1 to count those that begin with the part, too; else 0
   */
  private rankOf(text: Uint8Array, partStart: number, partEnd: number, ofEqual: 0 | 1, meter: Meter): number {
    const { octets, start, end } = this.path;
    let low = 0;
    let high = this.suffixes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      let at = start + this.suffixes[middle];
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

  /**
   * The first place from `from` on among those that are at `[low..high)` of a level, without their higher bits; -1 if there is none.
   * It is tried below one half at most that has no such place, and any other half that has a place has one.
   */
  private firstPlace(level: number, low: number, high: number, from: number): number {
    if (low === high || level === this.levels.length) return low === high ? NOT_FOUND : 0;
    const { bit, zeros } = this.levels[level];
    const zerosLow = this.levels[level].zerosBefore(low);
    const zerosHigh = this.levels[level].zerosBefore(high);
    const isZero = (from & bit) === 0;
    const place = isZero ? this.firstPlace(level + 1, zerosLow, zerosHigh, from) : NOT_FOUND;
    if (place !== NOT_FOUND) return place;
    const ones = this.firstPlace(
      level + 1,
      zeros + low - zerosLow,
      zeros + high - zerosHigh,
      isZero ? 0 : from,
    );
    return ones === NOT_FOUND ? NOT_FOUND : ones | bit;
  }
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
    const level = new BitVector(places, bit);
    levels.push(level);
    const partitioned = new Int32Array(places.length);
    let zero = 0;
    let one = level.zeros;
    for (let i = 0; i < places.length; i++) {
      if ((places[i] & bit) === 0) partitioned[zero++] = places[i];
      else partitioned[one++] = places[i];
    }
    places = partitioned;
  }
  return levels;
}

/**
 * Sorts the suffixes of a run of octets: by their first octet, then by their first 2, 4, 8 … octets. Each round sorts by the ranks
 * that the last one has given to both halves.
 *
 * @returns where they begin
 */
function sortedSuffixes(octets: Uint8Array): Int32Array {
  const { length } = octets;
  let ranks = new Int32Array(octets);
  let order = byRank(
    ranks.map((_, place) => place),
    ranks,
    OCTETS,
  );
  for (let half = 1, distinct = 0; distinct < length; half *= 2) {
    const bySecondHalf = new Int32Array(length);
    let count = 0;
    // The suffixes without a second half come first.
    for (let place = Math.max(length - half, 0); place < length; place++) bySecondHalf[count++] = place;
    for (let i = 0; i < length; i++) if (order[i] >= half) bySecondHalf[count++] = order[i] - half;
    order = byRank(bySecondHalf, ranks, Math.max(distinct, OCTETS));
    const ranksOfBoth = new Int32Array(length);
    distinct = 1;
    for (let i = 1; i < length; i++) {
      const [before, place] = [order[i - 1], order[i]];
      // Without a second half, it is equal to no other.
      if (ranks[before] !== ranks[place] || ranks[before + half] !== ranks[place + half]) distinct++;
      ranksOfBoth[place] = distinct - 1;
    }
    ranks = ranksOfBoth;
  }
  return order;
}

/** Sorts places by their rank. Places of one rank stay in order. */
function byRank(places: Int32Array, ranks: Int32Array, rankCount: number): Int32Array {
  const starts = new Int32Array(rankCount + 1);
  for (let i = 0; i < places.length; i++) starts[ranks[places[i]] + 1]++;
  for (let rank = 0; rank < rankCount; rank++) starts[rank + 1] += starts[rank];
  const sorted = new Int32Array(places.length);
  for (let i = 0; i < places.length; i++) sorted[starts[ranks[places[i]]]++] = places[i];
  return sorted;
}
