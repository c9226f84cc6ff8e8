/**
 * A document made ready for one caller under one profile.
 */
import type { DocumentNodes } from '../ast/document-nodes.js';
import { lastAtOrBefore } from '../ast/in-file-order.js';
import type { Group, Rule } from '../ast/nodes.js';
import { RULE_LINE, RULE_STRIDE, type RuleTable } from '../ast/rule-table.js';
import { resolveProfile } from '../define-profile.js';
import { checkedElsewhere, checkOptions, optionTable } from '../option-checks.js';
import type { Profile, ProfileName } from '../profiles.js';
import { urlText } from '../url-argument.js';
import { type CompiledRules, compileRules, ROBOTS_TXT } from './compiled-rules.js';
import { type Explanation, explanationOf } from './explain/explanation.js';
import { type CallerOptions, type Callers, callersOfOptions } from './select/callers.js';
import { type Selection, select } from './select/select.js';
import { namesCaller } from './select/user-agent-line.js';
import { explain, type Verdict, type VerdictReason } from './verdict.js';

/** Who asks, and by which profile to judge. Either `agents` or `crawler` is required. */
export type MatcherOptions = CallerOptions & {
  /** The profile to judge by, or its name; default `rfc9309`. */
  readonly profile?: Profile | ProfileName | undefined;
};

const MATCHER_OPTIONS = optionTable<MatcherOptions>({
  agents: checkedElsewhere,
  crawler: checkedElsewhere,
  profile: checkedElsewhere,
});

let readRules: (matcher: Matcher) => RuleTable;

/**
 * Decides for one caller, under one profile, which URLs it may fetch. The groups are selected once. An index of their rules
 * is built when enough questions have been asked to make it pay.
 */
export class Matcher {
  readonly profile: Profile;
  readonly #nodes: DocumentNodes;
  readonly #callers: Callers;
  readonly #selection: Selection;
  readonly #rules: CompiledRules;

  static {
    readRules = (matcher) => matcher.#selection.rules;
  }

  /**
   * @throws {TypeError} if not one of `agents` and `crawler` is given; if an agent is not a product token; if there is no such
   *   crawler or profile; if an option is unknown
   */
  constructor(nodes: DocumentNodes, options: MatcherOptions) {
    checkOptions('matcher', options, MATCHER_OPTIONS);
    this.profile = resolveProfile(options.profile);
    this.#nodes = nodes;
    this.#callers = callersOfOptions(options);
    this.#selection = select(nodes.file, this.profile, this.#callers);
    this.#rules = compileRules(this.#selection.rules, this.profile.rules);
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
    const { selectedBy, agents, rules } = this.#selection;
    const line = decision >= 0 ? rules.rows[decision * RULE_STRIDE + RULE_LINE] : 0;
    const group = this.#groupWith(line);
    const rule = decision >= 0 && group !== null ? ruleAt(group.rules, line) : null;
    const reason = this.#reason(decision, rule);
    const verdict = {
      allowed: reason !== 'disallow-rule',
      reason,
      rule,
      group,
      groupCount: agents.length,
      selectedBy,
      agent: this.#agent(),
      profile: this.profile.name,
    };
    return { ...verdict, explanation: explain(verdict) };
  }

  /**
   * How a verdict comes about, step by step: the user-agent lines, the URL in the form that is compared, and every rule that
   * matches. It costs far more than {@link check}; it is for people who ask why.
   *
   * @param url as for {@link isAllowed}
   * @throws {TypeError} as {@link isAllowed}
   */
  explain(url: string | URL): Explanation {
    const text = urlText(url); // read once: a subclass of URL may answer differently the second time
    return explanationOf(this.#nodes, this.profile, this.#callers, this.#selection, text, this.check(text));
  }

  #reason(decision: number, rule: Rule | null): VerdictReason {
    if (decision === ROBOTS_TXT) return 'robots-txt';
    if (rule !== null) {
      if (rule.value.start === rule.value.end) return 'empty-rule';
      return rule.directive === 'allow' ? 'allow-rule' : 'disallow-rule';
    }
    return this.#selection.selectedBy === 'nothing' ? 'no-matching-group' : 'no-matching-rule';
  }

  /** The name that the first group selects. */
  #agent(): string | null {
    const { selectedBy, agents } = this.#selection;
    if (selectedBy !== 'name') return null;
    const { valueStart, valueEnd } = agents[0];
    const { agentMatch } = this.profile.groups;
    const { octets } = this.#nodes.file;
    return this.#callers.names[namesCaller(octets, valueStart, valueEnd, this.#callers, agentMatch)].name;
  }

  /** The group of a rule, by its line; for line 0, the first group that applies. */
  #groupWith(line: number): Group | null {
    const { agents } = this.#selection;
    if (agents.length === 0) return null;
    return this.#nodes.under(this.profile).groupAt(line > 0 ? line : agents[0].line);
  }
}

/** The rules that a matcher's caller obeys: for comparisons, in this package. */
export function rulesOf(matcher: Matcher): RuleTable {
  return readRules(matcher);
}

/** Finds the rule of a line among rules in file order. */
function ruleAt(rules: readonly Rule[], line: number): Rule {
  return rules[lastAtOrBefore(rules, line, (rule) => rule.line)];
}
