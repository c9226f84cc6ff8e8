/** One pattern against one path, compared with a regular expression. */
import { describe, expect, test } from 'vitest';
import { asRegExp, textsOf } from '../../test/match/short-patterns.js';
import { octetsOf } from '../../test/support/octets.js';
import { Meter, type PartFinder } from './bound.js';
import { OCTET_KINDS } from './octet-forms.js';
import { endOfPart, matchesPattern, PatternSet } from './pattern.js';

/** More steps than any case takes. */
const ENOUGH_STEPS = 1_000;

describe('all short patterns and paths', () => {
  const patterns = textsOf(['a', 'b', '*'], 4).flatMap((text) => [`/${text}`, `/${text}$`, text, `${text}$`]);
  const paths = textsOf(['a', 'b'], 4).map((text) => `/${text}`);

  test.each([
    ['a path at the start of its memory', '', ''],
    ['a path with other octets before it, and after it what would go on with the pattern', 'b/a', 'ab/aa'],
  ])('%s', (_, before, after) => {
    for (const pattern of patterns) {
      const expected = asRegExp(pattern);
      const wrong = paths.filter(
        (path) => matches(pattern, path, { before, after }).isMatch !== expected.test(path),
      );
      expect(wrong, pattern).toEqual([]);
    }
  });
});

test('the second pattern of a set is matched by its own parts', () => {
  const set = new PatternSet(OCTET_KINDS.canonical, true);
  for (const pattern of ['/a*b$', '/b*a', '/*']) set.add(octetsOf(pattern), 0, pattern.length, 0);
  const path = octetsOf('/bba');
  const found = [0, 1, 2].map((nth) => matchesPattern(set, nth, path, 0, path.length, meterOf(ENOUGH_STEPS)));
  expect(found).toEqual([false, true, true]);
});

test('a search that takes too many steps gives up, and the meter says so', () => {
  const [pattern, path] = [`/*${'a'.repeat(50)}b`, `/${'a'.repeat(200)}b`];
  expect(matches(pattern, path, { steps: 20_000 })).toMatchObject({ isMatch: true, gaveUp: false });
  expect(matches(pattern, path, { steps: 100 })).toMatchObject({ isMatch: false, gaveUp: true });
});

test('a search costs a step for each octet that it compares or passes', () => {
  expect(matches('/*a', '/bbba', {}).steps).toBe(4);
  expect(matches('/*a', '/bbbb', {}).steps).toBe(4);
  expect(matches('/*ab', '/bab', {}).steps).toBe(3);
  expect(matches('/*ab', '/aab', {}).steps).toBe(4);
  expect(matches('/*a*b', '/abb', {}).steps).toBe(2);
});

function matches(
  pattern: string,
  path: string,
  { before = '', after = '', steps = ENOUGH_STEPS },
): { isMatch: boolean; gaveUp: boolean; steps: number } {
  const set = new PatternSet(OCTET_KINDS.canonical, true);
  set.add(octetsOf(pattern), 0, pattern.length, 0);
  const meter = meterOf(steps);
  const end = before.length + path.length;
  const isMatch = matchesPattern(set, 0, octetsOf(before + path + after), before.length, end, meter);
  return { isMatch, gaveUp: meter.left < 0, steps: steps - meter.left };
}

function meterOf(steps: number): Meter {
  const meter = new Meter();
  meter.left = steps;
  return meter;
}

/** A finder that notes where it is asked to search, and finds nothing. */
function noted(searches: number[][]): PartFinder {
  return {
    endOfPart(_text, partStart, partEnd, from, end) {
      searches.push([partStart, partEnd, from, end]);
      return -1;
    },
  };
}

function search(steps: number, fallback: PartFinder | null, path: string, part: string): number {
  const meter = Object.assign(new Meter(), { left: steps, fallback });
  return endOfPart(octetsOf(part), 0, part.length, octetsOf(path), 1, path.length, meter);
}

test('a search that runs out of steps continues at the fallback, from the place that it has reached', () => {
  const searches: number[][] = [];
  expect(search(1, noted(searches), '/bbaaac', 'aab')).toBe(-1);
  expect(searches).toEqual([[0, 3, 3, 7]]);
});

test('once the steps have run out, each search begins at the fallback', () => {
  const searches: number[][] = [];
  expect(search(-1, noted(searches), '/abc', 'abc')).toBe(-1);
  expect(searches).toEqual([[0, 3, 1, 4]]);
});

test('a search is done here while there are steps, or without a fallback', () => {
  const searches: number[][] = [];
  expect(search(0, noted(searches), '/abc', 'abc')).toBe(4);
  expect(search(-1, null, '/abc', 'abc')).toBe(4);
  expect(searches).toEqual([]);
});
