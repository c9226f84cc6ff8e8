/**
 * The second tier: any number of rules, each question at a cost that hardly depends on it.
 */

import type { Meter } from '../meter.js';
import { NO_MATCH } from '../rule-scan.js';
import type { RequestPath } from '../url/request-path.js';
import type { Candidates } from './candidates.js';
import { FewWildcards, MAX_FEW_WILDCARDS, MAX_TRIED, TOO_MANY } from './few-wildcards.js';
import { NO_RANK, PrefixTree } from './prefix-tree.js';
import { WildcardMatcher } from './wildcard-matcher.js';

export class RuleIndex {
  /** Whether a question cannot take too long. */
  readonly isBounded: boolean;

  private readonly ruleOfRank: Int32Array;
  private readonly prefixes: PrefixTree;
  private readonly few: FewWildcards | null = null;
  private readonly mostTried: number;
  private readonly many: WildcardMatcher | null = null;

  /**
   * @param mostFew of so many wildcard rules those are tried one by one that the path may match, which has no bound of use
   * @param mostTried if no more than so many
   */
  constructor(candidates: Candidates, mostFew: number = MAX_FEW_WILDCARDS, mostTried: number = MAX_TRIED) {
    this.ruleOfRank = candidates.ruleOfRank;
    this.prefixes = new PrefixTree(candidates);
    this.mostTried = mostTried;
    const { groups } = this.prefixes;
    const { length } = groups.ranks;
    this.isBounded = length === 0 || length > mostFew;
    if (!this.isBounded) this.few = new FewWildcards(candidates, groups);
    if (length > mostTried || (length > 0 && this.few === null))
      this.many = new WildcardMatcher(candidates, groups);
  }

  /**
   * The rule that decides about a path, as its index in the table, or {@link NO_MATCH}.
   *
   * @param meter the result means nothing if it is under 0 afterwards, unless {@link isBounded}
   */
  decide(path: RequestPath, meter: Meter): number {
    const { prefixes, few, many } = this;
    let best = prefixes.walk(path.octets, path.start, path.end, meter);
    if (prefixes.foundCount > 0) {
      const rank = few === null ? TOO_MANY : few.match(path, best, this.mostTried, meter);
      if (rank !== TOO_MANY) best = rank;
      else if (many !== null) best = many.match(path, prefixes, best, meter);
    }
    return best === NO_RANK ? NO_MATCH : this.ruleOfRank[best];
  }
}
