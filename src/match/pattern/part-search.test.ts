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

test('a search that runs out of steps goes on elsewhere, from the place that it has reached', () => {
  const searches: number[][] = [];
  expect(search(1, noted(searches), '/bbaaac', 'aab')).toBe(-1);
  expect(searches).toEqual([[0, 3, 3, 7]]);
});

test('once the steps have run out, no search begins here', () => {
  const searches: number[][] = [];
  expect(search(-1, noted(searches), '/abc', 'abc')).toBe(-1);
  expect(searches).toEqual([[0, 3, 1, 4]]);
});

test('as long as there are steps, or when there is nothing to go on with, a search is done here', () => {
  const searches: number[][] = [];
  expect(search(0, noted(searches), '/abc', 'abc')).toBe(4);
  expect(search(-1, null, '/abc', 'abc')).toBe(4);
  expect(searches).toEqual([]);
});
