/**
 * Whether a URL may be fetched, with the reason. An explanation costs what it shows: the rule, its group and the sentence are
 * made when they are read.
 */

import { RuleNode } from '../ast/node-classes.js';
import type { Group, Rule } from '../ast/nodes.js';
import { INSPECT, type Inspect, inspected } from '../inspect.js';
import { shortened } from '../option-checks.js';
import { calledInMessages } from '../profiles.js';
import { BECAUSE_OF_STATUS } from '../status-access.js';
import * as Row from '../stream/row.js';
import type { CallerRules } from './caller-rules.js';
import { type Decision, FORBIDDING, type VerdictReason } from './decision.js';
import { type SelectedBy, UNNAMED } from './select/select.js';

/** How many characters of a pattern an explanation quotes. */
const QUOTED_CHARACTERS = 120;

/**
 * Whether a URL may be fetched, and why. Everything but `allowed` and `reason` is made when it is read, so a spread or a
 * structured clone has these two alone; {@link Verdict.toJSON} returns plain data. A verdict keeps its document in memory.
 *
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 *
 * const verdict = parseSync('User-agent: *\nDisallow: /private/').matcher({ agents: 'FooBot' }).check('/private/a');
 * console.log(verdict.allowed, verdict.reason, verdict.rule?.line); // → false disallow-rule 2
 * ```
 */
export class Verdict {
  /** Whether the URL may be fetched. */
  readonly allowed: boolean;
  /** Why: a key of `VERDICT_REASONS`. */
  readonly reason: VerdictReason;
  readonly #rules: CallerRules;
  readonly #decision: Decision;
  #rule: Rule | undefined;

  /**
   * The same verdict, as another matcher shows it, whose caller obeys the same groups of the same file under the same profile: for
   * caches, whose document must not keep the objects that programs read, and for reports on crawlers that share a verdict.
   *
   * @hidden
   */
  static shownBy(rules: CallerRules, verdict: Verdict): Verdict {
    return new Verdict(rules, verdict.#decision);
  }

  /** @hidden */
  constructor(rules: CallerRules, decision: Decision) {
    this.#rules = rules;
    this.#decision = decision;
    this.reason = decision.reason;
    this.allowed = !FORBIDDING.includes(this.reason);
  }

  /**
   * The deciding rule; null if none decides, or a status does. It is an object of its own, made without the others: the list of its group has an equal
   * one, with the same line.
   */
  get rule(): Rule | null {
    const { rows, at } = this.#decision;
    if (at < 0) return null;
    this.#rule ??= new RuleNode({ file: this.#rules.view.file, rows }, at);
    return this.#rule;
  }

  /**
   * The group of the deciding rule, else the first group that applies; null if none does. It is the one that `document.groupsUnder`
   * has for the verdict's profile.
   */
  get group(): Group | null {
    return this.#rules.groupAt(this.#lineInGroup);
  }

  /** How many groups apply together. */
  get groupCount(): number {
    return this.#rules.selection.groups.length;
  }

  /** Why they apply: they name the caller, or they are for `*`. */
  get selectedBy(): SelectedBy {
    return this.#rules.selection.selectedBy;
  }

  /** The caller's name that selected them; null unless `selectedBy` is `name`. */
  get agent(): string | null {
    return this.#rules.agentAt(this.#rules.firstLine);
  }

  /** The profile's name. */
  get profile(): string {
    return this.#rules.view.profile.name;
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
    const { rows, at } = this.#decision;
    return at < 0 ? this.#rules.firstLine : rows[at + Row.LINE];
  }

  /** The line of the first user-agent line of the group. */
  get #groupLine(): number {
    return (this.group as Group).userAgents[0].line;
  }

  #because(): string {
    const { reason, selectedBy, rule } = this;
    const { ruling, view } = this.#rules;
    if (reason === 'robots-txt') return '/robots.txt itself is always allowed.';
    const reader = calledInMessages(view.profile);
    if (reason === 'refused' || reason === 'opened') return `${reader} ignores the rules of such a file.`;
    if (reason === 'url-not-taken') return `${reader} does not accept this URL, and applies no rule to it.`;
    if (ruling !== undefined) return BECAUSE_OF_STATUS[ruling.reason](ruling.status);
    if (selectedBy === 'nothing') return this.#becauseOfNoGroup();
    const groupLine = this.#groupLine;
    const whose =
      selectedBy === 'name'
        ? `the group of line ${groupLine} names ${this.#rules.agentAt(this.#lineInGroup)}`
        : `no group names this crawler, and the group of line ${groupLine} is for "*"`;
    if (rule === null) return `${whose}, and none of its rules matches.`;
    const { line, directive, pattern } = rule;
    if (reason === 'empty-rule')
      return `${whose}; line ${line} (${directive} without a pattern) restricts nothing.`;
    return `${whose}; line ${line} decides: ${directive} ${shortened(pattern, QUOTED_CHARACTERS)}`;
  }

  #becauseOfNoGroup(): string {
    const { view } = this.#rules;
    if (view.grouping.groups.length === 0) return 'the file has no group.';
    const hasWildcardGroup = view.selectionOf(UNNAMED).selectedBy === 'wildcard';
    const others = hasWildcardGroup ? 'it obeys none for "*"' : 'none is for "*"';
    return `no group names this crawler, and ${others}.`;
  }
}
