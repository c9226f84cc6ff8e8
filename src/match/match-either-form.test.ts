/** Parts with an escape that equals its octet in a query: docs/semantics.md §5.2, "Escapes after `*`". */
import { describe, expect, test } from 'vitest';
import { naiveDecision } from '../../test/match/naive-decision.js';
import { textsOf } from '../../test/match/short-patterns.js';
import { toOctetString } from '../../test/reference/octets.js';
import { octetsOf } from '../../test/support/octets.js';
import { PROFILES } from '../profiles.js';
import { Meter, meterFor } from './bound.js';
import { OCTET_KINDS } from './octet-forms.js';
import { matchesPattern, PatternSet, queryStartOf, writeQueryForm } from './pattern.js';
import { readRequestPath } from './request-path.js';

const ENOUGH_STEPS = 100_000;

function matches(pattern: string, url: string): { isMatch: boolean; steps: number } {
  const set = new PatternSet(OCTET_KINDS.canonical, true);
  set.add(octetsOf(pattern), 0, pattern.length, 0);
  const request = readRequestPath(url, OCTET_KINDS.canonical);
  const { octets, start, end } = request;
  const meter = new Meter();
  meter.left = ENOUGH_STEPS;
  const isMatch = matchesPattern(set, 0, octets, start, end, meter);
  return { isMatch, steps: ENOUGH_STEPS - meter.left };
}

test('all short patterns and URLs match as the specification says', () => {
  const patterns = textsOf(['a', '*', '%3A'], 3).filter((text) => /\*.*%/.test(text));
  const urls = textsOf(['a', '?', '%3A', ':'], 3).map((text) => `/${text}`);
  const axes = PROFILES.rfc9309.rules;
  for (const pattern of patterns.flatMap((text) => [`/${text}`, `/${text}$`])) {
    const rules = [{ isAllow: false, pattern }];
    const wrong = urls.filter(
      (url) => matches(pattern, url).isMatch !== (naiveDecision(rules, url, axes) === 0),
    );
    expect(wrong, pattern).toEqual([]);
  }
});

test('the occurrence that ends first counts, in whichever form it is', () => {
  expect(matches('/*%3A*x', '/%3Ax?:').isMatch).toBe(true);
  expect(matches('/*%3A*x', '/?:x').isMatch).toBe(true);
  expect(matches('/*%3A*x', '/%3A?:').isMatch).toBe(false);
});

test('a part may be longer than any before it', () => {
  const run = 'a'.repeat(3000);
  expect(matches(`/*${run}%3A`, `/?${run}:`).isMatch).toBe(true);
  expect(matches(`/*${run}%3A$`, `/?${run}:`).isMatch).toBe(true);
  expect(matches(`/*${run}%3A`, `/?${run}`).isMatch).toBe(false);
});

test('the search for the query and each form of a part cost their octets', () => {
  // Two octets up to the query; two places where the part could begin as it is; its query form of one octet, found third.
  expect(matches('/*%3A', '/?ab:').steps).toBe(2 + 2 + 1 + 3);
  // The last part is compared once; its three octets are the cost.
  expect(matches('/*%3A$', '/?ab:').steps).toBe(2 + 3);
});

test('once the steps are taken, the query costs no walk along the path', () => {
  const set = new PatternSet(OCTET_KINDS.canonical, true);
  set.add(octetsOf('/*%3A'), 0, 5, 0);
  const request = readRequestPath(`/${'a'.repeat(1000)}`, OCTET_KINDS.canonical);
  const { octets, start, end } = request;
  const meter = meterFor(request, 0);
  meter.left = -1;
  const steps = [1, 2, 3].map(() => {
    const before = meter.left;
    expect(matchesPattern(set, 0, octets, start, end, meter)).toBe(false);
    return before - meter.left;
  });
  expect(steps[0]).toBeGreaterThan(1000);
  expect(steps[1]).toBeLessThan(250);
  expect(steps[2]).toBe(steps[1]);
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
    const text = octetsOf(`%3A${part}3A`);
    const into = octetsOf(`--${'-'.repeat(part.length)}`);
    const end = writeQueryForm(text, 3, 3 + part.length, into, 2);
    expect(toOctetString(into.subarray(0, end))).toBe(`--${expected}`);
  });
});

test.each([
  ['/a?b', 3],
  ['/a?b?c', 3],
  ['?', 1],
  ['/a', 2],
  ['', 0],
])('the query of %j begins at %d', (path, expected) => {
  expect(queryStartOf(octetsOf(`?${path}?`), 1, 1 + path.length)).toBe(1 + expected);
});
