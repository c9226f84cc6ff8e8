/**
 * Rules that decide about no URL.
 */
import type { Group, Rule } from '../../ast/nodes.js';
import { ruleUses } from '../../compare/rule-uses.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import type { LintedFile } from '../linted-file.js';
import type { Report } from '../report.js';
import { type GroupSelection, weightOf } from '../selections.js';
import { MAX_STEPS } from '../work-budget.js';

/** A rule has to be useless under each of these. */
const PROFILES_COMPARED = ['rfc9309', 'google'] as const;

/**
 * Reports rules that decide about no URL for any crawler that obeys them, neither under RFC 9309 nor as Google reads them.
 *
 * @param explained lines of rules whose other findings explain already why they have no effect
 */
export function checkUnusedRules(
  file: LintedFile,
  selections: readonly GroupSelection[],
  explained: ReadonlySet<number>,
  report: Report,
): void {
  if (!report.wants('rule-never-decides')) return;
  const compared = new Set<Group>();
  const unknown = new Set<Group>();
  const used = new Set<number>();
  for (const selection of selections) {
    const lines = usedLines(file, selection);
    for (const group of selection.groups) (lines === null ? unknown : compared).add(group);
    for (const line of lines ?? []) used.add(line);
  }
  for (const group of compared) {
    if (unknown.has(group)) continue;
    // Without any rule, a group would be joined to the next one.
    const what = group.rules.some(({ line }) => used.has(line)) ? 'it' : 'its group';
    for (const rule of group.rules) {
      if (!used.has(rule.line) && !explained.has(rule.line)) reportUnused(rule, what, report);
    }
  }
}

/** The lines of the rules of a selection that decide about some URL; `null` if finding out takes too much work. */
function usedLines(file: LintedFile, { callers, groups }: GroupSelection): number[] | null {
  if (!file.budget.take(PROFILES_COMPARED.length * weightOf(groups) ** 2)) return null;
  const used: number[] = [];
  for (const profile of PROFILES_COMPARED) {
    const matcher = file.matcher(callers[0], profile);
    if (matcher === null) return null;
    for (const { line, use } of ruleUses(matcher, { maxSteps: MAX_STEPS })) {
      if (use !== 'never') used.push(line);
      if (use === 'unknown') file.budget.giveUp();
    }
  }
  return used;
}

/** A pattern only for `/robots.txt`, which is always allowed and left out of every comparison. */
const ONLY_ROBOTS_TXT = /^\/robots\.txt\$$/;

function reportUnused({ line, directive, pattern, value }: Rule, what: string, report: Report): void {
  if (!/^[/*]/.test(pattern) || ONLY_ROBOTS_TXT.test(pattern)) return;
  report.add(
    'rule-never-decides',
    line,
    value,
    () =>
      `This ${directive} rule decides about no URL: wherever ${quoteText(pattern)} matches, other rules of the same crawlers take precedence. Remove ${what}, or the rules that override it.`,
  );
}
