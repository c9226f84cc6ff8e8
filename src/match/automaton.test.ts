/** The best of the patterns that match a path, however many there are: its answers, its steps and its memory. */
import { describe, expect, test } from 'vitest';
import { naiveDecision } from '../../test/match/naive-decision.js';
import { questionOf } from '../../test/match/question.js';
import { ESCAPED_PATHS, ESCAPED_PATTERNS, textsOf } from '../../test/match/short-patterns.js';
import { rulesOf, tableOf } from '../../test/match/tables.js';
import { PROFILES } from '../profiles.js';
import { RuleAutomaton } from './automaton.js';
import { GIVEN_UP, NO_RULE } from './decision.js';
import { OCTET_KINDS } from './octet-forms.js';
import { readRequestPath } from './read-url.js';
import { candidatesOf } from './rules.js';

const AXES = PROFILES.rfc9309.rules;

/** `+/a` is an allow of `/a`, `-/a` a disallow. The path of a question begins after an origin in memory. */
function automatonOf(rules: readonly string[]) {
  const { patterns, patternOfRank } = candidatesOf(tableOf(rulesOf(rules)), AXES);
  const automaton = new RuleAutomaton(patterns, patternOfRank);
  const ask = (path: string, granted = 1e9) => {
    const question = questionOf(readRequestPath(`http://h${path}`, OCTET_KINDS.canonical), granted);
    return { rule: automaton.decide(question), steps: granted - question.left };
  };
  return { automaton, ask };
}

/** The steps of the last of several questions. */
function stepsOf(rules: readonly string[], ...paths: string[]): number {
  const { ask } = automatonOf(rules);
  return paths.map((path) => ask(path).steps).at(-1) as number;
}

/** So many patterns with a `*` that they are not tried one by one. */
const MANY = Array.from({ length: 33 }, (_, nth) => `-/*~${nth}`);

const LETTERS = textsOf(['a', 'b', '*'], 3).flatMap((text) => [`/${text}`, `/${text}$`]);

describe.each([
  ['patterns that are tried one by one', []],
  [
    'patterns that are looked for at once, after four others in vain',
    ['1', '2', '3', '4'].map((digit) => `-/*0/0/0/${digit}`),
  ],
])('%s decide as the naive matcher does', (_, others) => {
  const corpora = [
    ['letters', LETTERS, textsOf(['a', 'b'], 3).map((text) => `/${text}`)],
    ['escapes that equal their octets in a query', ESCAPED_PATTERNS, ESCAPED_PATHS],
  ] as const;
  const parts = corpora.flatMap(([name, ...texts]) =>
    [0, 4, 8, 12].map((first) => [name, first, ...texts] as const),
  );

  test.each(parts)('%s, part %i', (_name, first, patterns, paths) => {
    for (let nth = first; nth < patterns.length; nth += 16) {
      const rules = [1, 7, 11].map((step) => `-${patterns[(step * nth + step) % patterns.length]}`);
      const { ask } = automatonOf([...rules, ...others]);
      const wrong = paths.filter((path) => ask(path).rule !== naiveDecision(rulesOf(rules), path, AXES));
      expect(wrong, rules.join(' ')).toEqual([]);
    }
  });
});

describe('a question takes a step for each octet of the path and one more', () => {
  test.each<[string, string[], string[]]>([
    ['if no pattern has a `*`', ['-/a', '-/ab'], ['/abcd']],
    [
      'if the path lacks octets of each pattern with a `*`',
      ['-/', '-/*x', '-/a*y$', '-/*z', '-/*qa'],
      ['/abcd'],
    ],
    ['if another path has been asked about before', ['-/a*x', '-/b*c*x'], ['/a', '/xxxx']],
    ['if it has been asked before', MANY, ['/a~b~7c', '/a~b~7c']],
    ['if its beginnings have been asked before', [...MANY, '-/*a', '-/*ab*'], ['/aab', '/aabaab', '/aabaab']],
  ])('%s', (_, rules, paths) => {
    expect(stepsOf(rules, ...paths)).toBe((paths.at(-1) as string).length + 1);
  });
});

describe('no further steps are taken', () => {
  test('for octets that no pattern has, than for one of them', () => {
    expect(stepsOf(MANY, "/q:w@er'tyXQ")).toBe(stepsOf(MANY, '/qqqqqqqqqqq'));
  });

  test('for the same places of patterns again', () => {
    expect(stepsOf(MANY, `/${'q'.repeat(1000)}`)).toBe(stepsOf(MANY, '/qqqqqqqqqq') + 990);
  });

  test.each(['-/a*b', '-/ab'])('once no better pattern than %s can match', (pattern) => {
    const rules = [...MANY.map((rule) => rule.replace('/', '/b')), pattern];
    expect(stepsOf(rules, '/ab~0~1~2')).toBe(stepsOf(rules, '/ab') + '~0~1~2'.length);
  });

  test('after three patterns in vain than those of their states', () => {
    const rules = Array.from({ length: 30 }, (_, nth) => `-/*a${'b'.repeat(40 + nth)}`);
    const path = `/${'a'.repeat(100)}${'b'.repeat(39)}`;
    const walk = path.length + 1;
    expect(stepsOf(rules, path, path)).toBe(stepsOf(rules.slice(-3), path) + walk);
  });

  test.each([
    ['whose patterns all wait after a later `*`', (nth: number) => `-/${'*a'.repeat(20)}*b${nth}`],
    ['that are reached again', (nth: number) => `-/*a*${String.fromCharCode(65 + nth)}`],
  ])('for places %s', (_, patternOf) => {
    const stars = MANY.map((_pattern, nth) => patternOf(nth));
    const [five, ten, fifteen] = [5, 10, 15].map((count) => stepsOf(stars, `/${'a'.repeat(count)}`));
    expect(fifteen - ten).toBe(ten - five);
  });
});

test('a question is given up when a new state takes more steps than are left, and only then', () => {
  const { ask } = automatonOf(MANY);
  expect(ask('/~1~2~3', 100).rule).toBe(GIVEN_UP);
  expect(ask('/~1~2~3').rule).toBe(1);
  expect(ask('/~1~2~3', 0).rule).toBe(1);
  expect(ask('/x', 1e4).rule).toBe(NO_RULE);
});

test.each([
  [1_000, 2_600 * 1_000],
  [3_000, 5_300_000],
])('the states of patterns of %i octets may take about %i octets of memory', (octets, expected) => {
  const { automaton, ask } = automatonOf([...MANY, `-/*${'~'.repeat(octets)}`]);
  ask('/~1');
  expect(20 * Number(automaton.table?.room)).toBeGreaterThan(0.95 * expected);
  expect(20 * Number(automaton.table?.room)).toBeLessThan(1.2 * expected);
});

test('states are forgotten before they take more memory than they may, and the answers stay the same', () => {
  const letters = [...'ABCDEFGHIJKLMNOPabcdefghijklmnopq'];
  const { automaton, ask } = automatonOf(letters.map((letter) => `-/*${letter}*X`));
  const held = () => {
    const { sets, stride } = automaton.table as NonNullable<typeof automaton.table>;
    return sets.reduce((integers, places) => integers + places.length + stride, 0);
  };
  const sizes = letters.slice(0, 6).flatMap((_, nth) => {
    const path = `/${letters.slice(nth).join('')}${letters.slice(0, nth / 2).join('')}`;
    expect(ask(`${path}X`).rule).toBe(nth < 2 ? nth : 0);
    return Array.from(path, (_octet, at) => [ask(`${path.slice(0, at)}X`), held()][1] as number);
  });
  expect(Math.max(...sizes)).toBeLessThanOrEqual(Number(automaton.table?.room));
  expect(sizes.filter((size, nth) => size < sizes[nth - 1]).length).toBeGreaterThan(0);
});
