import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arbitraryAxes, arbitraryRules, urlsFor } from '../../test/match/arbitrary-rules.js';
import { naiveDecision } from '../../test/match/naive-decision.js';
import { type Rule, rulesOf, tableOf } from '../../test/match/tables.js';
import { checkProperty } from '../../test/support/property.js';
import { PROFILES, type RuleAxes } from '../profiles.js';
import { compileRules, NO_RULE, ROBOTS_TXT } from './compiled-rules.js';

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
    const compiled = compileRules(tableOf(rulesOf(rules)), axes);
    for (let question = 0; question < 2000; question += 2) {
      expect(compiled.decide(url)).toBe(decision);
      compiled.decide(`/${question}`);
    }
  });

  test('a question asked again takes no further steps, until another is asked', () => {
    const compiled = compileRules(tableOf(rulesOf(['-/a', '+/ab'])), RFC_9309);
    expect(compiled.decide('/abc')).toBe(1);
    const scanned = () => Reflect.get(compiled, 'scanSteps') as number;
    const once = scanned();
    expect(once).toBeGreaterThan(0);
    expect(compiled.decide('/abc')).toBe(1);
    expect(scanned()).toBe(once);
    expect(compiled.decide('/a')).toBe(0);
    expect(scanned()).toBeGreaterThan(once);
    expect(compiled.decide('/abc')).toBe(1);
  });

  test('rules asked in turns each keep their own answer, also in another form', () => {
    const rules = [['-/a'], ['+/a'], ['-/%2A']].map((texts) =>
      compileRules(tableOf(rulesOf(texts)), RFC_9309),
    );
    const google = compileRules(tableOf(rulesOf(['-/*$'])), GOOGLE);
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
    const compiled = compileRules(tableOf(rulesOf(['-/a'])), RFC_9309);
    expect(compiled.decide('/a')).toBe(0);
    expect(() => compiled.decide('mailto:a')).toThrow(TypeError);
    expect(() => compiled.decide('mailto:a')).toThrow(TypeError);
    expect(compiled.decide('/a')).toBe(0);
    expect(compiled.decide('/b')).toBe(NO_RULE);
  });

  test('an empty disallow rule that decides allows the URL', () => {
    const compiled = compileRules(tableOf(rulesOf(['-'])), GOOGLE);
    expect(compiled.decide('/')).toBe(0);
    expect(compiled.isAllowed('/')).toBe(true);
  });
});

checkProperty(
  'compiled rules decide as the naive matcher does, for any axes, before and after the index is built',
  fc.property(questions(), ({ axes, rules, urls }) => {
    const compiled = compileRules(tableOf(rules), axes);
    for (const url of urls) expect(compiled.decide(url)).toBe(naiveDecision(rules, url, axes));
  }),
);

function questions(): fc.Arbitrary<{ axes: RuleAxes; rules: Rule[]; urls: string[] }> {
  return fc
    .tuple(arbitraryAxes(), arbitraryRules(12))
    .chain(([axes, rules]) => urlsFor(rules).map((urls) => ({ axes, rules, urls })));
}
