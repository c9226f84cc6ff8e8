/**
 * The matching cases of `conformance/` by every shell of the core: events in any cutting, the reducer, one question, and a matcher
 * before and after it compiles its rules. `check --batch` is asked in `packages/conform/test`.
 */
import { describe, expect, test } from 'vitest';
import { judgeUnder } from './judging.js';
import {
  bodyOf,
  type CaseVerdict,
  type MatchingCase,
  matchingCases,
  rightVerdicts,
  SUITE_FILES,
} from './suite.js';

/** The verdict by all shells, which must agree. */
function verdictOf(one: MatchingCase): CaseVerdict {
  const answer = judgeUnder(one.profile)(one.robots ?? bodyOf(one), one.url, one.agents);
  const [directive, line] = answer.split(' ');
  return { allowed: directive !== 'disallow', line: Number(line) || 0 };
}

describe('conformance/, by all shells', () => {
  const files = SUITE_FILES.filter(({ kind }) => kind === 'matching');
  test.each(files)('$path', ({ path }) => {
    const wrong = matchingCases(path.replace(/\.json$/, '')).filter((one) => {
      const { allowed, line } = verdictOf(one);
      return !rightVerdicts(one).some((right) => right.allowed === allowed && right.line === line);
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});
