/** Which patterns of a table can match, and in which order they decide: docs/semantics.md §5.5 and §5.7.4. */
import { expect, test } from 'vitest';
import { rulesOf, tableOf } from '../../test/match/tables.js';
import { PROFILES, type RuleAxes } from '../profiles.js';
import { candidatesOf } from './candidates.js';

const RFC_9309 = PROFILES.rfc9309.rules;
const GOOGLE = PROFILES.google.rules;
const KOSTER_1996 = PROFILES['koster-1996'].rules;

test.each<[string, RuleAxes, string[], number[]]>([
  ['none', RFC_9309, [], []],
  ['the longest first', RFC_9309, ['-/', '-/abc', '-/ab'], [1, 2, 0]],
  ['allow before disallow', RFC_9309, ['-/a', '+/b', '-/c', '+/d'], [1, 3, 0, 2]],
  ['a longer disallow before a shorter allow', RFC_9309, ['+/a', '-/ab', '+/', '-/b'], [1, 0, 3, 2]],
  ['by lines among equals', RFC_9309, ['-/a', '-/a', '-/a'], [0, 1, 2]],
  ['by the length of the form', RFC_9309, ['-/%61%62', '-/abc', '-/é'], [2, 1, 0]],
  ['wildcards and anchors count', RFC_9309, ['-/ab', '-/***', '-/a$'], [1, 0, 2]],
  ['not those that can never match', RFC_9309, ['-', '-a', '-/', '-*a', '-$'], [3, 2]],
  ['empty ones last', GOOGLE, ['-', '+', '-/', '-a'], [2, 3, 1, 0]],
  ['in the order of lines', KOSTER_1996, ['-/', '-/abc', '-', '-/ab', '-x'], [0, 1, 3, 4]],
  [
    'a directory for its allowed index.html',
    GOOGLE,
    ['-/a/', '+/a/index.html', '-/b/index.html'],
    [1, 2, 1, 0],
  ],
  ['no directory unless the last segment is index.htm', GOOGLE, ['+/a/b', '+index.html'], [1, 0]],
])('%s', (_, axes, rules, expected) => {
  const texts = axes === RFC_9309 ? rules.map((text) => text.replace('é', '\xc3\xa9')) : rules;
  const { patterns, patternOfRank, ruleOfRank } = candidatesOf(tableOf(rulesOf(texts)), axes);
  expect([...ruleOfRank]).toEqual(expected);
  expect([...patternOfRank].map((pattern) => patterns.rules[pattern])).toEqual(expected);
  expect([...patternOfRank].sort((a, b) => a - b)).toEqual(expected.map((_rule, nth) => nth));
});

test('the pattern of a directory is anchored', () => {
  const { patterns } = candidatesOf(tableOf(rulesOf(['+/a/index.html'])), GOOGLE);
  expect([...patterns.anchored.subarray(0, patterns.count)]).toEqual([0, 1]);
  expect([...patterns.lengths.subarray(0, patterns.count)]).toEqual(['/a/index.html'.length, '/a/$'.length]);
});
