/** The work of a comparison has a bound: its questions to the matchers are counted, too. No clock is read. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseSync } from '../core.js';
import { Matcher, rulesOf } from '../match/matcher.js';
import { MATCHER_STEPS_PER_STEP, STEPS_PER_QUESTION } from './budget.js';
import { differences, reachOf, ruleUses } from './index.js';

const MAX_STEPS = 5000;

/** What the questions to matchers cost so far, in steps. */
let spent = 0;
/** What the dearest of them cost. */
let dearest = 0;

beforeEach(() => {
  spent = 0;
  dearest = 0;
  for (const method of ['check', 'isAllowed'] as const) {
    const original = Matcher.prototype[method] as (url: string | URL) => unknown;
    vi.spyOn(Matcher.prototype, method).mockImplementation(function (this: Matcher, url) {
      const answer = original.call(this, url);
      const cost = STEPS_PER_QUESTION + rulesOf(this).compiled.steps / MATCHER_STEPS_PER_STEP;
      spent += cost;
      dearest = Math.max(dearest, cost);
      return answer as never;
    });
  }
});
afterEach(() => vi.restoreAllMocks());

const lines = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i));

describe.each([
  ['of wildcards', lines(2000, (i) => `Disallow: /*a*b*${i.toString(36)}*c$`)],
  ['of rules that never decide', lines(2000, (i) => `Disallow: /*${i.toString(36)}.`)],
  ['of long patterns', lines(20, (i) => `Disallow: /${'*a'.repeat(2000)}${i}`)],
  ['of long literals', lines(50, (i) => `Disallow: /${'a'.repeat(2000)}${i}`)],
])('a file %s', (_, rules) => {
  const document = parseSync(`User-agent: *\n${rules.join('\n')}\nAllow: /*\n`);
  const matcher = document.matcher({ agents: '*' });
  const google = document.matcher({ agents: '*', profile: 'google' });

  /** The questions for one rule may go beyond the budget: four paths, each put to both matchers up to twice. */
  const beyond = () => 16 * dearest;

  test('ruleUses asks no more than its steps allow', () => {
    const uses = ruleUses(matcher, { maxSteps: MAX_STEPS });
    expect(uses).toHaveLength(rules.length + 1);
    expect(uses.some(({ use }) => use === 'unknown')).toBe(true);
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThanOrEqual(MAX_STEPS / 2 + beyond());
  });

  test('reachOf asks no more than its steps allow', () => {
    reachOf(matcher, { maxSteps: MAX_STEPS });
    expect(spent).toBeLessThanOrEqual(MAX_STEPS / 2 + beyond());
  });

  test('differences asks no more than its steps allow', () => {
    expect(differences(matcher, google, { maxSteps: MAX_STEPS }).isExhaustive).toBe(false);
    expect(spent).toBeGreaterThan(0);
    expect(spent).toBeLessThanOrEqual(MAX_STEPS + beyond());
  });
});

test('an automaton that costs more than the steps that are left is not made', () => {
  const document = parseSync(
    `User-agent: *\nDisallow: /${'a'.repeat(300)}\nDisallow: /*${'b'.repeat(300)}$\n`,
  );
  const matcher = document.matcher({ agents: '*' });
  const { isExhaustive } = differences(parseSync('').matcher({ agents: '*' }), matcher, { maxSteps: 600 });
  expect(isExhaustive).toBe(false);
  expect(reachOf(matcher, { maxSteps: 600 }).extent).toBe('something');
  const [first, second] = ruleUses(matcher, { maxSteps: 600 });
  expect([first, second].map(({ use }) => use)).toContain('decides');
});
