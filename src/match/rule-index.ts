/**
 * The third tier: any number of rules, a question at a cost that hardly depends on it.
 */
import type { Candidates } from './candidates.js';
import type { Meter } from './meter.js';
import { NO_RANK, PrefixTree } from './prefix-tree.js';
import { NO_MATCH } from './rule-scan.js';
import { WildcardMatcher } from './wildcard-matcher.js';

export class RuleIndex {
  private readonly ruleOfRank: Int32Array;
  private readonly prefixes: PrefixTree;
  private readonly wildcards: WildcardMatcher | null;

  constructor(candidates: Candidates) {
    this.ruleOfRank = candidates.ruleOfRank;
    this.prefixes = new PrefixTree(candidates);
    this.wildcards = this.prefixes.groups.length > 0 ? new WildcardMatcher(candidates, this.prefixes) : null;
  }

  /** The rule that decides, as its index in the table, or {@link NO_MATCH}. */
  decide(path: Uint8Array, length: number, meter: Meter): number {
    const { prefixes, wildcards } = this;
    let best = prefixes.walk(path, length, meter);
    if (wildcards !== null && prefixes.foundCount > 0) {
      best = wildcards.match(path, length, prefixes, best, meter);
    }
    return best === NO_RANK ? NO_MATCH : this.ruleOfRank[best];
  }
}
