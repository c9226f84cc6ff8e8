/**
 * A matcher's rules as comparisons need them: ranked patterns, and what each decides.
 */
import { isAllowRow, isEmptyRow } from '../ast/groups.js';
import { type Matcher, rulesOf } from '../match/matcher.js';
import type { Form } from '../match/octet-forms.js';
import { NO_RANK } from '../match/pattern-trie.js';
import { type Candidates, candidatesOf } from '../match/rules.js';
import * as Row from '../stream/row.js';
import { type Budget, MATCHER_STEPS_PER_STEP, PATH_OCTETS_PER_STEP, STEPS_PER_QUESTION } from './budget.js';
import { fillerOf, pathsOf, settlingPaths } from './pattern-paths.js';
import { ORIGIN } from './url-domain.js';

/** What decides about a URL. */
export interface Decision {
  readonly allowed: boolean;
  /** The line of the deciding rule, from 1; 0 if no rule matches. */
  readonly line: number;
}

const NO_RULE: Decision = { allowed: true, line: 0 };

export class JudgedRules {
  readonly form: Form;
  readonly candidates: Candidates;
  readonly #matcher: Matcher;
  readonly #budget: Budget;
  /** The lines of all rules that the caller obeys, in file order, also of those that match nothing. */
  readonly lines: readonly number[];
  /** By rank. */
  readonly #decisions: readonly Decision[];
  /** A character for {@link settlingPaths}; `null` if there is none, or if patterns are compared with queries in two forms. */
  readonly #filler: string | null;

  /** @param budget pays for the questions to the matcher */
  constructor(matcher: Matcher, budget: Budget) {
    const { table } = rulesOf(matcher).compiled;
    const { rows, at } = table;
    this.#matcher = matcher;
    this.#budget = budget;
    this.form = matcher.profile.rules.form;
    this.candidates = candidatesOf(table, matcher.profile.rules);
    this.lines = at.map((row) => rows[row + Row.LINE]);
    const { patterns, patternOfRank } = this.candidates;
    this.#decisions = Array.from(patternOfRank, (pattern) => {
      const row = at[patterns.rules[pattern]];
      return { allowed: isAllowRow(rows, row) || isEmptyRow(rows, row), line: rows[row + Row.LINE] };
    });
    this.#filler = this.candidates.patterns.hasQueryForms ? null : fillerOf(this.candidates);
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

  /** What a rank decides. */
  decisionOf(rank: number): Decision {
    return rank === NO_RANK ? NO_RULE : this.#decisions[rank];
  }

  /** Paths that the pattern of a rank may match, the shortest first. */
  *pathsOf(rank: number): Generator<string, void> {
    const { patterns, patternOfRank } = this.candidates;
    const pattern = patternOfRank[rank];
    this.#budget.spend(patterns.lengths[pattern] / PATH_OCTETS_PER_STEP);
    yield* pathsOf(this.candidates, rank);
  }

  /** Paths that settle whether a rank decides about any URL: it does if it decides about one of them. `null` if there are none. */
  settlingPaths(rank: number): readonly string[] | null {
    if (this.#filler === null) return null;
    const { patterns, patternOfRank } = this.candidates;
    this.#budget.spend(patterns.lengths[patternOfRank[rank]] / PATH_OCTETS_PER_STEP);
    return settlingPaths(this.candidates, rank, this.form, this.#filler);
  }

  /** A path that settles whether some URL is matched by no rule: none is if a rule matches this one. `null` if there is none. */
  get settlingPathOfNone(): string | null {
    return this.#filler === null ? null : `/${this.#filler}`;
  }

  /** What the matcher itself says of a path. */
  judge(path: string): Decision {
    const { allowed, rule } = this.#matcher.check(ORIGIN + path);
    this.#payFor(path);
    return { allowed, line: rule?.line ?? 0 };
  }

  /** Whether the matcher itself allows a path. */
  allows(path: string): boolean {
    const allowed = this.#matcher.isAllowed(ORIGIN + path);
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
