/**
 * What a crawler may fetch as a whole: nothing at all, more than its group was meant to open, or regardless of a rule.
 */
import type { Group, Rule } from '../../ast/nodes.js';
import { reachOf } from '../../compare/reach.js';
import { ruleUses } from '../../compare/rule-uses.js';
import type { Matcher } from '../../match/matcher.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import type { LintedFile } from '../linted-file.js';
import type { Report } from '../report.js';
import {
  type GroupSelection,
  rulesOfSelection,
  selectionsOf,
  WILDCARD,
  weightOf,
} from '../selections.js';

/** Steps that one comparison may take, beside the work that its rules cost. */
const MAX_STEPS = 20_000;

/** How much more than looking through its rules a question to a matcher costs at most. */
const QUESTION_FACTOR = 128;

/**
 * @param explained lines of rules about which it is already said why they have no effect
 */
export function checkReach(file: LintedFile, explained: ReadonlySet<number>, report: Report): void {
  const selections = selectionsOf(file.document.groups);
  const forAll = selections[0]?.caller === WILDCARD ? selections[0] : undefined;
  if (forAll !== undefined) checkEverything(file, forAll, report);
  if (forAll !== undefined) checkLostRules(file, forAll, selections.slice(1), report);
  if (report.wants('rule-never-decides')) checkUses(file, selections, explained, report);
}

/** Reports `Disallow: /` for all crawlers, if nothing is left open. */
function checkEverything(file: LintedFile, selection: GroupSelection, report: Report): void {
  if (!report.wants('everything-disallowed')) return;
  const weight = weightOf(rulesOfSelection(selection));
  if (!file.budget.take(weight * QUESTION_FACTOR)) return;
  const matcher = file.document.matcher({ agents: WILDCARD });
  const { allowed, rule } = matcher.check('/');
  if (allowed || rule === null || !file.budget.take(weight ** 2)) return;
  if (reachOf(matcher, { maxSteps: MAX_STEPS }).extent !== 'nothing') return;
  report.add(
    'everything-disallowed',
    rule.line,
    file.lineSpan(rule.line),
    () =>
      `Crawlers without a group of their own may fetch nothing, search engines included. If the site is public, disallow only what should not be crawled.`,
  );
}

/** How many rules for `*` are looked at for each crawler. */
const MAX_LOST_RULES = 50;
/** How many of them a message names. */
const NAMED_RULES = 3;

/** Reports groups whose crawlers may fetch what is closed to all others. */
function checkLostRules(
  file: LintedFile,
  forAll: GroupSelection,
  others: readonly GroupSelection[],
  report: Report,
): void {
  if (!report.wants('group-loses-wildcard-rules')) return;
  const closed = rulesOfSelection(forAll).filter(closes).slice(0, MAX_LOST_RULES);
  if (closed.length === 0) return;
  const all = file.document.matcher({ agents: WILDCARD });
  for (const selection of others) {
    const own = rulesOfSelection(selection);
    if (own.length > 0 && !own.some(closes)) continue;
    const patterns = new Set(own.filter(closes).map(({ pattern }) => pattern));
    const missing = closed.filter(({ pattern }) => !patterns.has(pattern));
    if (missing.length === 0 || isSharedWith(forAll, selection)) continue;
    const work = (weightOf(own) + weightOf(closed)) * QUESTION_FACTOR * missing.length;
    if (!file.budget.take(work)) return;
    const matcher = file.document.matcher({ agents: selection.caller });
    const lost = missing.filter(({ pattern }) => opens(all, matcher, pattern));
    if (lost.length > 0) reportLost(selection, lost, report);
  }
}

/** Whether a rule closes something: a disallow rule with a pattern that can match. */
function closes({ directive, pattern }: Rule): boolean {
  return directive === 'disallow' && /^[/*]/.test(pattern);
}

/** Whether a crawler obeys a group for `*`, because the same group names it. */
function isSharedWith(forAll: GroupSelection, { groups }: GroupSelection): boolean {
  return forAll.groups.every((group) => groups.includes(group));
}

/** Whether a path that a pattern matches is closed to all crawlers and open to one. */
function opens(all: Matcher, one: Matcher, pattern: string): boolean {
  const path = pattern.replace(/\$$/, '').replaceAll('*', 'x');
  const url = `http://host${path.startsWith('/') ? path : `/${path}`}`;
  return !all.isAllowed(url) && one.isAllowed(url);
}

function reportLost({ caller, groups }: GroupSelection, lost: readonly Rule[], report: Report): void {
  const [{ userAgents }] = groups as readonly [Group];
  const agent = userAgents.find(({ name }) => name.toLowerCase().startsWith(caller.toLowerCase())) ?? userAgents[0];
  const named = lost.slice(0, NAMED_RULES).map(({ pattern, line }) => `${quoteText(pattern)} (line ${line})`);
  const more = lost.length > NAMED_RULES ? ` and ${lost.length - NAMED_RULES} more` : '';
  report.add(
    'group-loses-wildcard-rules',
    agent.line,
    agent.value,
    () =>
      `${caller} obeys its own group and not the rules for "*", so it may fetch what they disallow: ${named.join(', ')}${more}. Repeat them in its group, unless that is meant.`,
  );
}

/** Reports rules that decide about no URL for any crawler that obeys them, neither under RFC 9309 nor as Google reads them. */
function checkUses(
  file: LintedFile,
  selections: readonly GroupSelection[],
  explained: ReadonlySet<number>,
  report: Report,
): void {
  /** For each line of a rule, whether it never decides as far as is known. */
  const neverDecides = new Map<number, boolean>();
  for (const selection of selections) {
    const rules = rulesOfSelection(selection);
    for (const { line } of rules) if (!neverDecides.has(line)) neverDecides.set(line, true);
    const weight = weightOf(rules);
    if (!file.budget.take(2 * weight ** 2)) {
      for (const { line } of rules) neverDecides.set(line, false);
      continue;
    }
    const used = new Set<number>();
    for (const profile of ['rfc9309', 'google'] as const) {
      const matcher = file.document.matcher({ agents: selection.caller, profile });
      const uses = ruleUses(matcher, { maxSteps: MAX_STEPS });
      for (const { line, use } of uses) if (use !== 'never') used.add(line);
    }
    for (const { line } of rules) if (used.has(line)) neverDecides.set(line, false);
  }
  for (const { rules } of file.document.groups) {
    for (const rule of rules) {
      if (neverDecides.get(rule.line) === true && !explained.has(rule.line)) reportUnused(rule, report);
    }
  }
}

/** Only about `/robots.txt`, which is always allowed, so that no comparison is about it. */
const ONLY_ROBOTS_TXT = /^\/robots\.txt\$$/;

function reportUnused({ line, directive, pattern, value }: Rule, report: Report): void {
  if (!/^[/*]/.test(pattern) || ONLY_ROBOTS_TXT.test(pattern)) return;
  report.add(
    'rule-never-decides',
    line,
    value,
    () =>
      `${directive} ${quoteText(pattern)} decides about no URL: wherever it matches, longer or equal rules of the same crawlers decide. Remove it, or the rules that override it.`,
  );
}
