/**
 * Whether a URL may be fetched, with the reason. An explanation costs what it shows: the rule, its group and the sentence are
 * made when they are read.
 */

import { rowOfLine } from '../ast/file.js';
import { isAllowRow, isEmptyRow } from '../ast/groups.js';
import type { Group, Rule } from '../ast/nodes.js';
import { RuleNode } from '../ast/records.js';
import { INSPECT, type Inspect, inspected } from '../inspect.js';
import { BECAUSE_OF_STATUS, STATUS_REASONS, type StatusRuling } from '../status-access.js';
import { ROW_LINE } from '../stream/row.js';
import type { ObeyedGroups } from './caller-rules.js';
import type { Judgment } from './judge.js';
import { ROBOTS_TXT } from './rules.js';
import { type SelectedBy, selectedBy, UNNAMED } from './select/select.js';

/** Every reason that a verdict can have. */
export const VERDICT_REASONS = {
  'allow-rule': 'An allow rule decides.',
  'disallow-rule': 'A disallow rule decides.',
  'empty-rule': 'A rule without a pattern matches, and restricts nothing.',
  'no-matching-rule': 'A group applies, and none of its rules matches.',
  'no-matching-group': 'No group applies to this crawler.',
  'robots-txt': '/robots.txt itself is always allowed (RFC 9309 §2.2.2).',
  ...STATUS_REASONS,
} as const;

export type VerdictReason = keyof typeof VERDICT_REASONS;

/** The same verdict, shown by another document of the same file. */
export function verdictShownBy(obeyed: ObeyedGroups, verdict: Verdict): Verdict {
  return Verdict.shownBy(obeyed, verdict);
}

/** The reasons of verdicts that do not allow a URL. */
const FORBIDDING: ReadonlySet<VerdictReason> = new Set([
  'disallow-rule',
  'restricted',
  'unreachable',
  'deferred',
]);

/** How many characters of a pattern an explanation quotes. */
const QUOTED_CHARACTERS = 120;

/**
 * Whether a URL may be fetched, and why. Everything but `allowed` and `reason` is made when it is read, so a spread or a
 * structured clone has these two alone; {@link Verdict.toJSON} returns plain data. A verdict keeps its document in memory.
 */
export class Verdict {
  readonly allowed: boolean;
  readonly reason: VerdictReason;
  readonly #obeyed: ObeyedGroups;
  /** The deciding rule's row is in these rows; null if none decides. */
  readonly #rows: Int32Array | null;
  /** The index in the rows of the deciding rule's row. */
  readonly #at: number;
  #rule: Rule | undefined;

  /** @internal {@link verdictShownBy} */
  static shownBy(obeyed: ObeyedGroups, verdict: Verdict): Verdict {
    return new Verdict(obeyed, verdict.reason, verdict.#rows, verdict.#at);
  }

  constructor(obeyed: ObeyedGroups, reason: VerdictReason, rows: Int32Array | null, at: number) {
    this.#obeyed = obeyed;
    this.#rows = rows;
    this.#at = at;
    this.reason = reason;
    this.allowed = !FORBIDDING.has(reason);
  }

  /**
   * The deciding rule; null if none decides, or a status does. It is an object of its own, made without the others: the list of its group has an equal
   * one, with the same line.
   */
  get rule(): Rule | null {
    if (this.#rows === null) return null;
    this.#rule ??= new RuleNode({ file: this.#obeyed.shared.file, rows: this.#rows }, this.#at);
    return this.#rule;
  }

  /**
   * The group of the deciding rule, else the first group that applies; null if none does. It is the one that `document.groupsUnder`
   * has for the verdict's profile.
   */
  get group(): Group | null {
    if (this.#ruling !== undefined) return null;
    return this.#obeyed.nodes.groupAt(this.#lineInGroup);
  }

  /** How many groups apply together. */
  get groupCount(): number {
    return this.#ruling === undefined ? this.#obeyed.selection.groups.length : 0;
  }

  /** Why they apply: they name the caller, or they are for `*`. */
  get selectedBy(): SelectedBy {
    return this.#ruling === undefined ? this.#obeyed.selection.selectedBy : 'nothing';
  }

  /** The caller's name that selected them; null unless `selectedBy` is `name`. */
  get agent(): string | null {
    return this.#ruling === undefined ? this.#obeyed.agent : null;
  }

  /** The profile's name. */
  get profile(): string {
    return this.#obeyed.shared.profile.name;
  }

  /** The verdict as one sentence. */
  get explanation(): string {
    return `${this.allowed ? 'Allowed' : 'Disallowed'}: ${this.#because()}`;
  }

  /**
   * The verdict as plain data. Of the group, which may have all rules of the file, it has the line of the first user-agent line;
   * `document.groupAt` finds the group of a line.
   */
  toJSON(): object {
    const { allowed, reason, rule, groupCount, selectedBy, agent, profile, explanation } = this;
    const group = groupCount === 0 ? null : { line: this.#groupLine };
    return { allowed, reason, rule, group, groupCount, selectedBy, agent, profile, explanation };
  }

  [INSPECT](depth: number, options: object, inspect: Inspect): string {
    return inspected('Verdict', this.toJSON(), depth, options, inspect);
  }

  /** The line of the deciding rule, else of the first user-agent line that selects a group; 0 if no group applies. */
  get #lineInGroup(): number {
    return this.#rows === null ? this.#obeyed.firstLine : this.#rows[this.#at + ROW_LINE];
  }

  /** The line of the first user-agent line of the group. */
  get #groupLine(): number {
    return this.#obeyed.nodes.firstLineOfGroupAt(this.#lineInGroup);
  }

  /** The status that decides in place of the file's rules; undefined if a server has sent the file. */
  get #ruling(): StatusRuling | undefined {
    return rulingOver(this.#obeyed);
  }

  #because(): string {
    const { reason, selectedBy, rule } = this;
    if (reason === 'robots-txt') return '/robots.txt itself is always allowed.';
    if (this.#ruling !== undefined) return BECAUSE_OF_STATUS[this.#ruling.reason](this.#ruling.status);
    if (selectedBy === 'nothing') return this.#becauseOfNoGroup();
    const groupLine = this.#groupLine;
    const whose =
      selectedBy === 'name'
        ? `the group of line ${groupLine} names ${this.#obeyed.agentAt(this.#lineInGroup)}`
        : `no group names this crawler, and the group of line ${groupLine} is for "*"`;
    if (rule === null) return `${whose}, and none of its rules matches.`;
    const { line, directive, pattern } = rule;
    if (reason === 'empty-rule')
      return `${whose}; line ${line} (${directive} without a pattern) restricts nothing.`;
    const shown = pattern.length > QUOTED_CHARACTERS ? `${pattern.slice(0, QUOTED_CHARACTERS)}…` : pattern;
    return `${whose}; line ${line} decides: ${directive} ${shown}`;
  }

  #becauseOfNoGroup(): string {
    const { shared, nodes } = this.#obeyed;
    if (nodes.grouping.groupCount === 0) return 'the file has no group.';
    const hasWildcardGroup = shared.selectionOf(UNNAMED).selectedBy === 'wildcard';
    const others = hasWildcardGroup ? 'it obeys none for "*"' : 'none is for "*"';
    return `no group names this crawler, and ${others}.`;
  }
}

/**
 * The verdict on a decision by the compiled rules.
 *
 * @param decision what `CompiledRules.decide` returned
 */
export function verdictOf(obeyed: ObeyedGroups, decision: number): Verdict {
  const ruling = rulingOver(obeyed);
  if (ruling !== undefined) return verdictByStatus(obeyed, ruling, decision);
  if (decision >= 0) {
    const { rows, at } = obeyed.rules.table;
    return new Verdict(obeyed, reasonOfRow(rows, at[decision]), rows, at[decision]);
  }
  const reason = decision === ROBOTS_TXT ? 'robots-txt' : reasonWithoutRule(obeyed.selection.selectedBy);
  return new Verdict(obeyed, reason, null, 0);
}

/** The verdict of a status: it decides about every URL but /robots.txt, which is allowed whatever the status forbids. */
function verdictByStatus(obeyed: ObeyedGroups, { reason }: StatusRuling, decision: number): Verdict {
  const isException = decision === ROBOTS_TXT && FORBIDDING.has(reason);
  return new Verdict(obeyed, isException ? 'robots-txt' : reason, null, 0);
}

/** The status that decides for all callers; undefined if the rules of the file do. */
export function rulingOver({ shared }: ObeyedGroups): StatusRuling | undefined {
  return shared.file.facts.ruling;
}

/** The verdict on what one pass over the file has found. */
export function verdictOfJudgment(obeyed: ObeyedGroups, judgment: Judgment | null): Verdict {
  if (judgment === null) return new Verdict(obeyed, 'robots-txt', null, 0);
  const { line, valueStart, selection } = judgment;
  if (line === 0) return new Verdict(obeyed, reasonWithoutRule(selectedBy(selection.selectedFor)), null, 0);
  const { file, profile } = obeyed.shared;
  const row = rowOfLine(file, profile.reading, valueStart, line);
  return new Verdict(obeyed, reasonOfRow(row, 0), row, 0);
}

function reasonOfRow(rows: Int32Array, at: number): VerdictReason {
  if (isEmptyRow(rows, at)) return 'empty-rule';
  return isAllowRow(rows, at) ? 'allow-rule' : 'disallow-rule';
}

function reasonWithoutRule(by: SelectedBy): VerdictReason {
  return by === 'nothing' ? 'no-matching-group' : 'no-matching-rule';
}
