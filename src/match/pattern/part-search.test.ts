import { expect, test } from 'vitest';
import { octetsOf } from '../../../test/support/octets.js';
import { Meter, type PartFinder } from '../meter.js';
import { endOfPart } from './part-search.js';

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
