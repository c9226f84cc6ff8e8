/**
 * A matcher's rules as comparisons need them: ranked patterns, and what each decides.
 */
import { isAllowRow, isEmptyRow } from '../ast/groups.js';
import { type Matcher, rulesOf } from '../match/matcher.js';
import type { Candidates } from '../match/pattern.js';
import { NO_RANK } from '../match/pattern-trie.js';
import { candidatesOf } from '../match/rules.js';
import * as Row from '../stream/row.js';
import { PATH_ORIGIN } from '../urls.js';
import { type Budget, MATCHER_STEPS_PER_STEP, PATH_OCTETS_PER_STEP, STEPS_PER_QUESTION } from './budget.js';
import { fillerOf, pathsOf, settlingPaths, tailOf } from './pattern-paths.js';
import { ownForms, type TokenForms, tokenForms } from './token-forms.js';

/** What decides about a URL. */
export interface Decision {
  /** Whether the path may be fetched. */
  readonly allowed: boolean;
  /** The line of the deciding rule, from 1; 0 if no rule matches. */
  readonly line: number;
}

export class JudgedRules {
  readonly candidates: Candidates;
  /**
   * Whether the patterns and their order say what the matcher says. Of a reader's rules they only do so about, so each answer comes from
   * the matcher, and none of "never".
   */
  readonly isExact: boolean;
  /** Whether every URL is allowed, whatever the patterns are. */
  readonly isOpen: boolean;
  readonly #matcher: Matcher;
  readonly #budget: Budget;
  /** The lines of all rules that the caller obeys, in file order, also of those that match nothing. */
  readonly lines: readonly number[];
  /** By rank. */
  readonly #decisions: readonly Decision[];
  /** What is decided if no rule matches. */
  readonly #none: Decision;
  /** A character for {@link settlingPaths}; `null` if there is none, or if they would settle nothing. */
  readonly #filler: string | null;

  /** @param budget pays for the questions to the matcher */
  constructor(matcher: Matcher, budget: Budget) {
    const { table, foreign } = rulesOf(matcher).compiled;
    const { rows, at } = table;
    const { profile } = matcher;
    this.#matcher = matcher;
    this.#budget = budget;
    this.lines = at.map((row) => rows[row + Row.LINE]);
    this.#none = { allowed: foreign?.instead !== 'disallow-all', line: 0 };
    if (foreign === undefined) {
      this.isExact = true;
      this.isOpen = false;
      this.candidates = candidatesOf(table, profile.rules);
      const { patterns, patternOfRank } = this.candidates;
      this.#decisions = Array.from(patternOfRank, (pattern) => {
        const row = at[patterns.rules[pattern]];
        return { allowed: isAllowRow(rows, row) || isEmptyRow(rows, row), line: rows[row + Row.LINE] };
      });
    } else {
      const { patterns } = foreign;
      this.isExact = patterns.length === 0;
      this.isOpen = this.#none.allowed && patterns.every(({ allows }) => allows);
      this.candidates = foreign.candidates;
      this.#decisions = patterns.map(({ rule, allows }) => ({ allowed: allows, line: this.lines[rule] }));
    }
    const settles = this.isExact && !this.candidates.patterns.hasQueryForms;
    this.#filler = settles ? fillerOf(this.candidates) : null;
  }

  /** What the tokens of URLs become before they are compared with the patterns. */
  get forms(): TokenForms {
    const { foreign } = rulesOf(this.#matcher).compiled;
    const { profile } = this.#matcher;
    return foreign === undefined ? tokenForms(profile.rules.form) : ownForms(profile, foreign);
  }

  /** How many ranks there are. */
  get count(): number {
    return this.#decisions.length;
  }

  /** How many places an automaton of these rules has at least: what making one costs, in steps. */
  get minPlaces(): number {
    const { patterns } = this.candidates;
    return patterns.textLength + patterns.firstPart[patterns.count];
  }

  /** How many octets the pattern of a rank has. */
  lengthOf(rank: number): number {
    const { patterns, patternOfRank } = this.candidates;
    return patterns.lengths[patternOfRank[rank]];
  }

  /** What a rank decides. */
  decisionOf(rank: number): Decision {
    return rank === NO_RANK ? this.#none : this.#decisions[rank];
  }

  /** Paths that the pattern of a rank may match, the shortest first. */
  *pathsOf(rank: number): Generator<string, void> {
    const { patterns, patternOfRank } = this.candidates;
    const pattern = patternOfRank[rank];
    this.#budget.spend(patterns.lengths[pattern] / PATH_OCTETS_PER_STEP);
    const { foreign } = rulesOf(this.#matcher).compiled;
    yield* this.isExact || foreign === undefined ? pathsOf(this.candidates, rank) : foreign.pathsOf(rank);
  }

  /** What follows the last wildcard of each pattern, as URLs write it. */
  tails(): string[] {
    const { patterns, patternOfRank } = this.candidates;
    this.#budget.spend(patterns.textLength / PATH_OCTETS_PER_STEP);
    return Array.from(patternOfRank, (pattern) => tailOf(patterns, pattern)).filter((tail) => tail !== '');
  }

  /** Paths that settle whether a rank decides about any URL: it does if it decides about one of them. `null` if there are none. */
  settlingPaths(rank: number): readonly string[] | null {
    if (this.#filler === null) return null;
    const { patterns, patternOfRank } = this.candidates;
    this.#budget.spend(patterns.lengths[patternOfRank[rank]] / PATH_OCTETS_PER_STEP);
    return settlingPaths(this.candidates, rank, this.#matcher.profile.rules.form, this.#filler);
  }

  /** A path that settles whether some URL is matched by no rule: none is if a rule matches this one. `null` if there is none. */
  get settlingPathOfNone(): string | null {
    return this.#filler === null ? null : `/${this.#filler}`;
  }

  /** What the matcher itself says of a path. */
  judge(path: string): Decision {
    const { allowed, rule } = this.#matcher.check(PATH_ORIGIN + path);
    this.#payFor(path);
    return { allowed, line: rule?.line ?? 0 };
  }

  /** Whether the matcher itself allows a path. */
  allows(path: string): boolean {
    const allowed = this.#matcher.isAllowed(PATH_ORIGIN + path);
    this.#payFor(path);
    return allowed;
  }

  /** Spends what the last question cost. */
  #payFor(path: string): void {
    this.#budget.spend(questionSteps(this.#matcher, path));
  }
}

/** What the last question to a matcher cost, in steps. */
export function questionSteps(matcher: Matcher, path: string): number {
  return (
    STEPS_PER_QUESTION +
    path.length / PATH_OCTETS_PER_STEP +
    rulesOf(matcher).compiled.steps / MATCHER_STEPS_PER_STEP
  );
}
