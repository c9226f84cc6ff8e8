/** Rules tried one by one, read from the octets of their file. */
import { describe, expect, test } from 'vitest';
import { questionOf } from '../../test/match/question.js';
import { asRegExp, textsOf } from '../../test/match/short-patterns.js';
import { octetsOf } from '../../test/support/octets.js';
import { PROFILES, type RuleAxes } from '../profiles.js';
import { RequestPath } from './request-path.js';
import { RuleTrial } from './rule-trial.js';

const RFC_9309 = PROFILES.rfc9309.rules;
const GOOGLE = PROFILES.google.rules;
const KOSTER_1996 = PROFILES['koster-1996'].rules;

/** A trial on a path that has other octets around it, of patterns that have other octets around them in their file. */
function trialOn(path: string, axes: RuleAxes = RFC_9309, steps = 10_000) {
  const octets = octetsOf(`b/a${path}ab/`);
  const question = questionOf(new RequestPath(octets, 3, 3 + path.length), steps);
  const trial = new RuleTrial(axes, question);
  const inFile = (rule: string) =>
    [octetsOf(`%4${rule.slice(1)}1$`), 2, 1 + rule.length, rule.startsWith('+')] as const;
  return {
    /** `+/a` is an allow of `/a`, `-/a` a disallow. */
    leads: (rule: string) => trial.leads(...inFile(rule)),
    clear: () => trial.clear(),
    stepsOf: (act: () => unknown) => {
      const before = question.left;
      act();
      return before - question.left;
    },
  };
}

const PATTERNS = textsOf(['a', 'b', '*'], 4).flatMap((text) => [
  `/${text}`,
  `/${text}$`,
  `*${text}`,
  `*${text}$`,
]);
const PATHS = textsOf(['a', 'b'], 3).map((text) => `/${text}`);

test('every short pattern leads if it matches the path', () => {
  for (const pattern of PATTERNS) {
    const expected = asRegExp(pattern);
    const wrong = PATHS.filter((path) => trialOn(path).leads(`-${pattern}`) !== expected.test(path));
    expect(wrong, pattern).toEqual([]);
  }
});

describe('of several rules, one leads', () => {
  test.each<[string, RuleAxes, string, [rule: string, leads: boolean][]]>([
    [
      'if it is longer',
      RFC_9309,
      '/abc',
      [
        ['-/a', true],
        ['-/', false],
        ['-/ab', true],
        ['+/x', false],
        ['-/ab', false],
        ['+/a', false],
      ],
    ],
    [
      'if it is as long and allows',
      RFC_9309,
      '/abc',
      [
        ['-/a', true],
        ['+/a', true],
        ['-/a', false],
        ['+/a', false],
      ],
    ],
    [
      'by the length of its form',
      RFC_9309,
      '/%E9',
      [
        ['-/\xe9', true],
        ['-/%e9', false],
        ['-/*9', false],
      ],
    ],
    [
      'by the length with its wildcards',
      RFC_9309,
      '/abc',
      [
        ['-/ab', true],
        ['-/a**', true],
        ['-/abc', false],
        ['-/abc$', true],
      ],
    ],
    [
      'by the length with its `$`',
      RFC_9309,
      '/abc',
      [
        ['-/abc$', true],
        ['-/**bc$', true],
        ['-/a**b*c', true],
      ],
    ],
    [
      'by the length of its form after `*`',
      RFC_9309,
      '/a%C3',
      [
        ['-/a', true],
        ['-/*%c3', true],
        ['-/a%c', false],
      ],
    ],
    [
      'if it is the first that matches',
      KOSTER_1996,
      '/abc',
      [
        ['-/x', false],
        ['-/a', true],
        ['+/abc', false],
      ],
    ],
    [
      'unless it has no pattern',
      RFC_9309,
      '/a',
      [
        ['-', false],
        ['+', false],
        ['-/', true],
      ],
    ],
    [
      'also without a pattern',
      GOOGLE,
      '/a',
      [
        ['-', true],
        ['-', false],
        ['+', true],
        ['-/', true],
      ],
    ],
    [
      'unless it begins with neither `/` nor `*`',
      RFC_9309,
      '/a',
      [
        ['-a', false],
        ['-$', false],
        ['-%2Fa', false],
        ['-*', true],
      ],
    ],
    [
      'for its directory under some axes only',
      RFC_9309,
      '/a/',
      [
        ['+/a/index.html', false],
        ['-/a/index.html', false],
      ],
    ],
    [
      'for its directory only if it allows',
      GOOGLE,
      '/a/',
      [
        ['-/a/index.html', false],
        ['+/a/index.html', true],
      ],
    ],
    [
      'for its directory',
      GOOGLE,
      '/a/',
      [
        ['-/a/', true],
        ['+/a/index.htm', true],
        ['-/*index.html', false],
        ['+/b/index.html', false],
      ],
    ],
    [
      'for its directory, by wildcards',
      GOOGLE,
      '/a/',
      [
        ['+/*/index.html$', true],
        ['-/a/', false],
        ['-/a/*$', true],
      ],
    ],
    [
      'for itself rather than its directory',
      GOOGLE,
      '/index.html',
      [
        ['+/index.html', true],
        ['-/index.htm', false],
      ],
    ],
  ])('%s', (_, axes, path, rules) => {
    const { leads } = trialOn(path, axes);
    expect(rules.map(([rule]) => [rule, leads(rule)])).toEqual(rules);
  });

  test('only with a `$` that is the last octet, if it is to end the path', () => {
    expect(['-/a$b', '-/a$$', '-/*$b', '-/*a$b', '-/a*$b'].map((rule) => trialOn('/a').leads(rule))).toEqual(
      Array(5).fill(false),
    );
    expect(['-/a$', '-/*a$', '-/a*$', '-*$'].map((rule) => trialOn('/a').leads(rule))).toEqual(
      Array(4).fill(true),
    );
    expect(['-/a$b', '-/a$$', '-/*$b'].map((rule) => trialOn('/a%24b').leads(rule))).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('until they are forgotten', () => {
    const { leads, clear } = trialOn('/ab');
    expect([leads('+/ab'), leads('-/ab'), leads('-/a')]).toEqual([true, false, false]);
    clear();
    expect([leads('-/a'), leads('+/a'), leads('-/ab')]).toEqual([true, true, true]);
  });
});

test('the octets that are compared are counted', () => {
  const { leads, stepsOf } = trialOn('/abcd');
  expect(stepsOf(() => leads('-/abc'))).toBe(4);
  expect(stepsOf(() => leads('-/abx'))).toBe(3);
  // The octets before `*`, the `*` and the part after it, and the search for it.
  expect(stepsOf(() => leads('-/a*cd'))).toBe(2 + 3 + 3);
  expect(stepsOf(() => leads('-/a*cd$'))).toBe(2 + 3);
  // What has another form is read once more: five octets, of which one is compared.
  expect(stepsOf(() => leads('-/%61x'))).toBe(1 + 5);
  // A rule that may mean a directory is read once more, too.
  const google = trialOn('/b/', GOOGLE);
  expect(google.stepsOf(() => google.leads('+/a/index.html'))).toBe(1 + 13);
  expect(google.stepsOf(() => google.leads('+/a/b'))).toBe(1 + 4);
});
