/**
 * Whether expectations are met.
 */
import type { Matcher, ProfileName, RobotsDocument, Verdict } from 'robotstream';
import { matcherFor } from '../caller.js';
import type { Expectation } from './expectations.js';

/** An expectation, and what the robots.txt says. */
export interface Outcome {
  readonly expectation: Expectation;
  readonly verdict: Verdict;
  readonly isMet: boolean;
}

/** Compares each expectation with the matcher of its crawler. */
export function outcomesOf(
  expectations: readonly Expectation[],
  document: RobotsDocument,
  profile: ProfileName,
): Outcome[] {
  const matchers = new Map<string, Matcher>();
  return expectations.map((expectation) => {
    const { agent, url, allowed, decidingLine } = expectation;
    const matcher = matchers.get(agent) ?? matcherFor(document, agent, profile);
    matchers.set(agent, matcher);
    const verdict = matcher.check(url);
    const isLineMet = decidingLine === undefined || decidingLine === (verdict.rule?.line ?? 0);
    return { expectation, verdict, isMet: verdict.allowed === allowed && isLineMet };
  });
}

/** An expectation as one line: `disallow /private/ for Googlebot, by line 2`. */
export function titleOf({ agent, url, allowed, decidingLine }: Expectation): string {
  const line =
    decidingLine === undefined ? '' : decidingLine === 0 ? ', by no rule' : `, by line ${decidingLine}`;
  return `${allowed ? 'allow' : 'disallow'} ${url} for ${agent}${line}`;
}
