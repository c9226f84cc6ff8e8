/** Many wildcard rules in one pass over the path: what is found, and the steps that it costs (docs/matcher.md, "The bound"). */
import { describe, expect, test } from 'vitest';
import { naiveDecision } from '../../../test/match/naive-decision.js';
import { rulesOf, tableOf } from '../../../test/match/tables.js';
import { PROFILES } from '../../profiles.js';
import { Meter } from '../bound.js';
import { candidatesOf } from '../candidates.js';
import { OCTET_KINDS } from '../octet-forms.js';
import { readRequestPath } from '../request-path.js';
import { NO_RANK, PrefixTree } from './prefix-tree.js';
import { RuleIndex } from './rule-index.js';
import { WildcardMatcher } from './wildcard-matcher.js';

const AXES = PROFILES.rfc9309.rules;

class Asked {
  readonly #patterns: readonly string[];
  readonly #candidates;
  readonly #prefixes;
  readonly matcher: WildcardMatcher;

  constructor(patterns: readonly string[]) {
    this.#patterns = patterns;
    this.#candidates = candidatesOf(tableOf(rulesOf(patterns.map((pattern) => `-${pattern}`))), AXES);
    this.#prefixes = new PrefixTree(this.#candidates);
    this.matcher = new WildcardMatcher(this.#candidates, this.#prefixes.stems);
  }

  /** The best pattern that matches, and the steps that the automaton has taken. */
  about(url: string, best: number = NO_RANK): [pattern: string | null, steps: number] {
    const meter = new Meter();
    const request = readRequestPath(url, OCTET_KINDS.canonical);
    this.#prefixes.walk(request.octets, request.start, request.end, meter);
    meter.left = 0;
    const rank = this.matcher.match(request, this.#prefixes, best, meter);
    return [rank === NO_RANK ? null : this.#patterns[this.#candidates.ruleOfRank[rank]], 0 - meter.left];
  }
}

describe('a question costs a step for', () => {
  test.each<[string, string[], string, number]>([
    ['each octet after the first stem', ['/abc*x'], '/abcdef', 1 + 3],
    ['each rule that waits', ['/*x', '/a*x'], '/abc', 2 + 3],
    ['each segment that ends, once more at the end of the path', ['/a*x', '/b*y'], '/ayy', 1 + 2 + 2 + 1],
    ['each node that is taken on, and each that waits next', ['/a*b*c*d'], '/abc', 1 + 2 + 3 + 2 + 2],
    ['a segment that ends, and again for it at the end of the path', ['/a*b'], '/ab', 1 + 1 + 2 + 1],
    [
      'each of several segments that end in one place',
      ['/a*bcd', '/b*cd', '/c*d'],
      '/axbcd',
      1 + 4 + 3 + 1 + 3,
    ],
    ['a wide node that a symbol meets', ['/*b', '/*c'], '/xb', 2 + 1 + 1 + 1 + 1],
    ['no wide node, if the symbol leads from none', ['/*b', '/*c', '/a*d'], '/ad', 2 + 1 + 2 + 1],
    ['each octet before the query, and a second symbol that waits', ['/*%3A'], '/a?b', 3 + 1 + 1 + 3],
  ])('%s', (_, patterns, url, steps) => {
    expect(new Asked(patterns).about(url)[1]).toBe(steps);
  });

  test.each<[string, string[], string, number]>([
    ['each octet of a path without a query, and no second symbol', ['/a*%3A', '/b*c'], '/bxx', 4 + 1 + 2],
  ])('%s, where some parts have a query form', (_, patterns, url, steps) => {
    expect(new Asked(patterns).about(url)[1]).toBe(steps);
  });

  test('a node that its other symbol has taken on already, but not for those that wait next', () => {
    const asked = new Asked(['/*%3A*b']);
    // `:` ends in the query and once more at the end of the path, and its symbol meets the node.
    expect(asked.about('/%3A?:')[1] - asked.about('/%3A?x')[1]).toBe(1 + 1 + 1);
  });

  test('nothing, if every rule ranks below the one found before', () => {
    const asked = new Asked(['/a*x', '/*y']);
    expect(asked.about('/abc')).toEqual([null, 2 + 3]);
    // The path is read from the end of the first stem that can still lead to a better rule.
    expect(asked.about('/abc', 1)).toEqual(['/*y', 1 + 2]);
    expect(asked.about('/abc', 0)).toEqual(['/a*x', 0]);
  });
});

test('a path that no stem begins costs nothing, whatever rank was found before', () => {
  const asked = new Asked(['/a*x', '/b*y']);
  expect(asked.about('/ax')[0]).toBe('/a*x');
  for (const best of [0, 1, NO_RANK]) expect(asked.about('/c', best)[1]).toBe(0);
});

test('a node below which all rules rank worse than the best so far does not wait', () => {
  const asked = new Asked(['/a*bbb*c', '/*d*e']);
  // Two nodes wait, six octets, four ends of segments; `bbb` is taken on and `c` waits; `c` is taken on, and `d`, but `e` does not wait.
  expect(asked.about('/abbbcd')).toEqual(['/a*bbb*c', 2 + 6 + 4 + 2 + 1 + 1]);
  expect(asked.about('/abbbxd')).toEqual([null, 2 + 6 + 3 + 2 + 2]);
});

test('a matcher answers each question as if it were the first', () => {
  const patterns = ['/*a%3A*b', '/*a:*b$', '/a*b*c', '/a*c*b', '/*ab*ab', '/*c', '/*/a%3A', '/*%2Fa%3A'];
  const urls = ['/abc', '/a?a:b', '/a:b', '/?/a:', '/acb', '/abab', '/ab', '/', '/x?a:bab', '/abc', '/a%3Ab'];
  const asked = new Asked(patterns);
  const expected = urls.map((url) => new Asked(patterns).about(url));
  expect(urls.map((url) => asked.about(url))).toEqual(expected);
  expect([...urls].reverse().map((url) => asked.about(url))).toEqual([...expected].reverse());
});

test('the question counter may wrap around, also where parts have a query form', () => {
  const patterns = ['/*a%3A*b', '/*c%3A', '/*d'];
  const urls = ['/?a:b', '/?c:', '/d', '/?a:xb', '/?d'];
  const asked = new Asked(patterns);
  const expected = urls.map((url) => asked.about(url));
  expect(expected.map(([pattern]) => pattern)).toEqual(['/*a%3A*b', '/*c%3A', '/*d', '/*a%3A*b', '/*d']);
  for (const last of [0x7fffffff - 2, 0x7fffffff]) {
    Reflect.set(asked.matcher, 'question', last);
    for (let round = 0; round < 3; round++) expect(urls.map((url) => asked.about(url))).toEqual(expected);
  }
});

test('when the question counter wraps around, no rule waits from the earlier question with the same number', () => {
  const asked = new Asked(['/a*x', '/*y']);
  expect(asked.about('/ab')[0]).toBeNull();
  Reflect.set(asked.matcher, 'question', 0x7fffffff);
  expect(asked.about('/bbx')[0]).toBeNull();
  expect(asked.about('/abx')[0]).toBe('/a*x');
});

/** Every pattern with some of a few segments, so that stems, segments and query forms overlap in all ways. */
describe('decides as the naive matcher does', () => {
  const urls = [
    '/',
    '/a',
    '/b',
    '/ab',
    '/ba',
    '/aab',
    '/abab',
    '/bba?a:',
    '/?a:b',
    '/a?:',
    '/a%3Ab',
    '/?b:a:b',
    '/a/b?/a:/b',
    '/ababx',
    '/abcde',
    '/?b:a:a:b',
    '/a:b',
    '/a:b?c',
    '/ab?%3A',
    '/abcab',
  ];
  const segments = ['a', 'b', 'ab', '%3A', 'a%3A', ':', '/a', '%2Fa'];
  const one = segments.flatMap((segment) => [`/*${segment}`, `/a*${segment}$`]);
  const two = segments.flatMap((first) => segments.map((second) => `/*${first}*${second}`));

  test.each([
    ['with one segment', one],
    ['with two segments', two],
    ['with one or two', [...one, ...two]],
    [
      'with stems that end late in the path',
      ['/a*z', '/abab*x', '/ab*a', '/aab*$', '/*?a*b', '/?b:a*b', '/?b*:*/b'],
    ],
    [
      'with a rule that waits from a late stem, and one that waits from an earlier place',
      ['/*b*c', '/abcab*c'],
    ],
    ['with a rule whose first segment another rule has second', ['/*a*b', '/*b*bb']],
    ['with a stem that ends where no segment does', ['/a*z', '/abcd*e']],
    ['with a pattern that others begin with', ['/*a', '/*a*b', '/*a*b*a', '/*a*b*a$', '/*b']],
    ['with more children than a state packs', [...'abcdefgh'].map((letter) => `/*a${letter}`)],
  ])('%s', (_, patterns) => {
    const rules = rulesOf(patterns.map((pattern, nth) => `${nth % 3 === 0 ? '+' : '-'}${pattern}`));
    const index = new RuleIndex(candidatesOf(tableOf(rules), AXES), 0);
    const decide = (url: string) => {
      const request = readRequestPath(url, OCTET_KINDS.canonical);
      return index.decide(request, new Meter());
    };
    const all = [...urls, ...[...'abcdefghi'].map((letter) => `/a${letter}`)];
    expect(all.map(decide)).toEqual(all.map((url) => naiveDecision(rules, url, AXES)));
  });
});
