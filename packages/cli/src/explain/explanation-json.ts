/**
 * An explanation as one JSON object, which begins as an answer of `check --json` does.
 */
import type { Explanation } from 'robotstream';
import type { PatternWords } from 'robotstream/compare';
import { answerLine } from '../check/answer-line.js';

/** The keys that follow those of an answer. */
export const STEP_KEYS = [
  'explanation',
  'agentLines',
  'groups',
  'compared',
  'changes',
  'rules',
  'words',
  'notes',
];

export function explanationJson(
  { agentLines, groups, url, rules, verdict }: Explanation,
  words: PatternWords | null,
  notes: readonly string[],
): object {
  return {
    ...answerLine(url.given, verdict),
    explanation: verdict.explanation,
    agentLines: agentLines.map(({ userAgent: { line, name }, reason, agent, names, explanation }) => ({
      line,
      value: name,
      reason,
      agent,
      names,
      explanation,
    })),
    groups: groups.map((group) => ({
      userAgentLines: group.userAgents.map(({ line }) => line),
      ruleLines: group.rules.map(({ line }) => line),
    })),
    compared: url.compared,
    changes: url.changes,
    rules: rules.map(({ rule: { line, directive, pattern }, compared, octets, decides }) => ({
      line,
      directive,
      pattern,
      compared,
      octets,
      decides,
    })),
    words,
    notes,
  };
}
