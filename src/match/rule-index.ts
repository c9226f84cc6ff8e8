/**
 * The second tier: any number of rules, each question at a cost that hardly depends on it.
 */
import type { Candidates } from './candidates.js';
import { FewWildcards, MAX_FEW_WILDCARDS } from './few-wildcards.js';
import type { Meter } from './meter.js';
import { NO_RANK, PrefixTree } from './prefix-tree.js';
import { NO_MATCH } from './rule-scan.js';
import { WildcardMatcher } from './wildcard-matcher.js';

export class RuleIndex {
  /** Whether a question cannot take too long. */
  readonly isBounded: boolean;

  private readonly ruleOfRank: Int32Array;
  private readonly prefixes: PrefixTree;
  private readonly few: FewWildcards | null = null;
  private readonly many: WildcardMatcher | null = null;

  /** @param mostFew so many wildcard rules are tried one by one, which has no bound of use */
  constructor(candidates: Candidates, mostFew: number = MAX_FEW_WILDCARDS) {
    this.ruleOfRank = candidates.ruleOfRank;
    this.prefixes = new PrefixTree(candidates);
    const { groups } = this.prefixes;
    if (groups.ranks.length > mostFew) this.many = new WildcardMatcher(candidates, groups);
    else if (groups.count > 0) this.few = new FewWildcards(candidates, groups);
    this.isBounded = this.few === null;
  }

  /**
   * The rule that decides, as its index in the table, or {@link NO_MATCH}.
   *
   * @param path the path is `path[start..end)`
   * @param meter the result means nothing if it is under 0 afterwards, unless {@link isBounded}
   */
  decide(path: Uint8Array, start: number, end: number, meter: Meter): number {
    const { prefixes } = this;
    let best = prefixes.walk(path, start, end, meter);
    if (prefixes.foundCount > 0) {
      if (this.few !== null) best = this.few.match(path, start, end, best, meter);
      else if (this.many !== null) best = this.many.match(path, end, prefixes, best, meter);
    }
    return best === NO_RANK ? NO_MATCH : this.ruleOfRank[best];
  }
}
