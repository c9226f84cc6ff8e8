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

/** In memory, a path has other octets around it, and so has a pattern in its file. */
const AROUND = { before: 'b/a', after: 'ab/', beforePattern: '%4', afterPattern: '1$' };

function trialOn(path: string, axes: RuleAxes = RFC_9309, around = AROUND) {
  const { before, after, beforePattern, afterPattern } = around;
  const octets = octetsOf(before + path + after);
  const question = questionOf(new RequestPath(octets, before.length, before.length + path.length), 10_000);
  const trial = new RuleTrial(axes, question);
  const inFile = (rule: string) => {
    const start = beforePattern.length;
    const file = octetsOf(beforePattern + rule.slice(1) + afterPattern);
    return [file, start, start + rule.length - 1, rule.startsWith('+')] as const;
  };
  return {
    /** `+/a` is an allow of `/a`, `-/a` a disallow. */
    leads: (rule: string) => trial.leads(...inFile(rule)),
    differs: (rule: string) => trial.differs(...inFile(rule)),
    clear: () => trial.clear(),
    stepsOf: (act: () => unknown) => {
      const before = question.left;
      act();
      return before - question.left;
    },
  };
}

const PATTERNS = textsOf(['a', 'b', '*'], 3).flatMap((text) => [`/${text}`, `*${text}`, `*/${text}`]);
const PATHS = textsOf(['a', 'b'], 3).map((text) => `/${text}`);

test.each([
  ['among other octets', AROUND],
  [
    'alone in memory, where wildcards follow the pattern',
    { before: '', after: '', beforePattern: '', afterPattern: '*b$' },
  ],
])('every short pattern leads if it matches the path, %s', (_, around) => {
  for (const pattern of PATTERNS.flatMap((text) => [text, `${text}$`])) {
    const expected = asRegExp(pattern);
    const leads = (path: string) => trialOn(path, RFC_9309, around).leads(`-${pattern}`);
    expect(
      PATHS.filter((path) => leads(path) !== expected.test(path)),
      pattern,
    ).toEqual([]);
  }
});

test.each<[string, RuleAxes, string, string]>([
  ['another second octet', RFC_9309, '/a', '-/b! -/bb*! +/b! -/a -/ -b -'],
  ['a second octet in a path without one', RFC_9309, '/', '-/a! -/b! -/'],
  ['no second octet that may have another form', RFC_9309, '/a', '-/*b -/%61 -/$ -/\xe9'],
  ['octets that have another form under other axes', GOOGLE, '/a', '-/"! -/#! -/%61'],
  ['an allow rule only if it means no directory', GOOGLE, '/a', '+/b -/b!'],
])('at first sight, a rule differs by %s', (_, axes, path, rules) => {
  const { differs } = trialOn(path, axes);
  expect(marked(rules, differs)).toBe(rules);
});

/** Rules, with `!` after each of which something is true. */
function marked(rules: string, isMarked: (rule: string) => boolean): string {
  return rules.replace(/(\S+?)!?(?= |$)/g, (_, rule: string) => (isMarked(rule) ? `${rule}!` : rule));
}

describe('of several rules, one leads', () => {
  test.each<[string, RuleAxes, string, string]>([
    ['if it is longer', RFC_9309, '/abc', '-/a! -/ -/ab! +/x -/ab +/a'],
    ['if it is as long and allows', RFC_9309, '/abc', '-/a! +/a! -/a +/a'],
    ['by the length of its form', RFC_9309, '/%E9', '-/\xe9! -/%e9 -/*9'],
    ['by the length with its wildcards', RFC_9309, '/abc', '-/ab! -/a**! -/abc -/abc$!'],
    ['by the length with its `$`', RFC_9309, '/abc', '-/abc$! -/**bc$! -/a**b*c!'],
    ['by the length of its form after `*`', RFC_9309, '/a%C3', '-/a! -/*%c3! -/a%c'],
    ['if it is the first that matches', KOSTER_1996, '/abc', '-/x -/a! +/abc'],
    ['unless it has no pattern', RFC_9309, '/a', '- + -/!'],
    ['also without a pattern', GOOGLE, '/a', '-! - +! -/!'],
    ['unless it begins with neither `/` nor `*`', RFC_9309, '/a', '-a -$ -%2Fa -*!'],
    ['for its directory under some axes only', RFC_9309, '/a/', '+/a/index.html -/a/index.html'],
    ['for its directory only if it allows', GOOGLE, '/a/', '-/a/index.html +/a/index.html!'],
    ['for its directory', GOOGLE, '/a/', '-/a/! +/a/index.htm! -/*index.html +/b/index.html'],
    ['for its directory, by wildcards', GOOGLE, '/a/', '+/*/index.html$! -/a/ -/a/*$!'],
    [
      'only with a `$` that ends it',
      RFC_9309,
      '/a',
      '-/a$b -/a$$ -/*$b -/*a$b -/a*$b -*$! -/a$! -/*a$! -/a**$!',
    ],
    ['with a `$` that does not end it as an octet', RFC_9309, '/a%24b', '-/a$$ -/*$b! -/*a$b!'],
    ['with a `#` and a control octet', GOOGLE, '/a#\x01', '-/a#! -/*#\x01!'],
    ['for itself rather than its directory', GOOGLE, '/index.html', '+/index.html! -/index.htm'],
  ])('%s', (_, axes, path, rules) => {
    const { leads } = trialOn(path, axes);
    expect(marked(rules, leads)).toBe(rules);
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
  expect(stepsOf(() => leads('-/abcd$'))).toBe(5);
  // What has another form is read once more: five octets, of which one is compared.
  expect(stepsOf(() => leads('-/%61x'))).toBe(1 + 5);
  // A rule that may mean a directory is read once more, too.
  const google = trialOn('/b/', GOOGLE);
  expect(google.stepsOf(() => google.leads('+/a/index.html'))).toBe(1 + 13);
  expect(google.stepsOf(() => google.leads('+/a/b'))).toBe(1 + 4);
  expect(google.stepsOf(() => google.leads('-/*#b'))).toBe(1 + 3 + 1);
});
