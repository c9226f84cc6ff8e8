/** One pattern against one path, compared with a regular expression. */
import { describe, expect, test } from 'vitest';
import { questionOf } from '../../test/match/question.js';
import { asRegExp, textsOf } from '../../test/match/short-patterns.js';
import { octetsOf } from '../../test/support/octets.js';
import { OCTET_KINDS } from './octet-forms.js';
import { matchesPattern, PatternSet } from './pattern.js';
import { RequestPath } from './request-path.js';

/** More steps than any case takes. */
const ENOUGH_STEPS = 100_000;

describe('all short patterns and paths', () => {
  const patterns = textsOf(['a', 'b', '*'], 4).flatMap((text) => [`/${text}`, `/${text}$`, text, `${text}$`]);
  const paths = textsOf(['a', 'b'], 4).map((text) => `/${text}`);

  test.each([
    ['a path at the start of its memory', '', ''],
    ['a path with other octets before it, and after it what would go on with the pattern', 'b/a', 'ab/aa'],
  ])('%s', (_, before, after) => {
    for (const pattern of patterns) {
      const expected = asRegExp(pattern);
      const wrong = paths.filter(
        (path) => matches(pattern, path, { before, after }).isMatch !== expected.test(path),
      );
      expect(wrong, pattern).toEqual([]);
    }
  });
});

test('the second pattern of a set is matched by its own parts', () => {
  const set = new PatternSet(OCTET_KINDS.canonical, true);
  for (const pattern of ['/a*b$', '/b*a', '/*']) set.add(octetsOf(pattern), 0, pattern.length, 0);
  const path = octetsOf('/bba');
  const found = [0, 1, 2].map((nth) =>
    matchesPattern(set, nth, questionOf(new RequestPath(path, 0, path.length))),
  );
  expect(found).toEqual([false, true, true]);
});

test('a search that takes too many steps goes on in an index of the path, from the place that it has reached', () => {
  const [part, other] = [`${'a'.repeat(50)}b`, 'a'.repeat(200)];
  for (const path of [`/${other}b`, `/${other}`, `/${part}${other}`, `/${other}${part}${other}`]) {
    for (const pattern of [`/*${part}`, `/*${part}*b`, `/*${part}*${part}`, `/*a*${part}$`]) {
      const expected = matches(pattern, path, {}).isMatch;
      for (const steps of [-1, 0, 1, 100, 1000, 5000]) {
        expect([pattern, path, steps, matches(pattern, path, { steps }).isMatch]).toEqual([
          pattern,
          path,
          steps,
          expected,
        ]);
      }
    }
  }
});

test('a search costs a step for each octet that it compares or passes', () => {
  expect(matches('/*a', '/bbba', {}).steps).toBe(4);
  expect(matches('/*a', '/bbbb', {}).steps).toBe(4);
  expect(matches('/*ab', '/bab', {}).steps).toBe(3);
  expect(matches('/*ab', '/aab', {}).steps).toBe(4);
  expect(matches('/*a*b', '/abb', {}).steps).toBe(2);
});

function matches(
  pattern: string,
  path: string,
  { before = '', after = '', steps = ENOUGH_STEPS },
): { isMatch: boolean; steps: number } {
  const set = new PatternSet(OCTET_KINDS.canonical, true);
  set.add(octetsOf(pattern), 0, pattern.length, 0);
  const octets = octetsOf(before + path + after);
  const question = questionOf(new RequestPath(octets, before.length, before.length + path.length), steps);
  const isMatch = matchesPattern(set, 0, question);
  return { isMatch, steps: steps - question.left };
}
