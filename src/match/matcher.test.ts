/** What other parts of this package read of a matcher. */
import { expect, test } from 'vitest';
import { parseSync } from '../parse.js';
import { rulesOf } from './matcher.js';

const FILE = 'user-agent: a\ndisallow: /x\n\nuser-agent: b\ndisallow: /y\nallow: /z\n';

test('its rules are those of the groups that its caller obeys', () => {
  const document = parseSync(FILE);
  expect(
    ['a', 'b', 'c'].map((agents) => rulesOf(document.matcher({ agents })).compiled.table.at.length),
  ).toEqual([1, 2, 0]);
});

test('its groups have the line that names the caller, or 0', () => {
  const document = parseSync(FILE);
  const obeyed = ['a', 'b', 'c'].map((agents) => rulesOf(document.matcher({ agents })));
  expect(obeyed.map((rules) => [rules.firstLine, rules.agentAt(rules.firstLine)])).toEqual([
    [1, 'a'],
    [4, 'b'],
    [0, null],
  ]);
});

test('its steps are those of the last question that its rules answered', () => {
  const matcher = parseSync(FILE).matcher({ agents: 'b' });
  expect(rulesOf(matcher).compiled.table.at.length).toBe(2);
  matcher.isAllowed('/a');
  const one = rulesOf(matcher).compiled.steps;
  matcher.isAllowed('/yyy');
  expect(one).toBeGreaterThan(0);
  expect(rulesOf(matcher).compiled.steps).toBeGreaterThan(one);
});
