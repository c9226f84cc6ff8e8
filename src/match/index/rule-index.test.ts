import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryAxes, arbitraryRules, urlsFor } from '../../../test/match/arbitrary-rules.js';
import { naiveDecision } from '../../../test/match/naive-decision.js';
import { type Rule, tableOf } from '../../../test/match/tables.js';
import { checkProperty } from '../../../test/support/property.js';
import { PROFILES } from '../../profiles.js';
import { Meter } from '../bound.js';
import { candidatesOf } from '../candidates.js';
import { OCTET_KINDS } from '../octet-forms.js';
import { RequestPath, readRequestPath } from '../request-path.js';
import { RuleIndex } from './rule-index.js';

checkProperty(
  'the index decides as the naive matcher does, for any axes and any number of few wildcard rules',
  fc.property(
    fc
      .tuple(arbitraryAxes(), arbitraryRules(40))
      .chain(([axes, rules]) => urlsFor(rules).map((urls) => ({ axes, rules, urls }))),
    ({ axes, rules, urls }) => {
      const candidates = candidatesOf(tableOf(rules), axes);
      const index = new RuleIndex(candidates);
      const few = new RuleIndex(candidates, Infinity, Infinity);
      const many = new RuleIndex(candidates, 0);
      const large = withoutTable(new RuleIndex(candidates, 0));
      const meter = new Meter();
      meter.left = Infinity;
      for (const url of urls) {
        const expected = naiveDecision(rules, url, { ...axes, robotsTxtAlwaysAllowed: false });
        const request = readRequestPath(url, OCTET_KINDS[axes.form]);
        expect(few.decide(request, meter)).toBe(expected);
        expect(many.decide(request, meter)).toBe(expected);
        expect(large.decide(request, meter)).toBe(expected);
        expect(index.decide(request, meter)).toBe(expected);
      }
    },
  ),
);

/** Few different octets, so that segments overlap, repeat and end each other; many rules with one stem, so that nodes are wide. */
checkProperty(
  'the index decides as the naive matcher does where segments overlap and nodes are wide',
  fc.property(
    fc.array(fc.oneof(overlappingRules(), rulesThatBeginAlike()), { minLength: 1, maxLength: 60 }),
    fc.array(fc.stringMatching(/^\/[ab]{0,14}$/), { minLength: 1, maxLength: 4 }),
    (rules, urls) => {
      const index = new RuleIndex(candidatesOf(tableOf(rules), AXES), 0);
      const large = withoutTable(new RuleIndex(candidatesOf(tableOf(rules), AXES), 0));
      const meter = new Meter();
      for (const url of urls) {
        const request = readRequestPath(url, OCTET_KINDS[AXES.form]);
        const expected = naiveDecision(rules, url, AXES);
        expect(index.decide(request, meter)).toBe(expected);
        expect(large.decide(request, meter)).toBe(expected);
      }
    },
  ),
);

test.each<[string, string | null]>([
  ['/a/p', '/*a*p'],
  ['/p/a', null],
  ['/b/p', null],
  ['/a/v', null],
  ['/b/v', '/*b*v'],
  ['/b/a/p', '/*a*p'],
  ['/v/b/u', null],
  ['/a/b/uz', '/*b*z'],
])('a wide node leads only to its own children, and only after its own end: %s', (path, expected) => {
  const patterns = ['pqrstu', 'vwxyzo'].flatMap((ends, nth) =>
    [...ends].map((end) => `/*${'ab'[nth]}*${end}`),
  );
  const rules = patterns.map((pattern, nth) => ({ isAllow: pattern === '/*b*z', pattern, nth }));
  const index = new RuleIndex(candidatesOf(tableOf(rules), AXES), 0);
  const octets = new TextEncoder().encode(path);
  const rule = index.decide(new RequestPath(octets, 0, octets.length), new Meter());
  expect(rule < 0 ? null : patterns[rule]).toBe(expected);
});

const AXES = { ...PROFILES.rfc9309.rules, robotsTxtAlwaysAllowed: false };

/** The index as it is if the automaton is too large for a table of transitions. */
function withoutTable(index: RuleIndex): RuleIndex {
  const matcher: unknown = Reflect.get(index, 'many');
  if (matcher !== null) Reflect.set(Reflect.get(Object(matcher), 'automaton'), 'table', null);
  return index;
}

function overlappingRules(): fc.Arbitrary<Rule> {
  return fc.record({ isAllow: fc.boolean(), pattern: fc.stringMatching(/^[/*][ab*]{0,7}\$?$/) });
}

function rulesThatBeginAlike(): fc.Arbitrary<Rule> {
  const segment = fc.constantFrom('a', 'b', 'ab', 'ba', 'aa', 'bb', 'aab', 'bba', 'abab', 'baba');
  const pattern = fc
    .tuple(
      fc.constantFrom('/', '/a'),
      fc.constantFrom('a', 'b', 'ba'),
      segment,
      fc.constantFrom('', '$', '*b', '*aa$'),
    )
    .map(([prefix, first, second, end]) => `${prefix}*${first}*${second}${end}`);
  return fc.record({ isAllow: fc.boolean(), pattern });
}
