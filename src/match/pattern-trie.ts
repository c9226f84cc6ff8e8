/**
 * All patterns of one caller as a trie: `/a*c`, `/a*d$` and `/ab` share what they begin with. A pattern is a string of tokens. A token
 * is an octet, a `*`, or how the pattern ends: it matches whatever follows (`=`), or if the path ends there (`$`).
 *
 * ```
 *   position  1   2   3   4   5   6   7   8   9
 *   token     /   a   *   c   =   d   $   b   =
 *                     │   └───────┘       │          `c` and `d` are the alternatives after `/a*`
 *                     └───────────────────┘          `*` and `b` are the alternatives after `/a`
 * ```
 *
 * After a token, patterns go on at the next position, or at one of the alternatives to the token there. So a position is also a
 * *place* in patterns: 4 is the place after `/a*`, and 8 is none. After the octets `/axc`, the patterns are at two places: at 4, for
 * what the `*` may still skip, and at 5, where `/a*c` matches.
 */
import { PERCENT, QUESTION } from '../ascii.js';
import { hexDigit, isQueryData, mayContain, presenceBit } from './octet-forms.js';
import type { PatternSet } from './pattern.js';

/** The rank of no pattern: worse than any. */
export const NO_RANK: number = 0x7fffffff;

/** The tokens that are no octets. After this one, any octets may follow before the next token. */
export const STAR = -1;
/** The pattern matches if the path ends here. */
export const END = -2;
/** The pattern matches whatever follows. */
export const MATCHED = -3;

export const NONE = 0;
/** The place that stands for the query of a path: who has reached it is in the query. */
export const IN_QUERY = 0;
export const ROOT = 1;

const HALF_OCTET_BITS = 4;
const HALF_OCTET = 0xf;

/** What sorting a place, and finding a state by it, costs. */
const STEPS_PER_PLACE = 8;

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

/** The patterns as a trie: see above. All arrays are indexed by position. */
export class PatternTrie {
  readonly size: number;
  readonly tokens: Int16Array;
  /** The next alternative to a token; {@link NONE} after the last. It has a higher position. */
  readonly siblings: Int32Array;
  /** The best rank of the patterns that have this token here. */
  readonly best: Int32Array;
  /** The octets that all of these patterns need from here on, as presence bits. */
  readonly needs: Int32Array;
  /** All patterns at this place also pass the places from here up to this one. */
  private readonly sharedUntil: Int32Array;
  /** Whether `%3A` and the like after a `*` also match what they encode (`pattern.ts`). */
  readonly hasQueryForms: boolean;

  /** @param patternOfRank the patterns, the best first */
  constructor(patterns: PatternSet, patternOfRank: Int32Array) {
    const { text, partBounds, firstPart, anchored, count, textLength, hasQueryForms } = patterns;
    // There is a place even if there is no pattern.
    const room = ROOT + 1 + textLength + firstPart[count];
    const tokens = new Int16Array(room).fill(END);
    const siblings = new Int32Array(room);
    const best = new Int32Array(room).fill(NO_RANK);
    let size = ROOT;

    for (let rank = 0; rank < count; rank++) {
      const pattern = patternOfRank[rank];
      const first = firstPart[pattern];
      let at = ROOT;
      for (let part = first; part < firstPart[pattern + 1]; part++) {
        if (part > first) at = add(at, STAR);
        for (let i = partBounds[part]; i < partBounds[part + 1]; i++) at = add(at, text[i]);
      }
      at = add(at, anchored[pattern] === 1 ? END : MATCHED);
      best[at - 1] = Math.min(best[at - 1], rank);
    }
    this.size = Math.max(size, ROOT + 1);
    this.tokens = tokens.slice(0, this.size);
    this.siblings = siblings.slice(0, this.size);
    this.best = best.slice(0, this.size);
    this.needs = new Int32Array(this.size);
    this.sharedUntil = new Int32Array(this.size);
    this.hasQueryForms = hasQueryForms;
    this.summarize();

    /** Adds a token at a place, unless it is there. Returns the place after it. */
    function add(place: number, token: number): number {
      if (place < size) {
        let at = place;
        while (tokens[at] !== token && siblings[at] !== NONE) at = siblings[at];
        if (tokens[at] === token) return at + 1;
        siblings[at] = size;
      }
      tokens[size] = token;
      return ++size;
    }
  }

  /** Computes for each position what holds of everything behind it. */
  private summarize(): void {
    const { tokens, siblings, best, needs, sharedUntil } = this;
    for (let at = this.size - 1; at >= ROOT; at--) {
      const token = tokens[at];
      sharedUntil[at] = at;
      if (token === END || token === MATCHED) continue;
      let needed = -1;
      for (let next = at + 1; next !== NONE; next = siblings[next]) {
        best[at] = Math.min(best[at], best[next]);
        needed &= needs[next];
      }
      needs[at] = token === STAR || this.hasQueryForms ? needed : needed | presenceBit(token);
      if (siblings[at] === NONE) sharedUntil[at] = sharedUntil[at + 1];
    }
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
    const { tokens, siblings, best } = this;
    const all = [...others];
    let matched = NO_RANK;
    let tokensSeen = 0;
    for (const place of reached) {
      let isWaiting = false;
      for (let at = place; at !== NONE; at = siblings[at]) {
        if (tokens[at] === MATCHED) matched = Math.min(matched, best[at]);
        else if (tokens[at] === STAR) all.push(at + 1);
        else isWaiting = true;
        tokensSeen++;
      }
      if (isWaiting) all.push(place);
    }
    const positions = this.withoutPassed(all);
    let end = NO_RANK;
    let top = NO_RANK;
    for (const place of positions) {
      for (let at = place; at !== NONE; at = siblings[at]) {
        top = Math.min(top, best[at]);
        if (tokens[at] === END) end = Math.min(end, best[at]);
        tokensSeen++;
      }
    }
    // An octet is searched for in the tokens that the loops above look at, too.
    const steps = 2 * tokensSeen + STEPS_PER_PLACE * (all.length + reached.length);
    return { positions, matched, end, top, steps };
  }

  /** The best rank of the patterns at a place. */
  bestAt(place: number): number {
    let best = NO_RANK;
    for (let at = place; at !== NONE; at = this.siblings[at]) best = Math.min(best, this.best[at]);
    return best;
  }

  /** Whether one of the patterns that go on at a place may match a path of a signature, and is better than a rank. */
  mayMatch(place: number, signature: number, rank: number): boolean {
    for (let at = place; at !== NONE; at = this.siblings[at]) {
      if (this.best[at] < rank && mayContain(signature, this.needs[at])) return true;
    }
    return false;
  }

  private isAfterStar(place: number): boolean {
    return place === IN_QUERY || this.tokens[place - 1] === STAR;
  }

  /** The place after an octet at a place, or {@link NONE}. */
  after(place: number, octet: number): number {
    for (let at = place; at !== NONE; at = this.siblings[at]) if (this.tokens[at] === octet) return at + 1;
    return NONE;
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
