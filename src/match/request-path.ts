/**
 * The path of a question, and the bound of the question: the path counts the steps that are taken to match patterns with it. Once they
 * are as many as are granted, a {@link PathIndex} finds the parts of patterns, so hostile patterns and URLs cannot make it slow.
 */
import { QUESTION } from '../ascii.js';
import { queryDataAt, TRIPLET_OCTETS, UNKNOWN_SIGNATURE, writeQueryForm } from './octet-forms.js';

/** Steps that every question may take. */
const FREE_STEPS = 1024;

/** Further steps for each octet of the document and of the path. */
const STEPS_PER_OCTET = 4;

const NOT_FOUND = -1;

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
  #queryStartOrUnknown = NOT_FOUND;
  #index: PathIndex | null = null;
  /** Memory for a part with its escapes decoded. */
  #decoded: Uint8Array = new Uint8Array(0);

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
    this.#queryStartOrUnknown = NOT_FOUND;
    this.#index = null;
  }

  /** Grants the steps of one question. Returns how many they are. */
  grant(documentOctets: number): number {
    this.left = FREE_STEPS + STEPS_PER_OCTET * (documentOctets + this.end - this.start);
    return this.left;
  }

  /** Where the query begins, after the first `?`; {@link end} if there is none. */
  get queryStart(): number {
    if (this.#queryStartOrUnknown === NOT_FOUND) {
      const { octets, start, end } = this;
      let at = start;
      while (at < end && octets[at] !== QUESTION) at++;
      this.#queryStartOrUnknown = Math.min(at + 1, end);
    }
    return this.#queryStartOrUnknown;
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
    const octetInQuery = queryDataAt(text, first);
    const lastStart = queryStart < end ? end - 1 : end - (last - first);
    let at = from;
    for (; at <= lastStart && (this.left >= 0 || at < from + NEARBY); at++) {
      if (octets[at] !== octet && octets[at] !== octetInQuery) continue;
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
    if (at <= lastStart) return this.#endInIndex(text, first, last, at, end, queryStart);
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

  #endInIndex(
    text: Uint8Array,
    first: number,
    last: number,
    from: number,
    end: number,
    queryStart: number,
  ): number {
    this.#index ??= new PathIndex(this.octets.subarray(this.start, this.end), this);
    const { start } = this;
    const index = this.#index;
    const asItIs = index.endOfPart(text, first, last, from - start, end - start, this);
    this.left -= last - first;
    let inQuery = NOT_FOUND;
    if (queryStart < end) {
      if (this.#decoded.length < last - first) this.#decoded = new Uint8Array(2 * (last - first));
      const decoded = this.#decoded;
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

/** Counts work in steps: an octet compared, a rule checked, a list entry passed. */
export interface Meter {
  /** Steps that may still be taken; below 0 after too many. */
  left: number;
}

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
    for (const octet of octets) {
      if (bitsetOf[octet] !== NOT_FOUND) continue;
      bitsetOf[octet] = size;
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
