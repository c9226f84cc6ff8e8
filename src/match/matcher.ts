/**
 * A document made ready for one caller under one profile.
 */
import type { Document } from '../ast/document.js';
import type { Group, Rule } from '../ast/nodes.js';
import { RULE_LINE, RULE_STRIDE, type RuleTable } from '../ast/rule-table.js';
import { type Profile, type ProfileName, resolveProfile } from '../profiles.js';
import { ROW_STRIDE, ROW_VALUE_END, ROW_VALUE_START } from '../stream/row.js';
import { type CallerName, callerNames, namesCaller } from './agents.js';
import { type CompiledRules, compileRules, ROBOTS_TXT } from './compiled-rules.js';
import { type Selection, selectedRules, selectGroups } from './select.js';
import { explain, type Verdict, type VerdictReason } from './verdict.js';

export interface MatcherOptions {
  /** The caller's product token, or several that are obeyed together (RFC 9309 §2.2.1). */
  readonly agents: string | readonly string[];
  /** The profile to judge by, or its name; default `rfc9309`. */
  readonly profile?: Profile | ProfileName | undefined;
}

/**
 * Answers for one caller under one profile which URLs it may fetch. Groups are selected once; what else makes answers
 * fast is prepared when it begins to pay.
 */
export class Matcher {
  readonly profile: Profile;
  readonly #document: Document;
  readonly #callers: readonly CallerName[];
  readonly #selection: Selection;
  readonly #table: RuleTable;
  readonly #rules: CompiledRules;

  /** @throws {TypeError} if no agent or an empty one is given, or there is no such profile */
  constructor(document: Document, options: MatcherOptions) {
    this.profile = resolveProfile(options.profile);
    this.#document = document;
    this.#callers = callerNames(options.agents);
    this.#selection = selectGroups(document.facts, this.profile, this.#callers);
    this.#table = selectedRules(document.facts, this.#selection);
    this.#rules = compileRules(this.#table, this.profile.rules);
  }

  /**
   * Whether the caller may fetch a URL.
   *
   * @param url an absolute http, https or ftp URL, a `URL`, or a path that begins with `/`; under `google` any string
   * @throws {TypeError} if it is none of these
   */
  isAllowed(url: string | URL): boolean {
    return this.#rules.isAllowed(url);
  }

  /**
   * Whether the caller may fetch a URL, and why.
   *
   * @param url as for {@link isAllowed}
   * @throws {TypeError} as {@link isAllowed}
   */
  check(url: string | URL): Verdict {
    const decision = this.#rules.decide(url);
    const { selectedBy, groups } = this.#selection;
    const line = decision >= 0 ? this.#table.rows[decision * RULE_STRIDE + RULE_LINE] : 0;
    const group = this.#groupWith(line);
    const rule = (line > 0 && group?.rules[ruleIndex(group.rules, line)]) || null;
    const reason = this.#reason(decision, rule);
    const verdict = {
      allowed: reason !== 'disallow-rule',
      reason,
      rule,
      group,
      groupCount: groups.length,
      selectedBy,
      agent: this.#agent(),
      profile: this.profile.name,
    };
    return { ...verdict, explanation: explain(verdict) };
  }

  #reason(decision: number, rule: Rule | null): VerdictReason {
    if (decision === ROBOTS_TXT) return 'robots-txt';
    if (rule !== null) {
      if (rule.value.start === rule.value.end) return 'empty-rule';
      return rule.directive === 'allow' ? 'allow-rule' : 'disallow-rule';
    }
    return this.#selection.selectedBy === 'nothing' ? 'no-matching-group' : 'no-matching-rule';
  }

  /** The name that selected the first group. */
  #agent(): string | null {
    const { selectedBy, grouping, agentRows } = this.#selection;
    if (selectedBy !== 'name') return null;
    const at = agentRows[0] * ROW_STRIDE;
    const start = grouping.rows[at + ROW_VALUE_START];
    const end = grouping.rows[at + ROW_VALUE_END];
    const { octets } = this.#document;
    return this.#callers[namesCaller(octets, start, end, this.#callers, this.profile.groups.agentMatch)].name;
  }

  /** The selected group with a rule in `line`, else the first selected. */
  #groupWith(line: number): Group | null {
    const groups = this.#document.groupsUnder(this.profile);
    const selected = this.#selection.groups;
    const index = selected.find((candidate) => {
      const { rules } = groups[candidate];
      return rules.length > 0 && rules[0].line <= line && line <= rules[rules.length - 1].line;
    });
    return groups[index ?? selected[0]] ?? null;
  }
}

/** Where among rules, which stand in file order, that of a line is. */
function ruleIndex(rules: readonly Rule[], line: number): number {
  let low = 0;
  let high = rules.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rules[middle].line < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
