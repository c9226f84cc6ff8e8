/**
 * Finds the best wildcard rule that matches by trying rules one by one, the best first, until one matches. Most need not be tried,
 * since the path lacks some octet of theirs; where too many do, it is left to the automaton.
 *
 * Cost: a look at each rule, and {@link matchesPattern}'s for those that are tried, metered.
 */

import { PERCENT } from '../../ascii.js';
import type { Meter } from '../meter.js';
import { matchesPattern } from '../pattern/match-pattern.js';
import type { PatternSet } from '../pattern/pattern-set.js';
import { mayHold, presenceMark } from '../url/path-signature.js';
import type { RequestPath } from '../url/request-path.js';
import type { Candidates } from './candidates.js';
import type { WildcardGroups } from './prefix-tree.js';

/** So many rules are tried for a path; if more have to be, an automaton costs less. */
export const MAX_TRIED = 3;

/** Where there are more wildcard rules, a look at each costs more than it saves. */
export const MAX_FEW_WILDCARDS = 32;

/** Stands for the rank of the best rule where {@link FewWildcards.match} gives up. */
export const TOO_MANY = -1;

export class FewWildcards {
  /** The ranks of the wildcard rules, rising, and their patterns in the same order. */
  private readonly ranks: Int32Array;
  private readonly patterns: PatternSet;
  /** The marks of the octets that each has. */
  private readonly needs: Int32Array;

  constructor({ patterns, patternOfRank }: Candidates, { ranks }: WildcardGroups) {
    this.ranks = ranks.slice().sort();
    this.patterns = patterns.pick(this.ranks.map((rank) => patternOfRank[rank]));
    this.needs = this.ranks.map((_, pattern) => marksOfPattern(this.patterns, pattern));
  }

  /**
   * The best rank of the wildcard rules that match, or `best` if none of them is better; {@link TOO_MANY} if more than
   * `mostTried` would have to be tried.
   *
   * @param meter the result means nothing if it is under 0 afterwards
   */
  match({ octets, start, end, marks }: RequestPath, best: number, mostTried: number, meter: Meter): number {
    const { patterns, ranks, needs } = this;
    let tried = 0;
    for (let i = 0; i < ranks.length && ranks[i] < best && meter.left >= 0; i++) {
      if (!mayHold(marks, needs[i])) continue;
      if (tried++ === mostTried) return TOO_MANY;
      if (matchesPattern(patterns, i, octets, start, end, meter)) return ranks[i];
    }
    return best;
  }
}

function marksOfPattern({ text, partBounds, firstPart, queryReadings }: PatternSet, pattern: number): number {
  let marks = 0;
  const end = partBounds[firstPart[pattern + 1]];
  for (let at = partBounds[firstPart[pattern]]; at < end; at++) {
    // What an escape needs depends on where it is compared.
    if (queryReadings[pattern] === 1 && text[at] === PERCENT) at += DIGITS_OF_ESCAPE;
    else marks |= presenceMark(text[at]);
  }
  return marks;
}

const DIGITS_OF_ESCAPE = 2;
