/** The matching cases of `conformance/`: the core passes every one, as a document and by one question in one pass. */
import { describe, expect, test } from 'vitest';
import { isAllowed, parseSync } from '../../src/core.js';
import { referenceVerdict } from '../reference/reference.js';
import {
  bodyOf,
  type CaseVerdict,
  type MatchingCase,
  matchingCases,
  rightVerdicts,
  SUITE_FILES,
} from './suite.js';

/** Files longer than this are left to the slow tests: the reference reads them octet by octet. */
const MAX_REFERENCE_OCTETS = 20_000;

/** What is wrong with an answer; undefined if it is right. */
function faultIn(one: MatchingCase, way: string, { allowed, line }: CaseVerdict): string | undefined {
  const right = rightVerdicts(one);
  if (right.some((verdict) => verdict.allowed === allowed && verdict.line === line)) return undefined;
  return `${one.id} by ${way}: ${allowed} ${line}, not ${right.map((verdict) => `${verdict.allowed} ${verdict.line}`).join(' or ')}. ${one.why}`;
}

function faultsOf(one: MatchingCase): string[] {
  const { agents, profile, url } = one;
  const body = bodyOf(one);
  const verdict = parseSync(body).matcher({ agents, profile }).check(url);
  const inOnePass = isAllowed(body, url, { agents, profile });
  const answers: [way: string, answer: CaseVerdict][] = [
    ['the document', { allowed: verdict.allowed, line: verdict.rule?.line ?? 0 }],
    ['one question', { allowed: inOnePass, line: verdict.rule?.line ?? 0 }],
  ];
  if (body.length <= MAX_REFERENCE_OCTETS)
    answers.push(['the naive reference', referenceVerdict(body, agents, url, profile)]);
  return answers.flatMap(([way, answer]) => faultIn(one, way, answer) ?? []);
}

describe('conformance/', () => {
  const files = SUITE_FILES.filter(({ kind }) => kind === 'matching');
  test.each(files)('$path: all $cases cases', ({ path, cases }) => {
    const read = matchingCases(path.replace(/\.json$/, ''));
    expect(read).toHaveLength(cases);
    expect(read.flatMap(faultsOf)).toEqual([]);
  });
});
