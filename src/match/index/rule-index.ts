/**
 * The second tier: an index of the rules, so that the cost of a question hardly depends on how many there are.
 */

import type { Meter } from '../bound.js';
import type { Candidates } from '../candidates.js';
import type { RequestPath } from '../request-path.js';
import { NO_MATCH } from '../rule-scan.js';
import { FewWildcards, MAX_FEW_WILDCARDS, MAX_TRIED, TOO_MANY } from './few-wildcards.js';
import { NO_RANK, PrefixTree } from './prefix-tree.js';
import { WildcardMatcher } from './wildcard-matcher.js';

export class RuleIndex {
  /** Whether every question is within the bound of docs/matcher.md. */
  readonly isBounded: boolean;

  private readonly ruleOfRank: Int32Array;
  private readonly prefixes: PrefixTree;
  private readonly few: FewWildcards | null = null;
  private readonly maxTried: number;
  private readonly many: WildcardMatcher | null = null;

  /**
   * @param maxFew up to this many wildcard rules are tried one by one, without a useful bound; 0 for an index with a bound
   * @param maxTried how many of these are tried for a path before the automaton takes over
   */
  constructor(candidates: Candidates, maxFew: number = MAX_FEW_WILDCARDS, maxTried: number = MAX_TRIED) {
    this.ruleOfRank = candidates.ruleOfRank;
    this.prefixes = new PrefixTree(candidates);
    this.maxTried = maxTried;
    const { stems } = this.prefixes;
    const { length } = stems.ranks;
    this.isBounded = length === 0 || length > maxFew;
    if (!this.isBounded) this.few = new FewWildcards(candidates, stems);
    if (length > maxTried || (length > 0 && this.few === null))
      this.many = new WildcardMatcher(candidates, stems);
  }

  /**
   * Finds the rule that decides about a path.
   *
   * @param meter if it is below 0 afterwards, and the index is not bounded, the result is meaningless
   * @returns its index in the table, or {@link NO_MATCH}
   */
  decide(path: RequestPath, meter: Meter): number {
    const { prefixes, few, many } = this;
    let best = prefixes.walk(path.octets, path.start, path.end, meter);
    if (prefixes.foundCount > 0) {
      const rank = few === null ? TOO_MANY : few.match(path, best, this.maxTried, meter);
      if (rank !== TOO_MANY) best = rank;
      else if (many !== null) best = many.match(path, prefixes, best, meter);
    }
    return best === NO_RANK ? NO_MATCH : this.ruleOfRank[best];
  }
}
