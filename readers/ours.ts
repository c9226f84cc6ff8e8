/** The answers of this project's profiles. */
import { type AnyProfile, type Matcher, parseSync } from '../src/core.js';
import { PROFILES } from '../src/profiles.js';
import { READERS } from '../src/readers/index.js';
import type { Answer } from './answers.js';
import { type Case, questionsOf } from './questions/case.js';

/**
 * What a profile says to each question, in their order; `error` where it refuses the name or the URL.
 *
 * @throws {TypeError} if there is no such profile
 */
export function* ourAnswers(profile: string, cases: readonly Case[]): Generator<Answer> {
  if (!Object.hasOwn({ ...PROFILES, ...READERS }, profile)) {
    throw new TypeError(`${profile} is neither a profile nor a reader with recorded answers.`);
  }
  let asked: Case | undefined;
  let askedAgent: string | undefined;
  let matcher: Matcher | undefined;
  for (const { case: current, agent, url } of questionsOf(cases)) {
    if (current !== asked || agent !== askedAgent) {
      matcher = accepted(() =>
        parseSync(current.body, { maxOctets: Number.POSITIVE_INFINITY }).matcher({
          agents: agent,
          profile: profile as AnyProfile,
        }),
      );
      asked = current;
      askedAgent = agent;
    }
    const isAllowed = accepted(() => matcher?.isAllowed(url));
    yield isAllowed === undefined ? 'error' : isAllowed ? 'allowed' : 'disallowed';
  }
}

/** What a call returns; undefined if it refuses its arguments. */
function accepted<Result>(call: () => Result): Result | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
