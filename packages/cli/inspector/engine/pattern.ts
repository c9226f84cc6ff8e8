/** The pattern of a rule in words, with paths that it matches and paths that it nearly matches. */
import { type PatternWords, patternWords } from 'robotstream/compare';
import { PROFILES, type RobotsDocument } from 'robotstream/web';
import type { LineQuestion, ReadingName } from './question.js';

export interface RuleWords extends PatternWords {
  readonly line: number;
  readonly directive: 'allow' | 'disallow';
  /** The first name that its group is for. */
  readonly crawler: string;
}

/** The words for the rule of a line; null if the line is no rule. Without a profile, it is read by the first one that sees a rule there. */
export function ruleWords(
  document: RobotsDocument,
  { line, profile }: Pick<LineQuestion, 'line' | 'profile'>,
): RuleWords | null {
  const readings = profile === undefined ? (Object.keys(PROFILES) as ReadingName[]) : [profile];
  for (const reading of readings) {
    const group = document.groupAt(line, reading);
    const rule = group?.rules.find((one) => one.line === line);
    const words = rule === undefined ? null : patternWords(rule, reading);
    if (group !== null && rule !== undefined && words !== null) {
      return { line, directive: rule.directive, crawler: group.userAgents[0].name, ...words };
    }
  }
  return null;
}
