/**
 * Which rules ever decide about a URL?
 */

import { aMatcher, type Matcher } from '../match/matcher.js';
import { type Budget, budgetOf, type ComparisonOptions } from './budget.js';
import { explore } from './exploration.js';
import { JudgedRules } from './judged-rules.js';
import { RuleAutomaton } from './rule-automaton.js';

/** Whether a rule of a caller ever decides. */
export interface RuleUse {
  /** The rule's line, from 1. */
  readonly line: number;
  /**
   * `decides`: it decides about the URL with {@link path}. `never`: other rules decide about every URL that it matches, or
   * it matches none. `unknown`: the comparison ended at its limit of steps, or the rules are those of a reader, of which only some URLs
   * can be tried.
   */
  readonly use: 'decides' | 'never' | 'unknown';
  /** The path of a URL about which the rule decides; `null` if none was found. */
  readonly path: string | null;
}

/**
 * For each rule that a caller obeys, in file order, a URL about which it decides.
 *
 * @throws {TypeError | RangeError} if `matcher` is no matcher, or an option is unknown or not as documented
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 * import { ruleUses } from 'robotstream/compare';
 *
 * const matcher = parseSync('User-agent: *\nDisallow: /a\nDisallow: /a').matcher({ agents: 'FooBot' });
 * for (const { line, use } of ruleUses(matcher)) console.log(line, use);
 * // → 2 decides
 * // → 3 never
 * ```
 */
export function ruleUses(matcher: Matcher, options: ComparisonOptions = {}): RuleUse[] {
  aMatcher(matcher, 'matcher');
  return findRuleUses(matcher, budgetOf('ruleUses', options));
}

/**
 * {@link ruleUses} within a budget that may be shared.
 *
 * @param known the lines of rules that are left out
 */
export function findRuleUses(matcher: Matcher, budget: Budget, known: ReadonlySet<number> = NONE): RuleUse[] {
  const rules = new JudgedRules(matcher, budget);
  const { candidates } = rules;
  const found = new Map<number, string>();
  /** Ranks that decide about no URL. */
  const settled = new Set<number>();
  /** Ranks of rules of which it is not known whether they decide. */
  const open = new Set<number>();
  tryPaths();
  for (let rank = 0; rank < rules.count; rank++) {
    const { line } = rules.decisionOf(rank);
    if (!settled.has(rank) && !found.has(line) && !known.has(line)) open.add(rank);
  }
  const isComplete = open.size === 0 || walk();
  const unknown = new Set(Array.from(open, (rank) => rules.decisionOf(rank).line));
  return rules.lines
    .filter((line) => !known.has(line))
    .map((line) => {
      const path = found.get(line) ?? null;
      if (path !== null) return { line, use: 'decides', path };
      return { line, use: isComplete || !unknown.has(line) ? 'never' : 'unknown', path };
    });

  /** Tries the likeliest paths, until half of the steps are spent. */
  function tryPaths(): void {
    const reserve = budget.left / 2;
    for (let rank = 0; rank < rules.count && budget.left > reserve; rank++) {
      const { line } = rules.decisionOf(rank);
      if (found.has(line) || known.has(line)) continue;
      const settling = tryAll(rules.pathsOf(rank), line) ? null : rules.settlingPaths(rank);
      if (settling !== null && !tryAll(settling, line)) settled.add(rank);
    }
  }

  /** Tries paths until a rule decides about one of them. Returns whether it does. */
  function tryAll(paths: Iterable<string>, line: number): boolean {
    for (const path of paths) {
      if (rules.judge(path).line !== line) continue;
      found.set(line, path);
      return true;
    }
    return false;
  }

  function walk(): boolean {
    if (rules.minPlaces > budget.left) return false;
    const automaton = new RuleAutomaton(candidates, budget);
    const undecided = automaton.follow(open);
    const sought = new Set(Array.from(open, (rank) => rules.decisionOf(rank).line));
    const hasSeenAll = explore([{ automaton, forms: rules.forms }], budget, (visit) => {
      const { states, isWhole } = visit;
      const [state] = states;
      if (isWhole && !rules.isExact) {
        const { line } = rules.judge(visit.path());
        if (!found.has(line)) found.set(line, visit.path());
        sought.delete(line);
        return sought.size === 0 ? 'nothing' : 'longer';
      }
      if (isWhole && open.has(state.decision)) {
        const { line } = rules.decisionOf(state.decision);
        // Two ranks of one rule can both decide; the first path is the shorter one.
        if (!found.has(line)) found.set(line, visit.path());
        open.delete(state.decision);
        undecided.delete(state.decision);
      }
      if (open.size === 0) return 'nothing';
      return !rules.isExact || undecided.mayDecide(state) ? 'longer' : 'others';
    });
    return hasSeenAll && rules.isExact;
  }
}

const NONE: ReadonlySet<number> = new Set();
