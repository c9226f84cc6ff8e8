/**
 * A verdict step by step: which user-agent lines count, what the URL becomes, and every rule that matches.
 */
import type { Group } from '../../ast/nodes.js';
import type { ObeyedGroups } from '../obeyed-groups.js';
import { rulingOver, type Verdict } from '../verdict.js';
import { type ExplainedAgentLine, explainAgentLines } from './agent-lines.js';
import { type DecidingPart, decidingParts } from './deciding-parts.js';
import { type MatchingRule, matchingRules } from './matching-rules.js';
import { type ExplainedUrl, explainUrl } from './url-changes.js';

/**
 * How a verdict comes about, in the order in which it is decided. If a status decides in place of a file, its lists are empty.
 */
export class Explanation {
  /** Every user-agent line of the file, in file order: whether its group applies, and why. */
  readonly agentLines: readonly ExplainedAgentLine[];
  /** The groups that apply, in file order. The rules of all of them count together. */
  readonly groups: readonly Group[];
  readonly url: ExplainedUrl;
  /**
   * The rules of these groups that match, in order of precedence: the first decides. Empty for `/robots.txt` itself if the
   * profile always allows it, because then no rule is tried.
   */
  readonly rules: readonly MatchingRule[];
  /** What `check` returns for the same URL. */
  readonly verdict: Verdict;
  /**
   * The parts of the file that decide, in file order: the name in the user-agent line by which the group applies, and the pattern of the
   * deciding rule, or its field if it has no pattern. Without a rule that decides, only the name. Empty if no group applies, and
   * for `/robots.txt` itself if the profile always allows it.
   */
  readonly decidedBy: readonly DecidingPart[];

  constructor(steps: Omit<Explanation, 'toJSON'>) {
    this.agentLines = steps.agentLines;
    this.groups = steps.groups;
    this.url = steps.url;
    this.rules = steps.rules;
    this.verdict = steps.verdict;
    this.decidedBy = steps.decidedBy;
  }

  /** The explanation as plain data. Each group is the line of its first user-agent line, as in the JSON of a verdict. */
  toJSON(): object {
    const { agentLines, url, rules, verdict, decidedBy } = this;
    const groups = this.groups.map(({ userAgents }) => ({ line: userAgents[0].line }));
    return { agentLines, groups, url, rules, verdict, decidedBy };
  }
}

/**
 * Explains a verdict.
 *
 * @param url what `verdict` is about
 */
export function explanationOf(obeyed: ObeyedGroups, url: string, verdict: Verdict): Explanation {
  const { nodes, selection, rules } = obeyed;
  const explainedUrl = explainUrl(url, nodes.profile.rules.form);
  if (rulingOver(obeyed) !== undefined) {
    return new Explanation({
      agentLines: [],
      groups: [],
      url: explainedUrl,
      rules: [],
      verdict,
      decidedBy: [],
    });
  }
  const agentLines = explainAgentLines(obeyed);
  const matching = verdict.reason === 'robots-txt' ? [] : matchingRules(nodes, rules.table, url);
  return new Explanation({
    agentLines,
    groups: selection.groups.map((index) => nodes.groups[index]),
    url: explainedUrl,
    rules: matching,
    verdict,
    decidedBy: decidingParts(agentLines, matching, verdict),
  });
}
