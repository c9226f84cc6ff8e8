/**
 * Finds the best of the patterns that match a path, however many there are.
 *
 * If few patterns have a `*`, one walk along the path follows the trie of the patterns (`pattern-trie.ts`) as far as no `*` is passed. It
 * finds the patterns without a `*` that match, and those whose octets before the first `*` do. These are tried one by one, the best first.
 * If that does not end soon, or many patterns have a `*`, another walk follows all of them at once.
 *
 * There, the patterns are at several places of their trie: for `/a*c`, `/a*cat` and `/a*d$`, after `/axc`, at those after `/a*`, `/a*c`. Such a
 * set of places is a *state*. Which state an octet leads to depends on nothing but the state:
 *
 * ```
 *            c                 a                   t
 *   /a* ──────────► /a*, /a*c ─────► /a*, /a*ca ─────► /a*        `/a*cat` matches
 * ```
 *
 * All possible states may be more than any memory holds, but paths need few. So a state is made when a path first needs it, and is kept
 * in a table of the automaton's own: this is a *lazy DFA*. When the table is full, it is emptied. Hostile patterns may need a
 * large new state for each octet: then the walk takes more steps than it is granted, and is given up.
 */

import { GIVEN_UP, NO_RULE } from './decision.js';
import { isQueryData, mayContain, presenceBit } from './octet-forms.js';
import { matchesPattern, type PatternSet } from './pattern.js';
import * as Trie from './pattern-trie.js';
import type { RequestPath } from './request-path.js';

const OCTETS = 256;

/*
 * A state, as integers next to each other:
 *
 *   TOP         MATCHED_RANK     END_RANK           then one integer for each class of octets
 *   best rank   best rank that   best rank if the   the state that such an octet leads to
 *   from here   matches here     path ends here
 *
 * A state is identified by where its integers begin: START begins at 0. The state that an octet leads to is UNKNOWN before it is needed
 * first, and negative if it ends the walk or matches something.
 */
const TOP = 0;
const MATCHED_RANK = 1;
const END_RANK = 2;
const FIRST_CLASS = 3;
const UNKNOWN = 0;
const START = 0;

/**
 * How many integers the table of an automaton may take, with the places of its states: so many, and so many more for each place of the trie up
 * to a most, but at least a few for each place. With what finds a state by its places, an integer takes about 20 octets. The rules of real files
 * need at most 11 for each place, however many unlike paths they are asked about, and a twentieth of them more than 7.
 */
const LEAST_ROOM = 1 << 12;
const ROOM_PER_PLACE = 128;
const MOST_ROOM = 1 << 18;
const LEAST_PER_PLACE = 8;

/** So many patterns with a `*` are looked at one by one. */
const FEW_PATTERNS = 32;
/** How many of them are tried on a path before the states are asked, which takes about as long. */
const FEW_TRIES = 3;

/** States, and the places of the trie that each stands for. */
class StateTable {
  /** The class of each octet, as the index of its integer in a state. Octets that no pattern has share one. */
  readonly classOf: Uint16Array;
  readonly stride: number;
  /** How many integers the states and their places may take. */
  readonly room: number;
  readonly #start: Trie.Places;
  /** How many they take. */
  size = 0;
  cells: Int32Array = new Int32Array(0);
  /** The places of each state. */
  sets: (readonly number[])[] = [];
  /** The states by their places. */
  states = new Map<string, number>();

  constructor(classOf: Uint16Array, room: number, start: Trie.Places) {
    this.classOf = classOf;
    this.stride = 1 + Math.max(...classOf);
    this.room = room;
    this.#start = start;
    this.#clear();
  }

  /** Adds a state. A full table forgets all others first. */
  add({ positions, matched, top, end }: Trie.Places): number {
    const integers = this.stride + positions.length;
    if (this.size + integers > this.room) this.#clear();
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
    this.size += integers;
    return offset;
  }

  /** Forgets all states but {@link START}. */
  #clear(): void {
    this.cells = new Int32Array(this.stride);
    this.sets = [];
    this.size = 0;
    this.states = new Map();
    this.add(this.#start);
  }
}

/** What patterns with a `*` need besides the trie. */
interface Wildcards {
  readonly patterns: PatternSet;
  readonly patternOfRank: Int32Array;
  /** The octets that the patterns need, as presence bits, by rank. */
  readonly needs: Int32Array;
}

/** Finds the best of the patterns that match a path. */
export class RuleAutomaton {
  /** The rule of each rank. */
  readonly #rules: Int32Array;
  readonly #trie: Trie.PatternTrie;
  /** Missing if no pattern has a `*`: many sites have such rules, and a crawler keeps the automatons of thousands. */
  readonly #wildcards: Wildcards | undefined;
  /** Whether more than a few patterns have a `*`. */
  readonly #hasManyWildcards: boolean;
  /** Is made when a path first needs it. */
  table: StateTable | undefined;
  /** The places after a `*` that the current path leads to by octets alone. */
  readonly #stars: number[] = [];

  /** @param patternOfRank the patterns, the best first */
  constructor(patterns: PatternSet, patternOfRank: Int32Array) {
    this.#rules = patternOfRank.map((pattern) => patterns.rules[pattern]);
    this.#trie = new Trie.PatternTrie(patterns, patternOfRank);
    const { firstPart } = patterns;
    let wildcards = 0;
    for (const pattern of patternOfRank) if (firstPart[pattern + 1] - firstPart[pattern] > 1) wildcards++;
    this.#hasManyWildcards = wildcards > FEW_PATTERNS;
    if (wildcards === 0) return;
    const needs = patternOfRank.map((pattern) => octetsNeeded(patterns, pattern));
    this.#wildcards = { patterns, patternOfRank, needs };
  }

  /** Finds the rule of the best pattern that matches a path, {@link NO_RULE} or {@link GIVEN_UP}. */
  decide(path: RequestPath): number {
    const rank = this.#bestRank(path);
    if (rank === Trie.NO_RANK) return NO_RULE;
    return rank === GIVEN_UP ? GIVEN_UP : this.#rules[rank];
  }

  /** The best rank of the patterns that match a path; {@link Trie.NO_RANK} if none does, or {@link GIVEN_UP}. */
  #bestRank(path: RequestPath): number {
    if (this.#hasManyWildcards) return this.#run(path);
    const { octets, start, end, signature } = path;
    const trie = this.#trie;
    const stars = this.#stars;
    let best = Trie.NO_RANK;
    let starCount = 0;
    for (let place = Trie.ROOT, at = start; place !== Trie.NONE; at++) {
      if (trie.isMarked(place)) {
        best = Math.min(best, trie.get(place, Trie.MATCHED));
        if (trie.get(place, Trie.AFTER_STAR) !== Trie.NONE)
          stars[starCount++] = trie.get(place, Trie.AFTER_STAR);
      }
      if (at === end) {
        best = Math.min(best, trie.get(place, Trie.ENDS));
        break;
      }
      place = trie.after(place, octets[at]);
    }
    path.left -= end - start + 1;
    if (starCount === 0) return best;
    const { patterns, patternOfRank, needs } = this.#wildcards as Wildcards;
    let tries = 0;
    for (let nth = 0; nth < starCount; nth++) {
      for (let rank = trie.get(stars[nth], Trie.WAITING); rank < best; rank = trie.waitingNext[rank]) {
        if (!mayContain(signature, needs[rank])) continue;
        if (tries++ === FEW_TRIES) return this.#run(path);
        if (matchesPattern(patterns, patternOfRank[rank], path)) best = rank;
      }
    }
    return best;
  }

  /** The same by the states of all patterns. */
  #run(path: RequestPath): number {
    const { octets, start, end } = path;
    this.table ??= this.#emptyTable();
    const { table } = this;
    const { classOf } = table;
    let { cells } = table;
    let best = cells[START + MATCHED_RANK];
    let state = START;
    path.left -= end - start + 1;
    for (let at = start; at < end; at++) {
      let next = cells[state + classOf[octets[at]]];
      if (next <= 0) {
        if (next === UNKNOWN) {
          next = this.#stateAfter(table, state, octets[at], path);
          if (path.left < 0) return GIVEN_UP;
          cells = table.cells;
        }
        if (next < 0) {
          next = -next;
          best = Math.min(best, cells[next + MATCHED_RANK]);
          if (cells[next + TOP] >= best) return best;
        }
      }
      state = next;
    }
    return Math.min(best, cells[state + END_RANK]);
  }

  #emptyTable(): StateTable {
    const { patterns } = this.#wildcards as Wildcards;
    const { size } = this.#trie;
    const room = LEAST_ROOM + Math.max(LEAST_PER_PLACE * size, Math.min(ROOM_PER_PLACE * size, MOST_ROOM));
    return new StateTable(classesOf(patterns), room, this.#trie.placesAt([Trie.ROOT], []));
  }

  /** Finds the state that an octet leads to, and keeps it. It is negative if the walk has to look at it. */
  #stateAfter(table: StateTable, from: number, octet: number, path: RequestPath): number {
    const { sets } = table;
    const places = this.#trie.advance(sets[from / table.stride], octet);
    path.left -= places.steps;
    const { matched, top, positions } = places;
    const key = `${matched} ${positions.join()}`;
    let state = table.states.get(key);
    if (state === undefined) {
      const offset = table.add(places);
      state = matched < Trie.NO_RANK || top === Trie.NO_RANK ? -offset : offset;
      table.states.set(key, state);
    }
    // Unless the table has been emptied meanwhile.
    if (sets === table.sets) table.cells[from + table.classOf[octet]] = state;
    return state;
  }
}

/** The octets that a pattern needs, as presence bits; none if the pattern may match others, or has no `*`. */
function octetsNeeded({ text, partBounds, firstPart, hasQueryForms }: PatternSet, pattern: number): number {
  let needed = 0;
  if (hasQueryForms || firstPart[pattern + 1] - firstPart[pattern] === 1) return needed;
  const end = partBounds[firstPart[pattern + 1]];
  for (let i = partBounds[firstPart[pattern]]; i < end; i++) needed |= presenceBit(text[i]);
  return needed;
}

/** In place of the class of an octet that patterns have, before it has one. */
const OCCURS = 0;

function classesOf({ text, textLength, hasQueryForms }: PatternSet): Uint16Array {
  const classes = new Uint16Array(OCTETS).fill(FIRST_CLASS);
  for (let i = 0; i < textLength; i++) classes[text[i]] = OCCURS;
  let next = FIRST_CLASS + 1;
  for (let octet = 0; octet < OCTETS; octet++) {
    if (classes[octet] === OCCURS || (hasQueryForms && isQueryData(octet))) classes[octet] = next++;
  }
  return classes;
}
