/**
 * May a caller fetch everything, something or nothing?
 */
import { aMatcher, type Matcher } from '../match/matcher.js';
import { type Budget, budgetOf, type ComparisonOptions } from './budget.js';
import { explore } from './exploration.js';
import { JudgedRules } from './judged-rules.js';
import { RuleAutomaton } from './rule-automaton.js';

/** How much of a site a caller may fetch. */
export interface Reach {
  /**
   * `/robots.txt` itself is left out. `unknown`: every URL tried had the same answer, and the comparison ended at its limit of steps, or
   * the rules are those of a reader, of which only some URLs can be tried.
   */
  readonly extent: 'everything' | 'something' | 'nothing' | 'unknown';
  /** The path of a URL that the caller may fetch, one of the shortest or made from a rule; `null` if none was found. */
  readonly allowedPath: string | null;
  /** The same for a URL that it may not fetch. */
  readonly disallowedPath: string | null;
}

/**
 * Whether a caller may fetch every URL of a site, some of them or none. Decided from the rules as a whole, not from
 * samples.
 *
 * @throws {TypeError | RangeError} if `matcher` is no matcher, or an option is unknown or not as documented
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 * import { reachOf } from 'robotstream/compare';
 *
 * const matcher = parseSync('User-agent: *\nDisallow: /').matcher({ agents: 'FooBot' });
 * console.log(reachOf(matcher).extent); // → nothing
 * ```
 */
export function reachOf(matcher: Matcher, options: ComparisonOptions = {}): Reach {
  aMatcher(matcher, 'matcher');
  return findReach(matcher, budgetOf('reachOf', options));
}

/** {@link reachOf} within a budget that may be shared. */
export function findReach(matcher: Matcher, budget: Budget): Reach {
  const rules = new JudgedRules(matcher, budget);
  const found = new Map<boolean, string>();
  const isComplete = tryPaths(rules, found, budget) || walk() || rules.isOpen;
  const allowedPath = found.get(true) ?? null;
  const disallowedPath = found.get(false) ?? null;
  return { extent: extentOf(isComplete, allowedPath, disallowedPath), allowedPath, disallowedPath };

  function walk(): boolean {
    if (rules.minPlaces > budget.left) return false;
    const side = { automaton: new RuleAutomaton(rules.candidates, budget), forms: rules.forms };
    const hasSeenAll = explore([side], budget, (visit) => {
      const { states, isWhole } = visit;
      if (isWhole) {
        const allowed = rules.isExact
          ? rules.decisionOf(states[0].decision).allowed
          : rules.allows(visit.path());
        if (!found.has(allowed)) found.set(allowed, visit.path());
      }
      return found.size === 2 ? 'nothing' : 'longer';
    });
    return hasSeenAll && rules.isExact;
  }
}

/** Tries the likeliest paths, until half of the steps are spent. Returns whether they answer the question. */
function tryPaths(rules: JudgedRules, found: Map<boolean, string>, budget: Budget): boolean {
  const reserve = budget.left / 2;
  const tryPath = (path: string): void => {
    const allowed = rules.allows(path);
    if (!found.has(allowed)) found.set(allowed, path);
  };
  tryPath('/');
  const ofNone = rules.settlingPathOfNone;
  if (ofNone !== null) tryPath(ofNone);
  let areSettled = ofNone !== null;
  for (let rank = 0; rank < rules.count && found.size < 2; rank++) {
    const { allowed } = rules.decisionOf(rank);
    if (found.has(allowed)) continue;
    for (const path of rules.pathsOf(rank)) tryPath(path);
    const settling = found.has(allowed) ? [] : rules.settlingPaths(rank);
    if (settling === null) areSettled = false;
    else for (const path of settling) tryPath(path);
    // After the first rule, so that even the smallest budget tries one.
    if (budget.left <= reserve && rank < rules.count - 1) return found.size === 2;
  }
  return found.size === 2 || areSettled;
}

function extentOf(isComplete: boolean, allowed: string | null, disallowed: string | null): Reach['extent'] {
  if (allowed !== null && disallowed !== null) return 'something';
  if (!isComplete) return 'unknown';
  return disallowed === null ? 'everything' : 'nothing';
}
