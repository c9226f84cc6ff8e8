/**
 * Rules that decide about no URL.
 */
import type { Group, Rule } from '../../ast/nodes.js';
import { findRuleUses } from '../../compare/rule-uses.js';
import type { ProfileName } from '../../profiles.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import type { LintedFile } from '../linted-file.js';
import { type RuleReport, type RuleTable, warning } from '../rule.js';
import { type GroupSelection, WILDCARD } from '../selections.js';
import { RULES_FACTOR } from '../work-budget.js';

export const UNUSED_RULES = {
  'rule-never-decides': warning({
    title: 'The rule decides about no URL: wherever it matches, other rules of the same crawlers decide.',
    why: "The rule has no effect, under RFC 9309 and under Google's reading. Either it is superfluous, or another rule overrides it by mistake.",
    fix: 'Remove the rule, or the rules that override it. Remove the group if none of its rules is used: its user-agent lines alone would join the next group.',
    example: 'User-agent: *\nDisallow: /a\nDisallow: /a*\n',
    better: 'User-agent: *\nDisallow: /a\n',
    sources: ['RFC 9309 §2.2.2', 'docs/compare.md'],
  }),
} satisfies RuleTable;

type Report = RuleReport<typeof UNUSED_RULES>;

/** A rule has to be useless under each of these. */
const PROFILES_COMPARED = ['rfc9309', 'google'] as const satisfies readonly ProfileName[];

/**
 * Reports rules that decide about no URL for any crawler that obeys them, neither under RFC 9309 nor as Google reads them.
 *
 * @param explained lines of rules whose other findings explain already why they have no effect
 */
export function checkUnusedRules(file: LintedFile, explained: ReadonlySet<number>, report: Report): void {
  if (!report.wants('rule-never-decides')) return;
  const obeyed = new Set(file.selections('rfc9309').flatMap(({ groups }) => groups));
  const used = new UsedLines();
  const unknown = new Set<Group>();
  for (const profile of PROFILES_COMPARED) {
    for (const selection of file.selections(profile)) {
      if (addUsed(file, selection, profile, used)) continue;
      for (const group of selection.groups) unknown.add(group);
    }
  }
  for (const { rules } of unknown) for (const { line } of rules) used.add(line);
  const removal = new Removal(file, used);
  for (const group of file.document.groups) {
    if (!obeyed.has(group)) continue;
    for (const rule of group.rules) {
      if (used.has(rule.line) || explained.has(rule.line) || matchesNothing(rule)) continue;
      reportUnused(rule, () => removal.of(rule, group), report);
    }
  }
}

/** Adds the lines of the rules of a selection that decide about some URL, or may. Returns false if finding out takes too much work. */
function addUsed(
  file: LintedFile,
  { callers, groups }: GroupSelection,
  profile: ProfileName,
  used: UsedLines,
): boolean {
  if (groups.every((group) => used.hasAllOf(group))) return true;
  const isAffordable = file.budget.take(file.weightOf(groups) * RULES_FACTOR);
  const matcher = isAffordable ? file.matcher(callers[0], profile) : null;
  if (matcher === null) return false;
  const uses = file.budget.compare((steps) => findRuleUses(matcher, steps, used));
  for (const { line, use } of uses) if (use !== 'never') used.add(line);
  if (uses.some(({ use }) => use === 'unknown')) file.budget.giveUp();
  return true;
}

/** The lines of rules that are of use, as far as is known. */
class UsedLines extends Set<number> {
  /** How many rules at the start of a group are among them. */
  readonly #counts = new Map<Group, number>();

  /** Whether all rules of a group are. No line is ever removed, so each rule is passed once, however many crawlers obey the group. */
  hasAllOf(group: Group): boolean {
    const { rules } = group;
    let count = this.#counts.get(group) ?? 0;
    while (count < rules.length && this.has(rules[count].line)) count++;
    this.#counts.set(group, count);
    return count === rules.length;
  }
}

/** A pattern only for `/robots.txt`, which RFC 9309 always allows, and which is left out of every comparison. */
const ONLY_ROBOTS_TXT = /^\/robots\.txt(?:\$$|\?)/;

/** Whether a rule is left out: its pattern cannot match, which other findings say, or it is only for `/robots.txt`. */
function matchesNothing({ pattern }: Rule): boolean {
  if (!/^[/*]/.test(pattern)) return true;
  return ONLY_ROBOTS_TXT.test(
    pattern.replace(/%[2-7][0-9a-f]/gi, (triplet) => String.fromCharCode(parseInt(triplet.slice(1), 16))),
  );
}

/** What can be removed without a change of any verdict. */
class Removal {
  readonly #file: LintedFile;
  readonly #used: ReadonlySet<number>;
  /** The groups without which some crawler would obey others. */
  #needed: Set<Group> | undefined;
  /** The last advice. All rules of a group get the same. */
  #last: { readonly group: Group; readonly ofGoogle: Group | null; readonly advice: string } | undefined;

  constructor(file: LintedFile, used: ReadonlySet<number>) {
    this.#file = file;
    this.#used = used;
  }

  /** What to do with a rule that decides nothing. Without any rule, a group would be joined to the next one. */
  of({ line }: Rule, group: Group): string {
    const ofGoogle = this.#file.document.groupAt(line, 'google');
    if (this.#last?.group !== group || this.#last.ofGoogle !== ofGoogle) {
      this.#last = { group, ofGoogle, advice: this.#adviceFor(group, ofGoogle) };
    }
    return this.#last.advice;
  }

  #adviceFor(group: Group, ofGoogle: Group | null): string {
    const isOneGroup = ofGoogle !== null && isSame(group, ofGoogle);
    if (this.#isUsed(group) && (isOneGroup || ofGoogle === null || this.#isUsed(ofGoogle)))
      return 'Remove it, or';
    const hasMore = group.extensions.length > 0 || (ofGoogle?.extensions.length ?? 0) > 0;
    if (!isOneGroup || hasMore || this.#isNeeded(group) || this.#isNeeded(ofGoogle)) {
      return 'Write "Disallow:" in its place, or remove';
    }
    return 'Remove its group, or';
  }

  #isUsed({ rules }: Group): boolean {
    return rules.some(({ line }) => this.#used.has(line));
  }

  #isNeeded(group: Group): boolean {
    if (this.#needed === undefined) {
      this.#needed = new Set();
      for (const profile of PROFILES_COMPARED) {
        for (const { callers, groups } of this.#file.selections(profile)) {
          if (callers[0] === WILDCARD || groups.some((one) => this.#isUsed(one))) continue;
          for (const one of groups) this.#needed.add(one);
        }
      }
    }
    return this.#needed.has(group);
  }
}

/** Whether two profiles read the same lines as a group. */
function isSame(one: Group, other: Group): boolean {
  return areSameLines(one.userAgents, other.userAgents) && areSameLines(one.rules, other.rules);
}

function areSameLines(
  some: readonly { readonly line: number }[],
  others: readonly { readonly line: number }[],
): boolean {
  return some.length === others.length && some.every(({ line }, nth) => line === others[nth].line);
}

function reportUnused({ line, directive, pattern, value }: Rule, advice: () => string, report: Report): void {
  const message = (): string =>
    `This ${directive} rule decides about no URL: wherever ${quoteText(pattern)} matches, other rules of the same crawlers take precedence. ${advice()} the rules that override it.`;
  report.add('rule-never-decides', line, value, message);
}
