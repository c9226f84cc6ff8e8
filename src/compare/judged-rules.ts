/**
 * A matcher's rules as comparisons need them: ranked patterns, and what each decides.
 */
import { isAllowRow, isEmptyRow } from '../ast/rule-table.js';
import { type Candidates, candidatesOf } from '../match/index/candidates.js';
import { type Matcher, rulesOf } from '../match/matcher.js';
import type { Form } from '../match/url/octet-kinds.js';
import { ROW_LINE } from '../stream/row.js';
import { NO_RANK } from './rule-automaton.js';

/** What decides about a URL. */
export interface Decision {
  readonly allowed: boolean;
  /** The line of the deciding rule, from 1; 0 if no rule matches. */
  readonly line: number;
}

const NO_RULE: Decision = { allowed: true, line: 0 };

/** An authority for paths: a path that begins with `//` is not read as one then. */
const ORIGIN = 'http://host';

export class JudgedRules {
  readonly form: Form;
  readonly candidates: Candidates;
  readonly #matcher: Matcher;
  /** The lines of all rules that the caller obeys, in file order, also of those that match nothing. */
  readonly lines: readonly number[];
  /** By rank. */
  readonly #decisions: readonly Decision[];

  constructor(matcher: Matcher) {
    const table = rulesOf(matcher);
    const { rows, at } = table;
    this.#matcher = matcher;
    this.form = matcher.profile.rules.form;
    this.candidates = candidatesOf(table, matcher.profile.rules);
    this.lines = at.map((row) => rows[row + ROW_LINE]);
    this.#decisions = Array.from(this.candidates.ruleOfRank, (rule) => {
      const row = at[rule];
      return { allowed: isAllowRow(rows, row) || isEmptyRow(rows, row), line: rows[row + ROW_LINE] };
    });
  }

  /** How many ranks there are. */
  get count(): number {
    return this.#decisions.length;
  }

  /** What a rank decides. */
  decisionOf(rank: number): Decision {
    return rank === NO_RANK ? NO_RULE : this.#decisions[rank];
  }

  /** What the matcher itself says of a path. */
  judge(path: string): Decision {
    const { allowed, rule } = this.#matcher.check(ORIGIN + path);
    return { allowed, line: rule?.line ?? 0 };
  }

  /** Whether the matcher itself allows a path. */
  allows(path: string): boolean {
    return this.#matcher.isAllowed(ORIGIN + path);
  }
}
