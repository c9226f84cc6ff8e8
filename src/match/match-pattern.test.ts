/** One pattern against one path, compared with a regular expression. */
import { describe, expect, test } from 'vitest';
import { naiveDecision, naivePath } from '../../test/match/naive-decision.js';
import { questionOf } from '../../test/match/question.js';
import { asRegExp, ESCAPED_PATHS, ESCAPED_PATTERNS, textsOf } from '../../test/match/short-patterns.js';
import { toOctetString } from '../../test/reference/octets.js';
import { octetsOf } from '../../test/support/octets.js';
import { PROFILES } from '../profiles.js';
import { OCTET_KINDS, queryFormOf } from './octet-forms.js';
import { matchesPattern, PatternSet } from './pattern.js';
import { readRequestPath } from './read-url.js';
import { RequestPath } from './request-path.js';

/** More steps than any case takes. */
const ENOUGH_STEPS = 100_000;

/** In memory, a path has other octets before it, and after it what would go on with the pattern. */
const AROUND = { before: 'b/a', after: 'ab/aa', steps: ENOUGH_STEPS };

describe.each([
  ['at the start of its memory', { ...AROUND, before: '', after: '' }],
  ['among other octets', AROUND],
  ['with an index', { ...AROUND, steps: -1 }],
])('a path %s', (_, memory) => {
  test('is matched by short patterns as by a regular expression', () => {
    const texts = textsOf(['a', 'b', '*'], 3).flatMap((text) => [`/${text}`, text]);
    const paths = textsOf(['a', 'b'], 2).flatMap((text) => [`/${text}`, `/${text}a`, `/bbbb${text}`]);
    for (const pattern of [...texts, '*/a', '*/'].flatMap((text) => [text, `${text}$`])) {
      const expected = asRegExp(pattern);
      const wrong = paths.filter((path) => matches(pattern, path, memory).isMatch !== expected.test(path));
      expect(wrong, pattern).toEqual([]);
    }
  });

  test('is matched by escapes that equal their octets in a query as docs/semantics.md §5.2 says', () => {
    const axes = PROFILES.rfc9309.rules;
    const urls = ESCAPED_PATHS.flatMap((path) => [path, path.replace('/', '/zzzzz')]);
    for (const pattern of ESCAPED_PATTERNS) {
      const wrong = urls.filter((url) => {
        const { isMatch } = matches(pattern, naivePath(url, 'canonical'), memory);
        return isMatch !== (naiveDecision([{ isAllow: false, pattern }], url, axes) === 0);
      });
      expect(wrong, pattern).toEqual([]);
    }
  });

  test('is matched by a part that is longer than any before it', () => {
    const run = 'a'.repeat(3000);
    const found = [`/*${run}%3A`, `/*${run}%3A$`].map(
      (pattern) => matches(pattern, `/?${run}:`, memory).isMatch,
    );
    expect(found).toEqual([true, true]);
    expect(matches(`/*${run}%3A`, `/?${run}`, memory).isMatch).toBe(false);
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
      const expected = matches(pattern, path).isMatch;
      for (const steps of [-1, 0, 1, 100, 1000, 5000]) {
        expect(matches(pattern, path, { ...AROUND, steps }).isMatch, `${pattern} ${path} ${steps}`).toBe(
          expected,
        );
      }
    }
  }
});

test.each([
  ['/*a', '/bbba', 4],
  ['/*a', '/bbbb', 4],
  ['/*ab', '/bab', 3],
  ['/*ab', '/aab', 4],
  ['/*ab', '/bbb', 2],
  ['/*a*b', '/abb', 2],
  ['/*%3A', '/?ab:', 4],
  ['/*%3A', '/?ab', 3],
])('a search costs a step for each octet that it compares or passes: %s in %s', (pattern, path, steps) => {
  expect(matches(pattern, path).steps).toBe(steps);
});

describe('once the steps are taken', () => {
  test('a search costs the octets of the part, and no walk along the path', () => {
    const set = new PatternSet(OCTET_KINDS.canonical, true);
    set.add(octetsOf('/*%3A'), 0, 5, 0);
    const question = questionOf(readRequestPath(`/?${'a'.repeat(1000)}`, OCTET_KINDS.canonical), -1);
    const steps = [1, 2, 3].map(() => {
      const before = question.left;
      expect(matchesPattern(set, 0, question)).toBe(false);
      return before - question.left;
    });
    expect(steps[0]).toBeGreaterThan(1000);
    expect(steps.slice(1)).toEqual(['%3A'.length, '%3A'.length]);
  });

  test('a part is found without an index at the next places', () => {
    expect(matches('/*b', `/ab${'a'.repeat(1000)}`, { ...AROUND, steps: -1 }).steps).toBe(2);
  });
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

function matches(pattern: string, path: string, { before, after, steps } = AROUND) {
  const set = new PatternSet(OCTET_KINDS.canonical, true);
  set.add(octetsOf(pattern), 0, pattern.length, 0);
  const octets = octetsOf(before + path + after);
  const question = questionOf(new RequestPath(octets, before.length, before.length + path.length), steps);
  const isMatch = matchesPattern(set, 0, question);
  return { isMatch, steps: steps - question.left };
}
