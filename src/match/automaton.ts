/**
 * One walk along a path finds the best of the patterns that match it, however many there are.
 *
 * As long as no `*` is passed, the patterns are at one place of their trie (`pattern-trie.ts`), so the walk follows the trie. After a
 * `*`, they are at several places: for `/a*c`, `/a*cat` and `/a*d$`, after `/axc`, at those after `/a*`, `/a*c`. Such a set of places is a
 * *state*. Which state an octet leads to depends on nothing but the state:
 *
 * ```
 *            c                 a                   t
 *   /a* ──────────► /a*, /a*c ─────► /a*, /a*ca ─────► /a*        `/a*cat` matches
 * ```
 *
 * All possible states may be more than any memory holds, but paths need few. So a state is made when a path first needs it, and is kept
 * in a table: this is a *lazy DFA*. When the table is full, it is emptied. Hostile patterns may need a large new state for each octet: then
 * the walk takes more steps than it is granted, and is given up.
 */
import type { Meter } from './bound.js';
import { isQueryData } from './octet-forms.js';
import type { PatternSet } from './pattern.js';
import {
  END,
  IN_QUERY,
  MATCHED,
  NO_RANK,
  NONE,
  PatternTrie,
  type Places,
  ROOT,
  STAR,
} from './pattern-trie.js';
import type { RequestPath } from './request-path.js';

const OCTETS = 256;

/*
 * A state, as integers next to each other:
 *
 *   TOP         MATCHED_RANK     END_RANK           JOINED    JOINED_TO    then one integer for each class of octets
 *   best rank   best rank that   best rank if the   a place   the state    the state that such an octet leads to
 *   from here   matches here     path ends here     and       with it too
 *
 * A state is identified by where its integers begin. The state that an octet leads to is UNKNOWN before it is needed first, and negative
 * if it ends the walk or matches something.
 */
const TOP = 0;
const MATCHED_RANK = 1;
const END_RANK = 2;
const JOINED = 3;
const JOINED_TO = 4;
const FIRST_CLASS = 5;
const UNKNOWN = 0;

/** The state without places. No octet leads to or from it. */
const NOWHERE = 0;

/** How many integers states and their places may take: so many, and so many more for each position of the trie. */
const LEAST_ROOM = 1 << 16;
const ROOM_PER_POSITION = 4;

/** Finds the best of the patterns that match a path. */
export class RuleAutomaton {
  private readonly trie: PatternTrie;
  /** The class of each octet, as the index of its integer in a state. Octets that no pattern has after a `*` share one. */
  private readonly classOf: Uint16Array;
  private readonly stride: number;
  private readonly room: number;
  private cells: Int32Array;
  /** The places of each state. */
  private sets!: (readonly number[])[];
  /** How many these are. */
  private placeCount!: number;
  private states!: Map<string, number>;
  /** The best rank so far of the current question. */
  private best = NO_RANK;
  /** The places after a `*` that the current path leads to by octets alone, and where in the path. */
  private readonly stars: number[] = [];
  private readonly starsAt: number[] = [];

  /** @param patternOfRank the patterns, the best first */
  constructor(patterns: PatternSet, patternOfRank: Int32Array) {
    this.trie = new PatternTrie(patterns, patternOfRank);
    this.classOf = classesOf(patterns);
    this.stride = 1 + Math.max(...this.classOf);
    this.room = LEAST_ROOM + ROOM_PER_POSITION * this.trie.size;
    this.cells = new Int32Array(2 * this.stride);
    this.clear();
  }

  /**
   * Finds the best rank of the patterns that match a path.
   *
   * @param meter if it is below 0 afterwards, the result is meaningless
   */
  decide(path: RequestPath, meter: Meter): number {
    const { octets, start, end } = path;
    const starCount = this.walkTrie(path);
    meter.left -= end - start + 1;
    if (starCount === 0) return this.best;
    const { stars, starsAt, trie } = this;
    const queryStart = trie.hasQueryForms ? path.queryStart : end;
    let state = NOWHERE;
    let at = start;
    for (let nth = 0; nth < starCount; nth++) {
      if (!trie.mayMatch(stars[nth], path.signature, this.best)) continue;
      if (state !== NOWHERE) state = this.run(state, octets, at, starsAt[nth], meter);
      at = starsAt[nth];
      if (state === NOWHERE && at >= queryStart) state = this.stride;
      state = this.join(state, stars[nth], meter);
    }
    if (state !== NOWHERE) state = this.run(state, octets, at, end, meter);
    return state === NOWHERE ? this.best : Math.min(this.best, this.cells[state + END_RANK]);
  }

  /**
   * Walks along a path as far as patterns have its octets without a `*`.
   *
   * @returns how many places after a `*` this leads to
   */
  private walkTrie({ octets, start, end }: RequestPath): number {
    const { tokens, siblings, best: ranks } = this.trie;
    let best = NO_RANK;
    let starCount = 0;
    let place = ROOT;
    for (let at = start; place !== NONE; at++) {
      const octet = at < end ? octets[at] : END;
      let next = NONE;
      for (let alternative = place; alternative !== NONE; alternative = siblings[alternative]) {
        const token = tokens[alternative];
        if (token === octet) next = alternative + 1;
        else if (token === STAR) {
          this.stars[starCount] = alternative + 1;
          this.starsAt[starCount++] = at;
        } else if (token === MATCHED) best = Math.min(best, ranks[alternative]);
      }
      if (octet === END) {
        if (next !== NONE) best = Math.min(best, ranks[next - 1]);
        break;
      }
      place = next;
    }
    this.best = best;
    return starCount;
  }

  /** The state after some octets of a path, or {@link NOWHERE} if no more of them can improve {@link best}. */
  private run(from: number, octets: Uint8Array, start: number, end: number, meter: Meter): number {
    const { classOf } = this;
    let { cells } = this;
    let state = from;
    for (let at = start; at < end; at++) {
      let next = cells[state + classOf[octets[at]]];
      if (next <= 0) {
        if (next === UNKNOWN) {
          next = this.stateAfter(state, octets[at], meter);
          if (meter.left < 0) return NOWHERE;
          cells = this.cells;
        }
        if (next < 0) {
          next = -next;
          this.best = Math.min(this.best, cells[next + MATCHED_RANK]);
          if (cells[next + TOP] >= this.best) return NOWHERE;
        }
      }
      state = next;
    }
    return state;
  }

  /** Computes the state that an octet leads to, and keeps it. */
  private stateAfter(state: number, octet: number, meter: Meter): number {
    const { sets } = this;
    const next = this.stateOf(this.trie.advance(sets[state / this.stride], octet), meter);
    // Unless the table has been emptied meanwhile.
    if (sets === this.sets) this.cells[state + this.classOf[octet]] = next;
    return next;
  }

  /** The state with one more place, which follows a `*`. */
  private join(state: number, star: number, meter: Meter): number {
    if (this.cells[state + JOINED] === star) return this.cells[state + JOINED_TO];
    const { sets } = this;
    const joined = this.stateOf(this.trie.placesAt([], [...sets[state / this.stride], star]), meter);
    if (sets === this.sets) {
      this.cells[state + JOINED] = star;
      this.cells[state + JOINED_TO] = joined;
    }
    return joined;
  }

  /** The state with some places, which is made if there is none. It is negative if the walk has to look at it. */
  private stateOf(places: Places, meter: Meter): number {
    const { positions, matched, top, steps } = places;
    meter.left -= steps;
    const key = `${matched} ${positions.join()}`;
    const known = this.states.get(key);
    if (known !== undefined) return known;
    if (this.sets.length * this.stride + this.placeCount + positions.length > this.room) this.clear();
    const offset = this.add(places);
    const state = matched < NO_RANK || top === NO_RANK ? -offset : offset;
    this.states.set(key, state);
    return state;
  }

  private add({ positions, matched, top, end }: Places): number {
    const offset = this.sets.length * this.stride;
    if (offset + this.stride > this.cells.length) {
      const larger = new Int32Array(2 * this.cells.length);
      larger.set(this.cells);
      this.cells = larger;
    }
    this.cells[offset + TOP] = top;
    this.cells[offset + MATCHED_RANK] = matched;
    this.cells[offset + END_RANK] = end;
    this.sets.push(positions);
    this.placeCount += positions.length;
    return offset;
  }

  /** Forgets all states, but for {@link NOWHERE} and the next one, which has only {@link IN_QUERY}. */
  private clear(): void {
    this.cells.fill(UNKNOWN);
    this.sets = [];
    this.placeCount = 0;
    this.states = new Map();
    this.add(this.trie.placesAt([], []));
    this.add(this.trie.placesAt([], [IN_QUERY]));
  }
}

function classesOf({ text, partBounds, firstPart, count, hasQueryForms }: PatternSet): Uint16Array {
  const classOf = new Uint16Array(OCTETS).fill(FIRST_CLASS);
  let next = FIRST_CLASS + 1;
  const distinguish = (octet: number): void => {
    if (classOf[octet] === FIRST_CLASS) classOf[octet] = next++;
  };
  for (let pattern = 0; pattern < count; pattern++) {
    const end = partBounds[firstPart[pattern + 1]];
    for (let i = partBounds[firstPart[pattern] + 1]; i < end; i++) distinguish(text[i]);
  }
  if (hasQueryForms) for (let octet = 0; octet < OCTETS; octet++) if (isQueryData(octet)) distinguish(octet);
  return classOf;
}
