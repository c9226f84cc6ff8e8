/**
 * Finds the best wildcard rule that matches where there are few: each is tried by itself, the best first, until one matches.
 * An automaton for so few costs more than it saves.
 *
 * Cost: {@link matchesPattern}'s, metered.
 */
import type { Candidates } from './candidates.js';
import { matchesPattern } from './match-pattern.js';
import type { Meter } from './meter.js';
import type { PatternSet } from './pattern-set.js';
import type { WildcardGroups } from './prefix-tree.js';

/** So many wildcard rules are tried one by one; more get an automaton. */
export const MAX_FEW_WILDCARDS = 3;

export class FewWildcards {
  /** The ranks of the wildcard rules, rising, and their patterns in the same order. */
  private readonly ranks: Int32Array;
  private readonly patterns: PatternSet;

  constructor({ patterns, patternOfRank }: Candidates, { ranks }: WildcardGroups) {
    this.ranks = ranks.slice().sort();
    this.patterns = patterns.pick(this.ranks.map((rank) => patternOfRank[rank]));
  }

  /**
   * The best rank of the wildcard rules that match, or `best` if none of them is better.
   *
   * @param path the path is `path[start..end)`
   * @param meter the result means nothing if it is under 0 afterwards
   */
  match(path: Uint8Array, start: number, end: number, best: number, meter: Meter): number {
    const { patterns, ranks } = this;
    for (let i = 0; i < ranks.length && ranks[i] < best && meter.left >= 0; i++) {
      if (matchesPattern(patterns, i, path, start, end, meter)) return ranks[i];
    }
    return best;
  }
}
