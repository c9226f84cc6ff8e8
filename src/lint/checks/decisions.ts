/**
 * The rules of one group against each other: repeated, contradicting and tied ones.
 */
import { lastAtOrBefore } from '../../ast/groups.js';
import type { Group, Rule } from '../../ast/nodes.js';
import { latin1 } from '../../compare/latin1.js';
import { isUrlText } from '../../compare/url-domain.js';
import type { Matcher } from '../../match/matcher.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import { commonPath } from '../common-path.js';
import type { Fix } from '../finding.js';
import { type FormedRule, GroupRules } from '../group-rules.js';
import type { LintedFile } from '../linted-file.js';
import type { Report } from '../report.js';
import { EVERY_PROFILE } from '../rule.js';
import { callerOf } from '../selections.js';

/**
 * @returns the lines of repeated and contradicting rules, whose findings explain already why they have no effect
 */
export function checkDecisions(file: LintedFile, report: Report): Set<number> {
  const explained = new Set<number>();
  const groupRules = new GroupRules(file.parsed);
  for (const [index, group] of file.document.groups.entries()) {
    if (group.rules.length < 2) continue;
    const rules = groupRules.of(group, index);
    const unique = checkEqualPatterns(file, rules, explained, report);
    if (report.wants('tied-rules')) checkTies(file, group, unique, report);
  }
  return explained;
}

/**
 * Reports rules with the pattern of a rule above.
 *
 * @returns the rules that are left
 */
function checkEqualPatterns(
  file: LintedFile,
  rules: readonly FormedRule[],
  explained: Set<number>,
  report: Report,
): FormedRule[] {
  const { document } = file;
  const firstOf = new Map<string, FormedRule>();
  const firstSame = new Map<string, Rule>();
  for (const formed of rules) {
    const { line, value, directive } = formed.rule;
    // Google can read a line between as the start of another group.
    const ofGoogle = document.groupAt(line, 'google')?.userAgents[0].line;
    const sameKey = `${ofGoogle} ${directive} ${googleForm(value.octets)}`;
    const same = firstSame.get(sameKey);
    if (same !== undefined) {
      explained.add(line);
      const message = (): string => repeats(formed.rule, same);
      report.add('duplicate-rule', line, value, message, () => removalOf(file, formed.rule, same));
      continue;
    }
    firstSame.set(sameKey, formed.rule);
    const key = `${formed.pattern} ${formed.length}`;
    const first = firstOf.get(key);
    if (first === undefined) firstOf.set(key, formed);
    else if (first.rule.directive !== directive) {
      explained.add(directive === 'disallow' ? line : first.rule.line);
      report.add('contradicting-rules', line, value, () => contradicts(formed.rule, first.rule));
    }
  }
  return [...firstOf.values()];
}

/** A pattern as Google compares it. Patterns that are equal in this form are equal under RFC 9309, too; not the other way round. */
function googleForm(octets: Uint8Array): string {
  return latin1(octets)
    .replace(/[\x80-\xff]/g, (octet) => `%${octet.charCodeAt(0).toString(16)}`)
    .replace(/%[0-9a-f]{2}/gi, (triplet) => triplet.toUpperCase());
}

function noteOn({ pattern }: Rule, first: Rule): string {
  return pattern === first.pattern ? '' : ', which RFC 9309 compares alike';
}

function repeats(rule: Rule, first: Rule): string {
  return `Line ${first.line} has this rule already: ${rule.directive} ${quoteText(first.pattern)}${noteOn(rule, first)}. Remove one of the lines.`;
}

function contradicts(rule: Rule, first: Rule): string {
  const { directive } = rule;
  const verbs = { allow: 'allows', disallow: 'disallows' };
  return `Line ${first.line} ${verbs[first.directive]} ${quoteText(first.pattern)}${noteOn(rule, first)}, and this line ${verbs[directive]} it. Allow wins, so the disallow rule has no effect. Remove one of them.`;
}

/**
 * The fix that removes a repeated rule. If its octets equal those of the first one, and every profile that reads it sees both in one group,
 * the first one decides wherever this one would.
 */
function removalOf(file: LintedFile, rule: Rule, first: Rule): Fix | null {
  const { line, pattern } = rule;
  const { document } = file;
  if (file.hasComment(line) || pattern !== first.pattern || pattern.includes('\ufffd')) return null;
  const repeatsEverywhere = EVERY_PROFILE.every((profile) => {
    const group = document.groupAt(line, profile);
    return group === null || !hasRule(group, line) || hasRule(group, first.line);
  });
  if (!repeatsEverywhere || file.isAboveSignal(line)) return null;
  return { span: file.wholeLineSpan(line), text: '' };
}

/** Whether a line is a rule of a group. */
function hasRule({ rules }: Group, line: number): boolean {
  return rules[lastAtOrBefore(rules, line, (rule) => rule.line)]?.line === line;
}

/** Reports disallow rules that lose against an allow rule of the same length. */
function checkTies(file: LintedFile, group: Group, rules: readonly FormedRule[], report: Report): void {
  const allowsOf = new Map<number, FormedRule[]>();
  const caller = callerOf(group);
  if (caller === null) return;
  let matcher: Matcher | null | undefined;
  for (const formed of rules) {
    if (formed.rule.directive !== 'allow') continue;
    const ofLength = allowsOf.get(formed.length);
    if (ofLength === undefined) allowsOf.set(formed.length, [formed]);
    else ofLength.push(formed);
  }
  for (const disallow of rules) {
    if (disallow.rule.directive === 'allow') continue;
    for (const allow of allowsOf.get(disallow.length) ?? []) {
      if (!file.budget.take(PAIR_WORK)) return;
      const path = tiedPath(file, disallow.pattern, allow.pattern);
      // The URL Standard changes paths with dot segments.
      if (path === null || !isUrlText(path)) continue;
      matcher ??= file.matcher(caller);
      const verdict = matcher === null ? null : file.budget.check(matcher, `http://host${path}`);
      if (verdict === null) return;
      // A longer rule may decide about the path.
      if (verdict.rule?.line !== allow.rule.line) continue;
      const { line, value } = disallow.rule;
      report.add(
        'tied-rules',
        line,
        value,
        () =>
          `${quoteText(allow.rule.pattern)} of line ${allow.rule.line} is as long and matches some of the same URLs, such as ${quoteText(path)}: there allow wins.`,
      );
      break;
    }
  }
}

/** The work of looking at a pair of rules. */
const PAIR_WORK = 8192;

/** How many times as much as comparing two octets a step of the search for a common path costs. */
const TIE_FACTOR = 256;

/** A path that two patterns match; `null` if there is none, or finding it takes too much work. */
function tiedPath({ budget }: LintedFile, first: string, second: string): string | null {
  if (!beginAlike(first, second) || !budget.take(TIE_FACTOR * first.length * second.length)) return null;
  return commonPath(first, second);
}

/** Whether two patterns have the same octets up to the first `*` of either. */
function beginAlike(first: string, second: string): boolean {
  const length = Math.min(literalLength(first), literalLength(second));
  return first.slice(0, length) === second.slice(0, length);
}

function literalLength(pattern: string): number {
  const star = pattern.indexOf('*');
  return star < 0 ? pattern.length : star;
}
