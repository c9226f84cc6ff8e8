/** Rules tried one by one, with a number of steps that may run out. `rules.test.ts` has what they decide. */
import { expect, test } from 'vitest';
import { rulesOf, tableOf } from '../../test/match/tables.js';
import { PROFILES } from '../profiles.js';
import { Meter } from './bound.js';
import { OCTET_KINDS } from './octet-forms.js';
import { readRequestPath } from './request-path.js';
import { scanRules } from './rule-scan.js';

const AXES = PROFILES.rfc9309.rules;

/** The rule that decides, and the steps that are left. */
function scan(texts: readonly string[], path: string, steps: number): [rule: number, left: number] {
  const meter = new Meter();
  meter.left = steps;
  const request = readRequestPath(path, OCTET_KINDS[AXES.form]);
  const rule = scanRules(tableOf(rulesOf(texts)), AXES, request, meter);
  return [rule, meter.left];
}

test('with any number of steps, the rule is right or too many steps were taken', () => {
  const texts = ['-/a', '+/ab*', '-/abc', '-/a*cd', '-/a%62cd', '+/x'];
  const [decides, left] = scan(texts, '/abcd', 1_000);
  const needed = 1_000 - left;
  expect(decides).toBe(3);
  for (let steps = 0; steps <= needed; steps++) {
    const [rule, stepsLeft] = scan(texts, '/abcd', steps);
    if (stepsLeft >= 0) expect([steps, rule]).toEqual([needed, decides]);
    else expect(steps).toBeLessThan(needed);
  }
});

test('a scan ends with the search that takes too many steps', () => {
  const pattern = `-/*${'a'.repeat(50)}b`;
  const path = `/${'a'.repeat(500)}`;
  const one = 100_000 - scan([pattern], path, 100_000)[1];
  const [few, many] = [2, 200].map((length) =>
    scan(
      Array.from({ length }, () => pattern),
      path,
      one,
    ),
  );
  expect(few[1]).toBeLessThan(0);
  expect(many).toEqual(few);
});
