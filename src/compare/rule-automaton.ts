/**
 * All patterns of one matcher as one automaton over the octets of a URL, made state by state as it is explored.
 *
 * A state is the places of the patterns' trie (`match/pattern-trie.ts`) that the octets so far lead to, and the best rule that has
 * matched whatever follows. Places from which no better rule can match are dropped.
 */
import { isQueryData, queryFormOf } from '../match/octet-forms.js';
import type { Candidates, PatternSet } from '../match/pattern.js';
import {
  BEFORE,
  BEST,
  ENDS,
  IN_QUERY,
  MATCHED,
  NO_RANK,
  NONE,
  PatternTrie,
  type Places,
  ROOT,
} from '../match/pattern-trie.js';
import { latin1 } from '../octets.js';
import type { Budget } from './budget.js';

const QUERY_DATA = Array.from({ length: 256 }, (_, octet) => octet).filter(isQueryData);

/** The state after the octets so far. */
export interface RuleState {
  /** Distinguishes the states of one automaton. */
  readonly id: number;
  /** The rank that decides if the URL ends here; {@link NO_RANK} if no pattern matches. */
  readonly decision: number;
  /** The lowest rank that has matched whatever follows; {@link NO_RANK} if none has. */
  readonly best: number;
  /** Whether no further octet changes the decision. */
  readonly isSettled: boolean;
  /** Places in the trie of the patterns, in ascending order. */
  readonly positions: readonly number[];
  /** The octets that lead on in some pattern, outside of a query and in one. */
  readonly moves: readonly [ReadonlySet<number>, ReadonlySet<number>];
}

interface OpenState extends RuleState {
  readonly next: Map<number, OpenState>;
}

/** The octets of a part of a pattern, each character one octet. */
export interface PartText {
  readonly text: string;
  readonly followsStar: boolean;
}

export class RuleAutomaton {
  readonly start: RuleState;
  /** The parts of all patterns, each also in its query form if it has one. */
  readonly parts: readonly PartText[];
  /** Whether some part reads differently in a query. */
  readonly hasQueryForms: boolean;

  readonly #trie: PatternTrie;
  readonly #children: Children;
  readonly #states = new Map<string, OpenState>();
  readonly #budget: Budget;

  constructor({ patterns, patternOfRank }: Candidates, budget: Budget) {
    this.#budget = budget;
    this.#trie = new PatternTrie(patterns, patternOfRank);
    this.#children = childrenIn(this.#trie);
    this.hasQueryForms = patterns.hasQueryForms;
    this.parts = partsOf(patterns, patternOfRank);
    budget.spend(this.#trie.size);
    this.start = this.#enter(this.#trie.placesAt([ROOT], []), NO_RANK);
  }

  /** The state after one more octet. */
  step(from: RuleState, octet: number): RuleState {
    const state = from as OpenState;
    let next = state.next.get(octet);
    if (next === undefined) {
      next = this.#enter(this.#trie.advance(state.positions, octet), state.best);
      state.next.set(octet, next);
    }
    return next;
  }

  /** Follows which of some ranks may still decide. */
  follow(ranks: ReadonlySet<number>): OpenRanks {
    return new OpenRanks(this.#trie, this.#children, ranks);
  }

  #enter({ positions, matched, end }: Places, bestBefore: number): OpenState {
    const best = Math.min(matched, bestBefore);
    const relevant = positions.filter((place) => place === IN_QUERY || this.#trie.get(place, BEST) < best);
    this.#budget.spend(positions.length + 1);
    const key = `${best} ${relevant.join()}`;
    let state = this.#states.get(key);
    if (state === undefined) {
      state = {
        id: this.#states.size,
        decision: Math.min(best, end),
        best,
        isSettled: relevant.every((place) => place === IN_QUERY),
        positions: relevant,
        moves: [this.#octetsAfter(relevant, best, false), this.#octetsAfter(relevant, best, true)],
        next: new Map(),
      };
      this.#states.set(key, state);
    }
    return state;
  }

  /** The octets that lead from some places on, in patterns better than a rank. */
  #octetsAfter(places: readonly number[], best: number, inQuery: boolean): Set<number> {
    const trie = this.#trie;
    const { first, next } = this.#children;
    const octets = new Set<number>();
    for (const place of places) {
      for (let child = first[place]; child !== NONE; child = next[child]) {
        const octet = trie.octetBefore(child);
        if (octet >= 0 && trie.bestThrough(child) < best) octets.add(octet);
      }
      if (!inQuery || !this.hasQueryForms) continue;
      for (const octet of QUERY_DATA) if (trie.afterEscape(place, octet) !== NONE) octets.add(octet);
    }
    return octets;
  }
}

/** The places after each place of a trie, as lists, the latest first: the first, and the next in the list of each. */
interface Children {
  readonly first: Int32Array;
  readonly next: Int32Array;
}

function childrenIn(trie: PatternTrie): Children {
  const { size } = trie;
  const first = new Int32Array(size);
  const next = new Int32Array(size);
  // The trie has added the best pattern last.
  for (let place = ROOT + 1; place < size; place++) {
    const before = trie.get(place, BEFORE);
    next[place] = first[before];
    first[before] = place;
  }
  return { first, next };
}

/** Ranks of which it is not known yet whether they decide about some URL. */
class OpenRanks {
  readonly #trie: PatternTrie;
  readonly #children: Children;
  /** The best of them among the patterns that pass each place or end there. */
  readonly #best: Int32Array;
  /** Where the pattern of each of them ends. */
  readonly #ends = new Map<number, number>();

  constructor(trie: PatternTrie, children: Children, ranks: ReadonlySet<number>) {
    this.#trie = trie;
    this.#children = children;
    this.#best = new Int32Array(trie.size).fill(NO_RANK);
    for (let place = trie.size - 1; place >= ROOT; place--) {
      for (const rank of [trie.get(place, MATCHED), trie.get(place, ENDS)])
        if (ranks.has(rank)) this.#ends.set(rank, place);
      this.#best[place] = this.#bestAt(place);
    }
  }

  /** Removes a rank. */
  delete(rank: number): void {
    let place = this.#ends.get(rank) ?? NONE;
    this.#ends.delete(rank);
    for (; place !== NONE; place = this.#trie.get(place, BEFORE)) this.#best[place] = this.#bestAt(place);
  }

  /** Whether one of them can decide about a URL that begins as a state's do. */
  mayDecide({ best, positions }: RuleState): boolean {
    return this.#ends.has(best) || positions.some((place) => this.#best[place] < best);
  }

  #bestAt(place: number): number {
    const { first, next } = this.#children;
    let best = NO_RANK;
    for (const rank of [this.#trie.get(place, MATCHED), this.#trie.get(place, ENDS)]) {
      if (this.#ends.has(rank)) best = Math.min(best, rank);
    }
    for (let child = first[place]; child !== NONE; child = next[child])
      best = Math.min(best, this.#best[child]);
    return best;
  }
}

function partsOf({ text, partBounds, firstPart, hasQueryForms }: PatternSet, order: Int32Array): PartText[] {
  const parts: PartText[] = [];
  for (const pattern of order) {
    const first = firstPart[pattern];
    for (let part = first; part < firstPart[pattern + 1]; part++) {
      const octets = text.subarray(partBounds[part], partBounds[part + 1]);
      const followsStar = part > first;
      parts.push({ text: latin1(octets), followsStar });
      if (!followsStar || !hasQueryForms) continue;
      const inQuery = queryFormOf(octets);
      if (inQuery.length < octets.length) parts.push({ text: latin1(inQuery), followsStar });
    }
  }
  return parts;
}
