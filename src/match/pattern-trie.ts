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
const STAR_TOKEN = 1 << 8;

// The columns of a place: what is known of it besides its token.
/** The place before it. */
export const BEFORE = 0;
/** The place after a `*`, or {@link NONE}. */
export const AFTER_STAR = 1;
/** The best rank that matches whatever follows. */
export const MATCHED = 2;
/** The best rank that matches if the path ends here. */
export const ENDS = 3;
/** The best rank that ends here or goes on with an octet. */
export const BEST = 4;
/** The best rank whose first `*` leads here. */
export const WAITING = 5;
/** All patterns that go on from here also pass the places from here up to this one. */
const SHARED_UNTIL = 6;
const COLUMNS = 7;

/*
 * A place has the token that leads to it, in its lower bits, and flags. So a walk along a path reads little else:
 *
 *   MARKED     something matches here, or a `*` leads on
 *   CHAINED    an octet leads to the place of the next number
 *   BRANCHED   octets lead to other places
 */
const TOKEN_MASK = 0x1ff;
const MARKED = 1 << 9;
const CHAINED = 1 << 10;
const BRANCHED = 1 << 11;

/** In place of a place: there is none. */
export const NONE = 0;
/** Among the places that patterns are at, the same number says that the path has reached its query. */
export const IN_QUERY = 0;
export const ROOT = 1;

const OCTET_BITS = 8;
const HALF_OCTET_BITS = 4;
const HALF_OCTET = 0xf;

/** An odd number that nobody outside can know, so that nobody can make patterns whose branches collide. */
const HASH_FACTOR = (Math.random() * 0xffffffff) | 1;

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

/** The patterns as a trie: see above. A place has a lower number than those that follow it. */
export class PatternTrie {
  /** How many numbers of places there are, with {@link NONE}. */
  readonly size: number;
  /** The token that leads to each place, and flags; see above. */
  readonly #tokens: Uint16Array;
  /** The columns of each place, next to each other. */
  readonly #cells: Int32Array;
  /** By rank, the next rank that waits at the same place. */
  readonly waitingNext: Int32Array;
  /** A hash table of the places that an octet leads to, but for those whose number follows that of the place before. */
  readonly #branches: Int32Array;
  readonly #hashShift: number;
  /** Whether `%3A` and the like after a `*` also match what they encode (`pattern.ts`). */
  readonly hasQueryForms: boolean;

  /** @param patternOfRank the patterns, the best first */
  constructor(patterns: PatternSet, patternOfRank: Int32Array) {
    const { text, partBounds, firstPart, anchored, count, textLength, hasQueryForms } = patterns;
    const room = ROOT + 2 + textLength + firstPart[count];
    this.#tokens = new Uint16Array(room);
    this.#cells = new Int32Array(room * COLUMNS);
    this.waitingNext = new Int32Array(count);
    this.hasQueryForms = hasQueryForms;
    // A pattern branches off once at most, and half of the table stays empty.
    this.#hashShift = Math.clz32(2 * count + 1);
    this.#branches = new Int32Array(2 ** (32 - this.#hashShift));

    this.#add(NONE, NONE, 0);
    this.#add(ROOT, NONE, 0);
    let size = ROOT + 1;
    for (let rank = count - 1; rank >= 0; rank--) {
      const pattern = patternOfRank[rank];
      const first = firstPart[pattern];
      let place = ROOT;
      for (let part = first; part < firstPart[pattern + 1]; part++) {
        if (part > first) {
          if (this.get(place, AFTER_STAR) === NONE)
            this.#set(place, AFTER_STAR, this.#add(size++, place, STAR_TOKEN));
          place = this.get(place, AFTER_STAR);
        }
        if (part === first + 1) {
          this.waitingNext[rank] = this.get(place, WAITING);
          this.#set(place, WAITING, rank);
        }
        for (let i = partBounds[part]; i < partBounds[part + 1]; i++) {
          const next = this.after(place, text[i]);
          place = next === NONE ? this.#add(size++, place, text[i]) : next;
        }
      }
      if (anchored[pattern] === 1) this.#set(place, ENDS, rank);
      else {
        this.#set(place, MATCHED, rank);
        this.#tokens[place] |= MARKED;
      }
    }
    this.size = size;
    // Patterns share what they begin with, so much of the room may be left, and a crawler keeps the tries of thousands of sites.
    this.#tokens = this.#tokens.slice(0, size);
    this.#cells = this.#cells.slice(0, size * COLUMNS);
    this.#summarize();
  }

  /** A column of a place. */
  get(place: number, column: number): number {
    return this.#cells[place * COLUMNS + column];
  }

  #set(place: number, column: number, value: number): void {
    this.#cells[place * COLUMNS + column] = value;
  }

  /** Adds a place, which a token leads to from another. */
  #add(place: number, before: number, token: number): number {
    const tokens = this.#tokens;
    const branches = this.#branches;
    tokens[place] = token;
    this.#set(place, BEFORE, before);
    this.#set(place, MATCHED, NO_RANK);
    this.#set(place, ENDS, NO_RANK);
    this.#set(place, WAITING, NO_RANK);
    if (before === NONE) return place;
    const flag = token === STAR_TOKEN ? MARKED : place === before + 1 ? CHAINED : BRANCHED;
    tokens[before] |= flag;
    if (flag !== BRANCHED) return place;
    let slot = this.#slotOf(before, token);
    while (branches[slot] !== NONE) slot = (slot + 1) & (branches.length - 1);
    branches[slot] = place;
    return place;
  }

  #slotOf(place: number, octet: number): number {
    return Math.imul((place << OCTET_BITS) | octet, HASH_FACTOR) >>> this.#hashShift;
  }

  /** Finds {@link BEST} and {@link SHARED_UNTIL} of each place from the places after it. */
  #summarize(): void {
    const waysOn = new Uint16Array(this.size);
    for (let place = NONE; place < this.size; place++) this.#set(place, BEST, this.get(place, ENDS));
    for (let place = this.size - 1; place > ROOT; place--) {
      const before = this.get(place, BEFORE);
      const isChain =
        waysOn[place] === 1 && this.get(place, ENDS) === NO_RANK && this.get(place + 1, BEFORE) === place;
      this.#set(place, SHARED_UNTIL, isChain ? this.get(place + 1, SHARED_UNTIL) : place);
      waysOn[before]++;
      if (this.#isAfterStar(place)) continue;
      this.#set(before, BEST, Math.min(this.get(before, BEST), this.bestThrough(place)));
    }
  }

  /** The best rank that passes a place or ends there. */
  bestThrough(place: number): number {
    const star = this.get(place, AFTER_STAR);
    return Math.min(this.get(place, BEST), this.get(place, MATCHED), this.get(star, BEST));
  }

  /** The places that an octet leads to from others. */
  advance(from: readonly number[], octet: number): Places {
    const isInQuery = from[0] === IN_QUERY;
    const reached: number[] = [];
    const stays: number[] = this.hasQueryForms && octet === QUESTION ? [IN_QUERY] : [];
    for (const place of from) {
      if (this.#isAfterStar(place)) stays.push(place);
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
      matched = Math.min(matched, this.get(place, MATCHED));
      if (this.get(place, AFTER_STAR) !== NONE) all.push(this.get(place, AFTER_STAR));
      if (this.get(place, BEST) < NO_RANK) all.push(place);
    }
    const positions = this.#withoutPassed(all);
    let end = NO_RANK;
    let top = NO_RANK;
    for (const place of positions) {
      top = Math.min(top, this.get(place, BEST));
      end = Math.min(end, this.get(place, ENDS));
    }
    return { positions, matched, end, top, steps: STEPS_PER_PLACE * (all.length + reached.length) };
  }

  #isAfterStar(place: number): boolean {
    return place === IN_QUERY || (this.#tokens[place] & TOKEN_MASK) === STAR_TOKEN;
  }

  /** Whether something matches at a place, or a `*` leads on. */
  isMarked(place: number): boolean {
    return (this.#tokens[place] & MARKED) !== 0;
  }

  /** The octet that leads to a place, or -1. */
  octetBefore(place: number): number {
    return this.#isAfterStar(place) ? -1 : this.#tokens[place] & TOKEN_MASK;
  }

  /** The place after an octet at a place, or {@link NONE}. */
  after(place: number, octet: number): number {
    const branches = this.#branches;
    const token = this.#tokens[place];
    if ((token & CHAINED) !== 0 && (this.#tokens[place + 1] & TOKEN_MASK) === octet) return place + 1;
    if ((token & BRANCHED) === 0) return NONE;
    for (let slot = this.#slotOf(place, octet); ; slot = (slot + 1) & (branches.length - 1)) {
      const next = branches[slot];
      if (next === NONE) return NONE;
      if (this.get(next, BEFORE) === place && (this.#tokens[next] & TOKEN_MASK) === octet) return next;
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
  #withoutPassed(places: readonly number[]): number[] {
    const kept: number[] = [];
    let star = NO_RANK;
    const sorted = Int32Array.from(places).sort();
    for (let i = sorted.length - 1; i >= 0; i--) {
      const place = sorted[i];
      if (star <= this.get(place, SHARED_UNTIL)) continue;
      kept.push(place);
      if (this.#isAfterStar(place)) star = place;
    }
    return kept.reverse();
  }
}
