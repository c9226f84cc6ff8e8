/** The matching cases bite: the small matcher passes them, and each way to break it fails the case that `witnesses.json` names. */
import { describe, expect, test } from 'vitest';
import { bodyOf, type MatchingCase, matchingCases, rightVerdicts } from '../conformance/suite.js';
import { toOctetString } from '../reference/octets.js';
import { brokenVerdict, FAULTS } from './faults.js';
import { type Parts, SOUND } from './parts/sound.js';
import WITNESSES from './witnesses.json' with { type: 'json' };

/** Longer files are left to the slow test of all cases. */
const MAX_OCTETS = 2000;

const CASES: ReadonlyMap<string, MatchingCase> = new Map(matchingCases().map((one) => [one.id, one]));
const witnesses: Readonly<Record<string, string>> = WITNESSES;

function passes(parts: Parts, one: MatchingCase): boolean {
  const verdict = brokenVerdict(parts, toOctetString(bodyOf(one)), one.agents, one.url, one.profile);
  return rightVerdicts(one).some(
    ({ allowed, line }) => allowed === verdict?.allowed && line === verdict.line,
  );
}

describe('conformance/', () => {
  test('the small matcher passes every case', () => {
    const small = [...CASES.values()].filter((one) => bodyOf(one).length <= MAX_OCTETS);
    expect(small.length).toBeGreaterThan(5000);
    expect(small.filter((one) => !passes(SOUND, one)).map(({ id }) => id)).toEqual([]);
  });

  test('there are 120 faults and more, each with a witness', () => {
    expect(FAULTS.length).toBeGreaterThan(120);
    expect(FAULTS.map(({ name }) => name).filter((name) => !CASES.has(witnesses[name] ?? ''))).toEqual([]);
  });

  test('every fault fails its witness', () => {
    const unnoticed = FAULTS.filter(({ name, parts }) => {
      const one = CASES.get(witnesses[name] ?? '');
      return one !== undefined && passes(parts, one);
    });
    expect(unnoticed.map(({ name }) => `${name}: ${witnesses[name]}`)).toEqual([]);
  });
});
