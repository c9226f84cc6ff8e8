import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryAxes, arbitraryRules, urlsFor } from '../../test/match/arbitrary-rules.js';
import { naiveDecision } from '../../test/match/naive-decision.js';
import { type Rule, rulesOf, tableOf } from '../../test/match/tables.js';
import { checkProperty } from '../../test/support/property.js';
import { PROFILES, type RuleAxes } from '../profiles.js';
import { NO_RULE, ROBOTS_TXT } from './decision.js';
import { matchingRanks } from './explain/explanation.js';
import { OCTET_KINDS } from './octet-forms.js';
import { readRequestPath } from './read-url.js';
import { RequestPath } from './request-path.js';
import { CompiledRules, candidatesOf } from './rules.js';

const RFC_9309 = PROFILES.rfc9309.rules;
const GOOGLE = PROFILES.google.rules;
const KOSTER_1996 = PROFILES['koster-1996'].rules;

describe('decide', () => {
  test.each<[RuleAxes, string[], string, number]>([
    [RFC_9309, [], 'http://h/', NO_RULE],
    [RFC_9309, ['-/'], 'http://h/a', 0],
    [RFC_9309, ['-/'], 'http://h/robots.txt', ROBOTS_TXT],
    [RFC_9309, ['-/'], 'http://h/robots.txt?a', ROBOTS_TXT],
    [RFC_9309, ['-/'], '/robots%2Etxt', ROBOTS_TXT],
    [RFC_9309, ['-/'], '/robots.txt/', 0],
    [GOOGLE, ['-/'], '/robots.txt', 0],
    // RFC 9309 §2.2.2: the longest pattern decides, allow on a tie
    [RFC_9309, ['-/a', '+/a', '-/'], '/ab', 1],
    [RFC_9309, ['-/a', '+/a/*', '-/a/b/'], '/a/b/c', 2],
    // docs/semantics.md §5.5: `*` and `$` count
    [RFC_9309, ['+/abc', '-/****'], '/abc', 1],
    [RFC_9309, ['+/abc', '-/abc$'], '/abc', 1],
    // the last part of a pattern must not overlap the part before it
    [RFC_9309, ['-/a*ab$'], '/ab', NO_RULE],
    [RFC_9309, ['-/a*ab$'], '/aab', 0],
    [RFC_9309, ['-/a*b*bc$'], '/abc', NO_RULE],
    [RFC_9309, ['-/*aaaa$'], '/aaa', NO_RULE],
    [RFC_9309, ['-/a*', '+/a*$'], '/a', 1],
    // a pattern ends with its line, whatever follows in the file
    [RFC_9309, ['-/a%4', '-1b'], '/a%4', 0],
    [RFC_9309, ['-/a%4$', '-1b'], '/a%4', 0],
    // docs/semantics.md §5.7.3 and §5.7.4
    [GOOGLE, ['-'], '/', 0],
    [RFC_9309, ['-'], '/', NO_RULE],
    [GOOGLE, ['-/a/', '+/a/index.html'], '/a/', 1],
    [GOOGLE, ['-/a/', '+/a/index.html'], '/a/b', 0],
    [GOOGLE, ['-/a/', '+/a/*/index.htm$'], '/a/b/', 1],
    // Koster 1996 §3.2.2: the first match is used
    [KOSTER_1996, ['-/', '+/a'], '/a', 0],
    [KOSTER_1996, ['-/*', '+/a'], '/a', 1],
  ])('%#', (axes, rules, url, decision) => {
    const compiled = new CompiledRules(tableOf(rulesOf(rules)), axes);
    for (let question = 0; question < 2000; question += 2) {
      expect(compiled.decide(url)).toBe(decision);
      compiled.decide(`/${question}`);
    }
  });

  test('a question asked again takes no further steps, until another is asked', () => {
    const compiled = new CompiledRules(tableOf(rulesOf(['-/a', '+/ab', `-/${'x'.repeat(100)}`])), RFC_9309);
    expect(compiled.decide('/abc')).toBe(1);
    const scanned = () => -compiled.scanSteps;
    const once = scanned();
    expect(compiled.decide('/abc')).toBe(1);
    expect(scanned()).toBe(once);
    expect(compiled.decide('/a')).toBe(0);
    expect(scanned()).toBeGreaterThan(once);
    expect(compiled.decide('/abc')).toBe(1);
  });

  test('rules asked in turns each keep their own answer, also in another form', () => {
    const rules = [['-/a'], ['+/a'], ['-/%2A']].map(
      (texts) => new CompiledRules(tableOf(rulesOf(texts)), RFC_9309),
    );
    const google = new CompiledRules(tableOf(rulesOf(['-/*$'])), GOOGLE);
    const all = [...rules, google];
    const expected = new Map([
      ['/a', [0, 0, NO_RULE, 0]],
      ['/*', [NO_RULE, NO_RULE, 0, 0]],
      ['/b', [NO_RULE, NO_RULE, NO_RULE, 0]],
    ]);
    for (let round = 0; round < 3; round++) {
      for (const [url, decisions] of expected) expect(all.map((one) => one.decide(url))).toEqual(decisions);
    }
  });

  test('after a URL that is refused, the one before it gets its answer again', () => {
    const compiled = new CompiledRules(tableOf(rulesOf(['-/a'])), RFC_9309);
    expect(compiled.decide('/a')).toBe(0);
    expect(() => compiled.decide('mailto:a')).toThrow(TypeError);
    expect(() => compiled.decide('mailto:a')).toThrow(TypeError);
    expect(compiled.decide('/a')).toBe(0);
    expect(compiled.decide('/b')).toBe(NO_RULE);
  });

  test('an empty disallow rule that decides allows the URL', () => {
    const compiled = new CompiledRules(tableOf(rulesOf(['-'])), GOOGLE);
    expect(compiled.decide('/')).toBe(0);
    expect(compiled.isAllowed('/')).toBe(true);
  });
});

describe('the automaton', () => {
  const rules = rulesOf(Array.from({ length: 40 }, (_, nth) => `-/page-${nth}/`));

  test('is built when the scans have cost four steps for each octet of the file', () => {
    const compiled = new CompiledRules(tableOf(rules), RFC_9309);
    const limit = 4 * tableOf(rules).octets.length;
    let steps = 0;
    for (let nth = 0; steps <= limit; nth++) {
      compiled.decide(`/page-${nth}`);
      expect(compiled.automaton).toBeNull();
      steps += compiled.steps;
    }
    // It answers from then on, in fewer steps than there are rules.
    expect(compiled.decide('/page-7/a')).toBe(7);
    expect(compiled.automaton).not.toBeNull();
    expect(compiled.steps).toBeLessThan(rules.length);
  });

  test('is not built for questions without rules', () => {
    const compiled = new CompiledRules(tableOf([]), RFC_9309);
    for (let nth = 0; nth < 100; nth++) compiled.decide(`/${nth}`);
    expect(compiled.automaton).toBeNull();
  });

  const words = Array.from({ length: 64 }, (_, nth) =>
    [16, 4, 1].map((of) => 'abcd'[Math.floor(nth / of) % 4]).join(''),
  );

  function builtForWords(): CompiledRules {
    const compiled = new CompiledRules(tableOf(rulesOf(words.map((word) => `-/*${word}*X`))), RFC_9309);
    for (let nth = 0; compiled.automaton === null; nth++) compiled.decide(`/aa${nth}`);
    return compiled;
  }

  test('is kept until eight questions in a row have taken too many steps', () => {
    const compiled = builtForWords();
    const { automaton } = compiled;
    const hostile = Array.from({ length: 8 }, (_, nth) => `/X${words.slice(nth).join('')}`);
    for (const url of [...hostile.slice(1), '/b', ...hostile]) {
      expect(compiled.automaton).toBe(automaton);
      expect(compiled.decide(url)).toBe(NO_RULE);
    }
    expect([compiled.automaton, compiled.scanSteps]).toEqual([null, Infinity]);
  });

  test('leaves a question that takes too many steps to the scan', () => {
    const compiled = builtForWords();
    const path = `/X${words.join('')}`;
    for (let nth = 0; nth < 3; nth++) {
      expect(compiled.decide(`/X${words.slice(nth).join('')}`)).toBe(NO_RULE);
      expect(compiled.steps).toBeGreaterThan(granted(0, path.length));
    }
    expect(compiled.decide(`${path}X`)).toBe(0);
  });
});

/** How many steps a question may take before its path is indexed. */
function granted(documentOctets: number, pathOctets: number): number {
  return new RequestPath(new Uint8Array(9 + pathOctets), 9, 9 + pathOctets).grant(documentOctets);
}

test('a scan that takes too many steps goes on with an index of the path', () => {
  const rules = [
    ...Array.from({ length: 30 }, () => `-/*${'a'.repeat(60)}b`),
    '+/a',
    `-/*${'a'.repeat(70)}$`,
  ];
  const compiled = new CompiledRules(tableOf(rulesOf(rules)), RFC_9309);
  const path = `/${'a'.repeat(3_000)}`;
  expect(compiled.decide(path)).toBe(31);
  expect(compiled.steps).toBeGreaterThan(granted(rules.join('').length - rules.length, path.length));
});

test('a question may take 1,024 steps and four for each octet of document and path', () => {
  expect(granted(0, 0)).toBe(1_024);
  expect(granted(100, 10)).toBe(1_024 + 4 * 110);
});

test('the ranks that match cost a step for each octet of a pattern, and one for each pattern', () => {
  const path = readRequestPath('/b', OCTET_KINDS.canonical);
  const granted = path.grant(0);
  expect(matchingRanks(candidatesOf(tableOf(rulesOf(['-/a', '-/bc', '-/'])), RFC_9309), path)).toEqual([2]);
  expect(granted - path.left).toBe(3 + 4 + 2);
});

test('/robots.txt is allowed whatever the rules say, where the profile says so', () => {
  const always = new CompiledRules(tableOf(rulesOf(['-/'])), RFC_9309);
  expect([always.isAllowed('/robots.txt'), always.isAllowed('/a')]).toEqual([true, false]);
  expect(new CompiledRules(tableOf(rulesOf(['-/'])), GOOGLE).isAllowed('/robots.txt')).toBe(false);
  const empty = new CompiledRules(tableOf([]), RFC_9309);
  expect(empty.isAllowed('/a')).toBe(true);
});

describe('candidates', () => {
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
    const { patterns, patternOfRank } = candidatesOf(tableOf(rulesOf(texts)), axes);
    expect([...patternOfRank].map((pattern) => patterns.rules[pattern])).toEqual(expected);
    expect([...patternOfRank].map((pattern) => patterns.rules[pattern])).toEqual(expected);
    expect([...patternOfRank].sort((a, b) => a - b)).toEqual(expected.map((_rule, nth) => nth));
  });

  test('the pattern of a directory is anchored', () => {
    const { patterns } = candidatesOf(tableOf(rulesOf(['+/a/index.html'])), GOOGLE);
    expect([...patterns.anchored.subarray(0, patterns.count)]).toEqual([0, 1]);
    expect([...patterns.lengths.subarray(0, patterns.count)]).toEqual([
      '/a/index.html'.length,
      '/a/$'.length,
    ]);
  });
});

checkProperty(
  'compiled rules decide as the naive matcher does, for any axes, before and after the automaton is built',
  fc.property(questions(), ({ axes, rules, urls }) => {
    const compiled = new CompiledRules(tableOf(rules), axes);
    for (const url of urls) expect(compiled.decide(url)).toBe(naiveDecision(rules, url, axes));
  }),
);

function questions(): fc.Arbitrary<{ axes: RuleAxes; rules: Rule[]; urls: string[] }> {
  return fc
    .tuple(arbitraryAxes(), arbitraryRules(12))
    .chain(([axes, rules]) => urlsFor(rules).map((urls) => ({ axes, rules, urls })));
}
