/**
 * The second tier: few rules, tried in the order of their rank until one matches.
 */
import type { Candidates } from './candidates.js';
import { matchesPattern } from './match-pattern.js';
import type { Meter } from './meter.js';
import { NO_MATCH } from './rule-scan.js';

export class RankedList {
  private readonly candidates: Candidates;

  constructor(candidates: Candidates) {
    this.candidates = candidates;
  }

  /**
   * The rule that decides, as its index in the table, or {@link NO_MATCH}.
   *
   * @param meter the result means nothing if it is under 0 afterwards
   */
  decide(path: Uint8Array, length: number, meter: Meter): number {
    const { patterns, patternOfRank, ruleOfRank } = this.candidates;
    for (let rank = 0; rank < patternOfRank.length; rank++) {
      if (matchesPattern(patterns, patternOfRank[rank], path, length, meter)) return ruleOfRank[rank];
      if (meter.left < 0) return NO_MATCH;
    }
    return NO_MATCH;
  }
}
