/**
 * The path of a question, and the bound of the question: the path counts the steps that are taken to match patterns with it. Once they
 * are as many as are granted, a {@link PathIndex} finds the parts of patterns, so hostile patterns and URLs cannot make it slow.
 */
import { QUESTION } from '../ascii.js';
import { queryDataAt, TRIPLET_OCTETS, UNKNOWN_SIGNATURE, writeQueryForm } from './octet-forms.js';
import { sortedSuffixes } from './sorted-suffixes.js';

/** Counts work in steps: an octet compared, a rule checked, a list entry passed. */
export interface Meter {
  /** Steps that may still be taken; below 0 after too many. */
  left: number;
}

/** Steps that every question may take. */
export const FREE_STEPS = 1024;

/** Further steps for each octet of the document and of the path. */
const STEPS_PER_OCTET = 4;

const NOT_FOUND = -1;

/** How many octets there are. */
const OCTETS = 256;

/** At so many places a part is looked for without an index: at a few, that takes less time. */
const NEARBY = 4;

/** A path and query in a form: `octets[start..end)`. It has an index as soon as it needs one. */
export class RequestPath implements Meter {
  octets: Uint8Array;
  start: number;
  end: number;
  /** Which octets occur in it (`octet-forms.ts`). */
  signature: number;
  left = 0;
  private queryStartOrUnknown = NOT_FOUND;
  private index: PathIndex | null = null;
  /** Memory for a part with its escapes decoded. */
  private decoded: Uint8Array = new Uint8Array(0);

  constructor(octets: Uint8Array, start: number, end: number) {
    this.octets = octets;
    this.start = start;
    this.end = end;
    this.signature = UNKNOWN_SIGNATURE;
  }

  /** Becomes another path. */
  become(octets: Uint8Array, start: number, end: number, signature: number = UNKNOWN_SIGNATURE): void {
    this.octets = octets;
    this.start = start;
    this.end = end;
    this.signature = signature;
    this.queryStartOrUnknown = NOT_FOUND;
    this.index = null;
  }

  /** Grants the steps of one question. Returns how many they are. */
  grant(documentOctets: number): number {
    this.left = FREE_STEPS + STEPS_PER_OCTET * (documentOctets + this.end - this.start);
    return this.left;
  }

  /** Where the query begins, after the first `?`; {@link end} if there is none. */
  get queryStart(): number {
    if (this.queryStartOrUnknown === NOT_FOUND) {
      const { octets, start, end } = this;
      let at = start;
      while (at < end && octets[at] !== QUESTION) at++;
      this.queryStartOrUnknown = Math.min(at + 1, end);
    }
    return this.queryStartOrUnknown;
  }

  /**
   * Finds where the first occurrence of a part of a pattern in `path[from..end)` ends, from left to right, until that takes too long.
   *
   * @param text the part is `text[first..last)`, and not empty
   * @param queryStart from where on an escape of the part also equals the octet that it encodes; the end for nowhere
   * @returns -1 if there is none
   */
  endOfPart(
    text: Uint8Array,
    first: number,
    last: number,
    from: number,
    end: number,
    queryStart: number,
  ): number {
    const { octets } = this;
    const octet = text[first];
    const octetInQuery = queryStart < end ? queryDataAt(text, first) : NOT_FOUND;
    const lastStart = queryStart < end ? end - 1 : end - (last - first);
    let at = from;
    for (; at <= lastStart && (this.left >= 0 || at < from + NEARBY); at++) {
      if (octets[at] !== octet && (octets[at] !== octetInQuery || at < queryStart)) continue;
      let i = first;
      let reached = at;
      while (i < last && reached < end) {
        if (text[i] === octets[reached]) i++;
        else if (reached >= queryStart && queryDataAt(text, i) === octets[reached]) i += TRIPLET_OCTETS;
        else break;
        reached++;
      }
      if (i === last) {
        this.left -= reached - from;
        return reached;
      }
      this.left -= reached - at;
    }
    if (at <= lastStart) return this.endInIndex(text, first, last, at, end, queryStart);
    this.left -= at - from;
    return NOT_FOUND;
  }

  /**
   * Finds where a part begins that ends the path.
   *
   * @param from where it may begin at the earliest
   * @returns -1 if it does not end the path
   */
  startOfTail(text: Uint8Array, first: number, last: number, from: number, queryStart: number): number {
    const { octets, end } = this;
    let i = last;
    let at = end;
    while (i > first && at > from) {
      at--;
      const escapeStart = i - TRIPLET_OCTETS;
      if (text[i - 1] === octets[at]) i--;
      else if (at >= queryStart && escapeStart >= first && queryDataAt(text, escapeStart) === octets[at])
        i = escapeStart;
      else return NOT_FOUND;
    }
    return i === first ? at : NOT_FOUND;
  }

  private endInIndex(
    text: Uint8Array,
    first: number,
    last: number,
    from: number,
    end: number,
    queryStart: number,
  ): number {
    this.index ??= new PathIndex(this.octets.subarray(this.start, this.end), this);
    const { start, index } = this;
    const asItIs = index.endOfPart(text, first, last, from - start, end - start, this);
    this.left -= last - first;
    let inQuery = NOT_FOUND;
    if (queryStart < end) {
      if (this.decoded.length < last - first) this.decoded = new Uint8Array(2 * (last - first));
      const { decoded } = this;
      const length = writeQueryForm(text, first, last, decoded);
      const fromInQuery = Math.max(from, queryStart) - start;
      if (length < last - first)
        inQuery = index.endOfPart(decoded, 0, length, fromInQuery, end - start, this);
    }
    const found =
      asItIs === NOT_FOUND || inQuery === NOT_FOUND ? Math.max(asItIs, inQuery) : Math.min(asItIs, inQuery);
    return found === NOT_FOUND ? NOT_FOUND : start + found;
  }
}

/**
 * An index of one path. It finds any part in it in a time that depends on the part, and hardly on the path. `docs/internals/matcher.md`, "One
 * question about a file", says when it is used.
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
