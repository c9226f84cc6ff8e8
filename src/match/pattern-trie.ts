/**
 * All patterns of one caller as a trie: `/a*c`, `/a*d$` and `/ab` share what they begin with. Each token of a pattern, an octet or a
 * `*`, leads from a *place* to another:
 *
 * ```
 *                      ┌─ c ─► 5   `/a*c` matches whatever follows
 *   1 ─ / ─► 2 ─ a ─► 3 ─ * ─► 4 ─ d ─► 6   `/a*d$` matches if the path ends here
 *                      └─ b ─► 7   `/ab` matches whatever follows
 * ```
 *
 * After the octets `/axc`, the patterns are at two places: at 4, for what the `*` may still skip, and at 5, where `/a*c` matches.
 */
import { PERCENT, QUESTION } from '../ascii.js';
import { hexDigit, isQueryData } from './octet-forms.js';
import type { PatternSet } from './pattern.js';

/** The rank of no pattern: worse than any. */
export const NO_RANK: number = 0x7fffffff;

/** The token that is no octet. After it, any octets may follow before the next token. */
const STAR = 1 << 8;

/*
 * A place has the token that leads to it, in its lower bits, and flags. So a walk along a path reads little else:
 *
 *   MARKED     something matches here, or a `*` leads on
 *   CHAINED    an octet leads to the place of the next number
 *   BRANCHED   octets lead to other places
 */
const TOKEN = 0x1ff;
const MARKED = 1 << 9;
const CHAINED = 1 << 10;
const BRANCHED = 1 << 11;

export const NONE = 0;
/** The place that stands for the query of a path: who has reached it is in the query. */
export const IN_QUERY = 0;
export const ROOT = 1;

const OCTET_BITS = 8;
const HALF_OCTET_BITS = 4;
const HALF_OCTET = 0xf;

/** An odd number that nobody outside can know, so that nobody can make patterns whose branches collide. */
const HASH_FACTOR = (Math.random() * 0xffffffff) | 1;

/** How many arrays of 32-bit integers have one for each place. */
const SIZED_ARRAYS = 7;

/** What sorting a place, and finding a state by it, costs. */
const STEPS_PER_PLACE = 16;

/** The places of all patterns after some octets. */
export interface Places {
  /** In ascending order. */
  readonly positions: readonly number[];
  /** The best rank that matches whatever follows, of the patterns that the last octet has brought that far. */
  readonly matched: number;
  /** The best rank that matches if the path ends here. */
  readonly end: number;
  /** The best rank that may match here or later. */
  readonly top: number;
  /** How many steps it took to find this out. */
  readonly steps: number;
}

/** The patterns as a trie: see above. All arrays but two are indexed by place. A place has a lower number than those that follow it. */
export class PatternTrie {
  readonly size: number;
  /** The token that leads to a place, and flags; see above. */
  private tokens: Uint16Array;
  /** The place before it. */
  before: Int32Array;
  /** The place after a `*`, or {@link NONE}. */
  star: Int32Array;
  /** The best rank that matches whatever follows, and the best that matches if the path ends here. */
  matched: Int32Array;
  ends: Int32Array;
  /** The best rank that ends here or goes on with an octet. */
  best: Int32Array;
  /** The best rank whose first `*` leads here, and by rank, the next one at the same place. */
  waiting: Int32Array;
  waitingNext: Int32Array;
  /** All patterns that go on from a place also pass the places from there up to this one. */
  private sharedUntil: Int32Array;
  /** A hash table of the places that an octet leads to, but for those whose number follows that of the place before. */
  private branches: Int32Array;
  private readonly hashShift: number;
  /** Whether `%3A` and the like after a `*` also match what they encode (`pattern.ts`). */
  readonly hasQueryForms: boolean;

  /** @param patternOfRank the patterns, the best first */
  constructor(patterns: PatternSet, patternOfRank: Int32Array) {
    const { text, partBounds, firstPart, anchored, count, textLength, hasQueryForms } = patterns;
    const room = ROOT + 2 + textLength + firstPart[count];
    this.tokens = new Uint16Array(room);
    this.before = new Int32Array(room);
    this.star = new Int32Array(room);
    this.matched = new Int32Array(room).fill(NO_RANK);
    this.ends = new Int32Array(room).fill(NO_RANK);
    this.waiting = new Int32Array(room).fill(NO_RANK);
    this.waitingNext = new Int32Array(count);
    this.hasQueryForms = hasQueryForms;
    // A pattern branches off once at most, and half of the table stays empty.
    this.hashShift = Math.clz32(2 * count + 1);
    this.branches = new Int32Array(2 ** (32 - this.hashShift));

    let size = ROOT + 1;
    for (let rank = count - 1; rank >= 0; rank--) {
      const pattern = patternOfRank[rank];
      const first = firstPart[pattern];
      let place = ROOT;
      for (let part = first; part < firstPart[pattern + 1]; part++) {
        if (part > first) {
          if (this.star[place] === NONE) this.star[place] = this.add(size++, place, STAR);
          place = this.star[place];
        }
        if (part === first + 1) {
          this.waitingNext[rank] = this.waiting[place];
          this.waiting[place] = rank;
        }
        for (let i = partBounds[part]; i < partBounds[part + 1]; i++) {
          const next = this.after(place, text[i]);
          place = next === NONE ? this.add(size++, place, text[i]) : next;
        }
      }
      if (anchored[pattern] === 1) this.ends[place] = rank;
      else {
        this.matched[place] = rank;
        this.tokens[place] |= MARKED;
      }
    }
    this.size = size;
    this.best = this.ends;
    this.sharedUntil = new Int32Array(0);
    this.pack();
    this.summarize();
  }

  /**
   * Moves all arrays to one memory: an array with memory of its own takes 300 octets more, and a crawler keeps the tries of thousands of
   * sites. Patterns share what they begin with, so much of the room may be left.
   */
  private pack(): void {
    const { size } = this;
    const { BYTES_PER_ELEMENT } = Int32Array;
    const integers = SIZED_ARRAYS * size + this.waitingNext.length + this.branches.length;
    const memory = new ArrayBuffer(integers * BYTES_PER_ELEMENT + size * Uint16Array.BYTES_PER_ELEMENT);
    let offset = 0;
    const moved = (from: Int32Array, length = size): Int32Array => {
      const kept = new Int32Array(memory, offset, length);
      offset += kept.byteLength;
      kept.set(from.subarray(0, length));
      return kept;
    };
    this.before = moved(this.before);
    this.star = moved(this.star);
    this.matched = moved(this.matched);
    this.best = moved(this.best);
    this.ends = moved(this.ends);
    this.waiting = moved(this.waiting);
    this.sharedUntil = moved(this.sharedUntil);
    this.waitingNext = moved(this.waitingNext, this.waitingNext.length);
    this.branches = moved(this.branches, this.branches.length);
    const tokens = new Uint16Array(memory, offset, size);
    tokens.set(this.tokens.subarray(0, size));
    this.tokens = tokens;
  }

  /** Adds a place, which a token leads to from another. */
  private add(place: number, before: number, token: number): number {
    const { tokens, branches } = this;
    tokens[place] = token;
    this.before[place] = before;
    tokens[before] |= token === STAR ? MARKED : place === before + 1 ? CHAINED : BRANCHED;
    if (token === STAR || place === before + 1) return place;
    let slot = this.slotOf(before, token);
    while (branches[slot] !== NONE) slot = (slot + 1) & (branches.length - 1);
    branches[slot] = place;
    return place;
  }

  private slotOf(place: number, octet: number): number {
    return Math.imul((place << OCTET_BITS) | octet, HASH_FACTOR) >>> this.hashShift;
  }

  /** Computes for each place what holds of everything behind it. */
  private summarize(): void {
    const { before, ends, best, sharedUntil } = this;
    const waysOn = new Uint16Array(this.size);
    for (let place = this.size - 1; place >= ROOT; place--) {
      const isChain = waysOn[place] === 1 && ends[place] === NO_RANK && before[place + 1] === place;
      sharedUntil[place] = isChain ? sharedUntil[place + 1] : place;
      waysOn[before[place]]++;
      if (this.isAfterStar(place)) continue;
      best[before[place]] = Math.min(best[before[place]], this.bestThrough(place));
    }
  }

  /** The best rank that passes a place or ends there. */
  bestThrough(place: number): number {
    const { best, matched, star } = this;
    return Math.min(best[place], matched[place], star[place] === NONE ? NO_RANK : best[star[place]]);
  }

  /** The places that an octet leads to from others. */
  advance(from: readonly number[], octet: number): Places {
    const isInQuery = from[0] === IN_QUERY;
    const reached: number[] = [];
    const stays: number[] = this.hasQueryForms && octet === QUESTION ? [IN_QUERY] : [];
    for (const place of from) {
      if (this.isAfterStar(place)) stays.push(place);
      reached.push(this.after(place, octet));
      if (isInQuery && isQueryData(octet)) reached.push(this.afterEscape(place, octet));
    }
    return this.placesAt(reached, stays);
  }

  /**
   * All places that patterns are at.
   *
   * @param reached the places that the last octet has brought them to; {@link NONE} does not count
   * @param others the places that they have reached before
   */
  placesAt(reached: readonly number[], others: readonly number[]): Places {
    const all = [...others];
    let matched = NO_RANK;
    for (const place of reached) {
      if (place === NONE) continue;
      matched = Math.min(matched, this.matched[place]);
      if (this.star[place] !== NONE) all.push(this.star[place]);
      if (this.best[place] < NO_RANK) all.push(place);
    }
    const positions = this.withoutPassed(all);
    let end = NO_RANK;
    let top = NO_RANK;
    for (const place of positions) {
      top = Math.min(top, this.best[place]);
      end = Math.min(end, this.ends[place]);
    }
    return { positions, matched, end, top, steps: STEPS_PER_PLACE * (all.length + reached.length) };
  }

  private isAfterStar(place: number): boolean {
    return place === IN_QUERY || (this.tokens[place] & TOKEN) === STAR;
  }

  /** Whether something matches at a place, or a `*` leads on. */
  isMarked(place: number): boolean {
    return (this.tokens[place] & MARKED) !== 0;
  }

  /** The octet that leads to a place, or -1. */
  octetBefore(place: number): number {
    return this.isAfterStar(place) ? -1 : this.tokens[place] & TOKEN;
  }

  /** The place after an octet at a place, or {@link NONE}. */
  after(place: number, octet: number): number {
    const { tokens, before, branches } = this;
    const token = tokens[place];
    if ((token & CHAINED) !== 0 && (tokens[place + 1] & TOKEN) === octet) return place + 1;
    if ((token & BRANCHED) === 0) return NONE;
    for (let slot = this.slotOf(place, octet); ; slot = (slot + 1) & (branches.length - 1)) {
      const next = branches[slot];
      if (next === NONE || (before[next] === place && (tokens[next] & TOKEN) === octet)) return next;
    }
  }

  /** The place after the escape of an octet at a place, or {@link NONE}. */
  afterEscape(place: number, octet: number): number {
    const digits = this.after(place, PERCENT);
    const lastDigit = this.after(digits, hexDigit(octet >> HALF_OCTET_BITS));
    return this.after(lastDigit, hexDigit(octet & HALF_OCTET));
  }

  /**
   * Places in ascending order, each once, without those that all patterns there have left for a place after a later `*`: whatever
   * is still to come can be found from that `*` as well.
   */
  private withoutPassed(places: readonly number[]): number[] {
    const kept: number[] = [];
    let last = -1;
    let star = NO_RANK;
    const sorted = Int32Array.from(places).sort();
    for (let i = sorted.length - 1; i >= 0; i--) {
      const place = sorted[i];
      if (place === last || star <= this.sharedUntil[place]) continue;
      kept.push(place);
      last = place;
      if (this.isAfterStar(place)) star = place;
    }
    return kept.reverse();
  }
}
