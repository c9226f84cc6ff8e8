/** Few wildcard rules tried one by one: which are tried, and which one is found. */
import { describe, expect, test } from 'vitest';
import { rulesOf, tableOf } from '../../../test/match/tables.js';
import { PROFILES } from '../../profiles.js';
import { Meter } from '../bound.js';
import { candidatesOf } from '../candidates.js';
import { OCTET_KINDS } from '../octet-forms.js';
import { RequestPath, readRequestPath } from '../request-path.js';
import { FewWildcards, MAX_FEW_WILDCARDS, MAX_TRIED, TOO_MANY } from './few-wildcards.js';
import { NO_RANK, PrefixTree } from './prefix-tree.js';
import { RuleIndex } from './rule-index.js';

const AXES = PROFILES.rfc9309.rules;
const ENOUGH_STEPS = 10_000;

/** The best rank that is found; ranks are those of the patterns in this order, if each is shorter than the one before it. */
function find(
  patterns: readonly string[],
  url: string,
  { best = NO_RANK, tries = 100, steps = ENOUGH_STEPS } = {},
) {
  const candidates = candidatesOf(tableOf(rulesOf(patterns.map((pattern) => `-${pattern}`))), AXES);
  const few = new FewWildcards(candidates, new PrefixTree(candidates).stems);
  const request = readRequestPath(url, OCTET_KINDS.canonical);
  return few.match(request, best, tries, withSteps(steps));
}

function withSteps(steps: number): Meter {
  return Object.assign(new Meter(), { left: steps });
}

test.each([
  ['the best of those that match', ['/*axx', '/*ab', '/*a'], '/ab', 1],
  ['the best, whatever their stems', ['/b*xxxx', '/*c*bb', '/a*b', '/*b'], '/ab', 2],
  ['none', ['/*axx', '/*abx', '/*c'], '/ab', NO_RANK],
  ['none that is literal', ['/abc', '/*b'], '/abc', 1],
])('finds %s', (_, patterns, url, expected) => {
  expect(find(patterns, url)).toBe(expected);
});

test('a rule that ranks no better than the one found before is not tried', () => {
  const patterns = ['/*aa', '/*a'];
  expect([1, 2].map((best) => find(patterns, '/a', { best }))).toEqual([1, 1]);
  expect(find(patterns, '/aa', { best: 0 })).toBe(0);
  expect(find(patterns, '/a', { best: 1, tries: 1 })).toBe(1);
});

test('gives up when more rules would have to be tried', () => {
  const patterns = ['/*abab', '/*aba', '/*ba', '/*b'];
  expect([1, 2, 3, 4].map((tries) => find(patterns, '/ab', { tries }))).toEqual([
    TOO_MANY,
    TOO_MANY,
    TOO_MANY,
    3,
  ]);
});

test('a rule that needs an octet which the path does not have is not tried', () => {
  expect(find(['/*abxab', '/*ab?', '/*a=', '/*-', '/*b'], '/ab', { tries: 1 })).toBe(4);
  // Most paths have digits, dots and slashes, so these are not looked for.
  expect(find(['/*a.b', '/*a/', '/*1'], '/ab', { tries: 2 })).toBe(TOO_MANY);
});

test('an escape that a query may have as its octet needs neither its `%` nor its digits', () => {
  expect(find(['/*%3Aq'], '/?:q')).toBe(0);
  expect(find(['/*x%2Fy'], '/?x/y')).toBe(0);
  // The octets around the escapes are needed.
  expect(find(['/*a%3Aqqq', '/*a%3Aqq', '/*q%3Aa', '/*b'], '/b', { tries: 1 })).toBe(3);
  // Another escape is the same in a query.
  expect(find(['/*%2Aq', '/*q'], '/q', { tries: 1 })).toBe(1);
});

test('no rule is tried once the steps have run out', () => {
  expect(find(['/*a'], '/a', { steps: 0 })).toBe(0);
  expect(find(['/*a'], '/a', { steps: -1 })).toBe(NO_RANK);
});

describe('an index has', () => {
  const wildcards = (count: number) =>
    Array.from({ length: count }, (_, nth) => `-/*${'x'.repeat(nth + 1)}y`);
  const indexOf = (texts: readonly string[], ...most: number[]) =>
    new RuleIndex(candidatesOf(tableOf(rulesOf(texts)), AXES), ...most);
  const partsOf = (index: RuleIndex) => ['few', 'many'].filter((name) => Reflect.get(index, name) !== null);

  test.each<[string, number, string[], boolean]>([
    ['no wildcard rule', 0, [], true],
    ['as many as are tried', MAX_TRIED, ['few'], false],
    ['more than are tried', MAX_TRIED + 1, ['few', 'many'], false],
    ['as many as are looked at', MAX_FEW_WILDCARDS, ['few', 'many'], false],
    ['more than are looked at', MAX_FEW_WILDCARDS + 1, ['many'], true],
  ])('for %s: %d', (_, count, parts, isBounded) => {
    const index = indexOf(['-/a', ...wildcards(count)]);
    expect(partsOf(index)).toEqual(parts);
    expect(index.isBounded).toBe(isBounded);
  });

  test('the automaton alone, and a bound, if none are to be tried', () => {
    const index = indexOf(wildcards(1), 0);
    expect([partsOf(index), index.isBounded]).toEqual([['many'], true]);
  });

  test('the rules of each stem, also once too many of all have been tried', () => {
    const texts = ['/b*1', '/a*22', '/b*333', '/a*4444', '/c*55555', '/*6'].map((pattern) => `-${pattern}`);
    const index = indexOf(texts, MAX_FEW_WILDCARDS, 0);
    const decide = (url: string) => {
      const request = readRequestPath(url, OCTET_KINDS.canonical);
      return index.decide(request, withSteps(ENOUGH_STEPS));
    };
    expect(partsOf(index)).toEqual(['few', 'many']);
    expect(['/b1', '/a22', '/b333', '/a4444', '/c55555', '/x6', '/b22', '/a1'].map(decide)).toEqual([
      0, 1, 2, 3, 4, 5, -1, -1,
    ]);
  });

  test('the rules that match after too many that do not', () => {
    const index = indexOf([...wildcards(10), '-/a', '-/*b']);
    const decide = (url: string) => {
      const request = readRequestPath(url, OCTET_KINDS.canonical);
      return index.decide(
        new RequestPath(request.octets, request.start, request.end),
        withSteps(ENOUGH_STEPS),
      );
    };
    expect(['/c', '/a', '/ab', '/b', '/xxy'].map(decide)).toEqual([-1, 10, 11, 11, 1]);
  });
});
