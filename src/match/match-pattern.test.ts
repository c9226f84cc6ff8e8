/** One pattern against one path, compared with a regular expression. */
import { describe, expect, test } from 'vitest';
import { naiveDecision } from '../../test/match/naive-decision.js';
import { questionOf } from '../../test/match/question.js';
import { asRegExp, textsOf } from '../../test/match/short-patterns.js';
import { toOctetString } from '../../test/reference/octets.js';
import { octetsOf } from '../../test/support/octets.js';
import { PROFILES } from '../profiles.js';
import { OCTET_KINDS, queryFormOf } from './octet-forms.js';
import { matchesPattern, PatternSet } from './pattern.js';
import { readRequestPath } from './read-url.js';
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

describe('parts with an escape that equals its octet in a query (docs/semantics.md §5.2, “Escapes after `*`”)', () => {
  const ENOUGH_STEPS = 100_000;

  function matches(pattern: string, url: string, steps: number = ENOUGH_STEPS) {
    const set = new PatternSet(OCTET_KINDS.canonical, true);
    set.add(octetsOf(pattern), 0, pattern.length, 0);
    const question = questionOf(readRequestPath(url, OCTET_KINDS.canonical), steps);
    const isMatch = matchesPattern(set, 0, question);
    return { isMatch, steps: steps - question.left };
  }

  test('all short patterns and URLs match as the specification says, also by an index of the path', () => {
    const patterns = textsOf(['a', '*', '%3A'], 3).filter((text) => /\*.*%/.test(text));
    const urls = textsOf(['a', '?', '%3A', ':'], 3).map((text) => `/${text}`);
    const axes = PROFILES.rfc9309.rules;
    for (const pattern of patterns.flatMap((text) => [`/${text}`, `/${text}$`])) {
      const rules = [{ isAllow: false, pattern }];
      const wrong = urls.filter((url) => {
        const expected = naiveDecision(rules, url, axes) === 0;
        return [ENOUGH_STEPS, -1].some((steps) => matches(pattern, url, steps).isMatch !== expected);
      });
      expect(wrong, pattern).toEqual([]);
    }
  });

  test('the occurrence that ends first counts, in whichever form it is', () => {
    expect(matches('/*%3A*x', '/%3Ax?:').isMatch).toBe(true);
    expect(matches('/*%3A*x', '/?:x').isMatch).toBe(true);
    expect(matches('/*%3A*x', '/%3A?:').isMatch).toBe(false);
  });

  test('a part may be longer than any before it', () => {
    const run = 'a'.repeat(3000);
    expect(matches(`/*${run}%3A`, `/?${run}:`).isMatch).toBe(true);
    expect(matches(`/*${run}%3A$`, `/?${run}:`).isMatch).toBe(true);
    expect(matches(`/*${run}%3A`, `/?${run}`).isMatch).toBe(false);
  });

  test('the search for a part costs the octets that it passes or compares', () => {
    // The place after the `/`, the `?`, `a` and `b` are passed, and `:` is the whole part.
    expect(matches('/*%3A', '/?ab:').steps).toBe(4);
  });

  test('once the steps are taken, a search costs no walk along the path', () => {
    const set = new PatternSet(OCTET_KINDS.canonical, true);
    set.add(octetsOf('/*%3A'), 0, 5, 0);
    const question = questionOf(readRequestPath(`/?${'a'.repeat(1000)}`, OCTET_KINDS.canonical), -1);
    const steps = [1, 2, 3].map(() => {
      const before = question.left;
      expect(matchesPattern(set, 0, question)).toBe(false);
      return before - question.left;
    });
    expect(steps[0]).toBeGreaterThan(1000);
    expect(steps[1]).toBeLessThan(250);
    expect(steps[2]).toBe(steps[1]);
  });

  describe('the query form of a part', () => {
    test.each([
      ['abc', 'abc'],
      ['a%3Ab', 'a:b'],
      ['%3A%2F%3F%40%27', ":/?@'"],
      ['%2A%24%25%3A', '%2A%24%25:'],
      ['%C3%A9%3A', '%C3%A9:'],
      ['%3A3A', ':3A'],
    ])('of %s is %s', (part, expected) => {
      expect(toOctetString(queryFormOf(octetsOf(part)))).toBe(expected);
    });
  });

  test.each([
    ['/a?b', 3],
    ['/a?b?c', 3],
    ['?', 1],
    ['/a', 2],
    ['', 0],
  ])('the query of %j begins at %d', (path, expected) => {
    expect(new RequestPath(octetsOf(`?${path}?`), 1, 1 + path.length).queryStart).toBe(1 + expected);
  });
});
