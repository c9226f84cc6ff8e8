/**
 * Finds the best wildcard rule that matches by trying rules one by one, the best first, until one matches. A rule that needs
 * an octet which the path does not have is not tried. If too many rules would have to be tried, the automaton takes over.
 *
 * Cost: one step for each rule, and that of {@link matchesPattern} for each rule tried, metered.
 */

import { PERCENT } from '../../ascii.js';
import type { Meter } from '../bound.js';
import type { Candidates } from '../candidates.js';
import { mayContain, presenceBit } from '../octet-forms.js';
import { matchesPattern, type PatternSet, pickPatterns } from '../pattern.js';
import type { RequestPath } from '../request-path.js';
import type { WildcardStems } from './prefix-tree.js';

/** How many rules are tried for a path; for more of them, the automaton costs less. */
export const MAX_TRIED = 3;

/** Above this many wildcard rules, looking at each costs more than it saves. */
export const MAX_FEW_WILDCARDS = 32;

/** What {@link FewWildcards.match} returns if it gives up. */
export const TOO_MANY = -1;

export class FewWildcards {
  /** The ranks of the wildcard rules, the best first. */
  private readonly ranks: Int32Array;
  /** Their patterns, in the same order. */
  private readonly patterns: PatternSet;
  /** The octets that each of them needs, as presence bits. */
  private readonly needs: Int32Array;

  constructor({ patterns, patternOfRank }: Candidates, { ranks }: WildcardStems) {
    this.ranks = ranks.slice().sort();
    this.patterns = pickPatterns(
      patterns,
      this.ranks.map((rank) => patternOfRank[rank]),
    );
    this.needs = this.ranks.map((_, pattern) => neededBy(this.patterns, pattern));
  }

  /**
   * Finds the best rank of the wildcard rules that match.
   *
   * @param best the best rank so far; it is returned if no wildcard rule is better
   * @param maxTried how many rules to try at most
   * @returns {@link TOO_MANY} if more rules than that may match
   * @param meter if it is below 0 afterwards, the result is meaningless
   */
  match(
    { octets, start, end, signature }: RequestPath,
    best: number,
    maxTried: number,
    meter: Meter,
  ): number {
    const { patterns, ranks, needs } = this;
    let tried = 0;
    for (let i = 0; i < ranks.length && ranks[i] < best && meter.left >= 0; i++) {
      if (!mayContain(signature, needs[i])) continue;
      if (tried++ === maxTried) return TOO_MANY;
      if (matchesPattern(patterns, i, octets, start, end, meter)) return ranks[i];
    }
    return best;
  }
}

/** The octets that a path must have for a pattern to match, as presence bits. */
function neededBy({ text, partBounds, firstPart, queryForms }: PatternSet, pattern: number): number {
  let bits = 0;
  const end = partBounds[firstPart[pattern + 1]];
  for (let at = partBounds[firstPart[pattern]]; at < end; at++) {
    // An escape in a part with a query form needs other octets in a query than in a path.
    if (queryForms[pattern] === 1 && text[at] === PERCENT) at += DIGITS_OF_ESCAPE;
    else bits |= presenceBit(text[at]);
  }
  return bits;
}

const DIGITS_OF_ESCAPE = 2;
