/**
 * All patterns of one matcher as one automaton over the octets of a URL, made state by state as it is explored.
 *
 * A state is the places of the patterns' trie (`match/pattern-trie.ts`) that the octets so far lead to, and the best rule that has
 * matched whatever follows. Places from which no better rule can match are dropped.
 */
import { isQueryData, writeQueryForm } from '../match/octet-forms.js';
import type { PatternSet } from '../match/pattern.js';
import {
  END,
  IN_QUERY,
  MATCHED,
  NO_RANK,
  NONE,
  PatternTrie,
  type Places,
  ROOT,
} from '../match/pattern-trie.js';
import type { Candidates } from '../match/rules.js';
import type { Budget } from './budget.js';
import { latin1 } from './latin1.js';

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
  readonly #states = new Map<string, OpenState>();
  readonly #budget: Budget;

  constructor({ patterns, patternOfRank }: Candidates, budget: Budget) {
    this.#budget = budget;
    this.#trie = new PatternTrie(patterns, patternOfRank);
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
    return new OpenRanks(this.#trie, ranks);
  }

  #enter({ positions, matched, end }: Places, bestBefore: number): OpenState {
    const best = Math.min(matched, bestBefore);
    const relevant = positions.filter((place) => place === IN_QUERY || this.#trie.bestAt(place) < best);
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
    const octets = new Set<number>();
    for (const place of places) {
      for (let at = place; at !== NONE; at = trie.siblings[at]) {
        if (trie.best[at] < best && trie.tokens[at] >= 0) octets.add(trie.tokens[at]);
      }
      if (!inQuery || !this.hasQueryForms) continue;
      for (const octet of QUERY_DATA) if (trie.afterEscape(place, octet) !== NONE) octets.add(octet);
    }
    return octets;
  }
}

/** Ranks of which it is not known yet whether they decide about some URL. */
export class OpenRanks {
  readonly #trie: PatternTrie;
  /** The best of them among the patterns that have the token at each position. */
  readonly #best: Int32Array;
  /** The position of the token before each. */
  readonly #before: Int32Array;
  /** Where the pattern of each of them ends. */
  readonly #ends = new Map<number, number>();

  constructor(trie: PatternTrie, ranks: ReadonlySet<number>) {
    this.#trie = trie;
    this.#best = new Int32Array(trie.size).fill(NO_RANK);
    this.#before = new Int32Array(trie.size);
    for (let at = trie.size - 1; at >= ROOT; at--) {
      if (trie.tokens[at] !== END && trie.tokens[at] !== MATCHED) {
        for (let next = at + 1; next !== NONE; next = trie.siblings[next]) this.#before[next] = at;
        this.#best[at] = this.#bestAt(at + 1);
      } else if (ranks.has(trie.best[at])) {
        this.#best[at] = trie.best[at];
        this.#ends.set(trie.best[at], at);
      }
    }
  }

  /** Removes a rank. */
  delete(rank: number): void {
    let at = this.#ends.get(rank) ?? NONE;
    if (at === NONE) return;
    this.#ends.delete(rank);
    this.#best[at] = NO_RANK;
    for (at = this.#before[at]; at !== NONE; at = this.#before[at]) this.#best[at] = this.#bestAt(at + 1);
  }

  /** Whether one of them can decide about a URL that begins as a state's do. */
  mayDecide({ best, positions }: RuleState): boolean {
    return this.#ends.has(best) || positions.some((place) => this.#bestAt(place) < best);
  }

  #bestAt(place: number): number {
    let best = NO_RANK;
    for (let at = place; at !== NONE; at = this.#trie.siblings[at]) best = Math.min(best, this.#best[at]);
    return best;
  }
}

function partsOf({ text, partBounds, firstPart, queryForms }: PatternSet, order: Int32Array): PartText[] {
  const parts: PartText[] = [];
  for (const pattern of order) {
    const first = firstPart[pattern];
    for (let part = first; part < firstPart[pattern + 1]; part++) {
      const octets = text.subarray(partBounds[part], partBounds[part + 1]);
      const followsStar = part > first;
      parts.push({ text: latin1(octets), followsStar });
      if (!followsStar || queryForms[pattern] === 0) continue;
      const inQuery = new Uint8Array(octets.length);
      const length = writeQueryForm(octets, 0, octets.length, inQuery, 0);
      if (length < octets.length) parts.push({ text: latin1(inQuery.subarray(0, length)), followsStar });
    }
  }
  return parts;
}
