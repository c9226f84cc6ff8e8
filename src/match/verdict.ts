/**
 * Whether a URL may be fetched, with the reason. An explanation costs what it shows: the rule, its group and the sentence are
 * made when they are read.
 */
import type { Group, Rule } from '../ast/nodes.js';
import { isAllowRow, isEmptyRow } from '../ast/rule-table.js';
import { INSPECT, type Inspect, inspected } from '../inspect.js';
import { ROBOTS_TXT } from './compiled-rules.js';
import type { ObeyedGroups } from './obeyed-groups.js';
import type { SelectedBy } from './select/select.js';

/** Every reason that a verdict can have. */
export const VERDICT_REASONS = {
  'allow-rule': 'An allow rule decides.',
  'disallow-rule': 'A disallow rule decides.',
  'empty-rule': 'A rule without a pattern matches, and restricts nothing.',
  'no-matching-rule': 'A group applies, and none of its rules matches.',
  'no-matching-group': 'No group names this caller, and it obeys none for "*".',
  'robots-txt': '/robots.txt itself is always allowed (RFC 9309 §2.2.2).',
} as const;

export type VerdictReason = keyof typeof VERDICT_REASONS;

/** Stands for the row of the deciding rule if none decides. */
const NO_ROW = -1;

/** How many characters of a pattern an explanation quotes. */
const QUOTED_CHARACTERS = 120;

/**
 * Whether a URL may be fetched, and why. Everything but `allowed` and `reason` is made when it is read, so a spread or a
 * structured clone has these two alone; {@link Verdict.toJSON} returns all of it as plain data. A verdict keeps its document
 * in memory.
 */
export class Verdict {
  readonly allowed: boolean;
  readonly reason: VerdictReason;
  readonly #obeyed: ObeyedGroups;
  /** The index of the deciding rule's row, or `NO_ROW`. */
  readonly #row: number;
  #rule: Rule | undefined;

  /** @param decision what `CompiledRules.decide` returned */
  constructor(obeyed: ObeyedGroups, decision: number) {
    this.#obeyed = obeyed;
    this.#row = decision >= 0 ? obeyed.rules.table.at[decision] : NO_ROW;
    this.reason = reasonOf(obeyed, decision, this.#row);
    this.allowed = this.reason !== 'disallow-rule';
  }

  /** The deciding rule; null if none decides. */
  get rule(): Rule | null {
    if (this.#row === NO_ROW) return null;
    this.#rule ??= this.#obeyed.nodes.rule(this.#row);
    return this.#rule;
  }

  /** The group of the deciding rule, else the first group that applies; null if none does. */
  get group(): Group | null {
    const line = this.#obeyed.lineOf(this.#row);
    return line === 0 ? null : this.#obeyed.nodes.groupAt(line);
  }

  /** How many groups apply together. */
  get groupCount(): number {
    return this.#obeyed.selection.groups.length;
  }

  /** Why they apply: they name the caller, or they are for `*`. */
  get selectedBy(): SelectedBy {
    return this.#obeyed.selection.selectedBy;
  }

  /** The caller's name that selected them; null unless `selectedBy` is `name`. */
  get agent(): string | null {
    return this.#obeyed.agent;
  }

  /** The profile's name. */
  get profile(): string {
    return this.#obeyed.nodes.profile.name;
  }

  /** The verdict as one sentence. */
  get explanation(): string {
    return `${this.allowed ? 'Allowed' : 'Disallowed'}: ${this.#because()}`;
  }

  /** The verdict as plain data. */
  toJSON(): object {
    const { allowed, reason, rule, group, groupCount, selectedBy, agent, profile, explanation } = this;
    return { allowed, reason, rule, group, groupCount, selectedBy, agent, profile, explanation };
  }

  [INSPECT](depth: number, options: object, inspect: Inspect): string {
    return inspected('Verdict', this.toJSON(), depth, options, inspect);
  }

  #because(): string {
    const { reason, selectedBy, rule, agent } = this;
    if (reason === 'robots-txt') return '/robots.txt itself is always allowed.';
    if (selectedBy === 'nothing') return 'no group names this caller, and it obeys none for "*".';
    const groupLine = this.#obeyed.nodes.firstLineOfGroupAt(this.#obeyed.lineOf(this.#row));
    const whose =
      selectedBy === 'name'
        ? `the group of line ${groupLine} names ${agent}`
        : `no group names this caller, and the group of line ${groupLine} is for "*"`;
    if (rule === null) return `${whose}, and none of its rules matches.`;
    const { line, directive, pattern } = rule;
    if (reason === 'empty-rule')
      return `${whose}; line ${line} (${directive} without a pattern) restricts nothing.`;
    const shown = pattern.length > QUOTED_CHARACTERS ? `${pattern.slice(0, QUOTED_CHARACTERS)}…` : pattern;
    return `${whose}; line ${line} decides: ${directive} ${shown}`;
  }
}

function reasonOf({ rules, selection }: ObeyedGroups, decision: number, row: number): VerdictReason {
  if (row !== NO_ROW) {
    const { rows } = rules.table;
    if (isEmptyRow(rows, row)) return 'empty-rule';
    return isAllowRow(rows, row) ? 'allow-rule' : 'disallow-rule';
  }
  if (decision === ROBOTS_TXT) return 'robots-txt';
  return selection.selectedBy === 'nothing' ? 'no-matching-group' : 'no-matching-rule';
}
