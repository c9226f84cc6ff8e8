import { expect, test } from 'vitest';
import type { GridRows } from '../engine/grid.js';
import { completed } from './completed-grid.js';

/** A grid of one crawler. */
function grid(urls: string, cells: number[], rowsDone: number): GridRows {
  return {
    urls: Array.from(urls, (url, i) => ({ url, line: i + 1, fault: null })),
    crawlers: [{ name: 'FooBot', fault: null, note: null }],
    cells: Uint8Array.from(cells),
    ruleLines: Uint32Array.from(cells, (cell) => cell + 10),
    rowsDone,
  };
}

test('rows without a verdict yet keep those of the earlier answer', () => {
  const { cells, ruleLines, rowsDone } = completed(grid('abc', [1, 2, 2], 1), grid('abc', [0, 0, 1], 3));
  expect([...cells]).toEqual([1, 0, 1]);
  expect([...ruleLines]).toEqual([11, 10, 11]);
  expect(rowsDone).toBe(3);
});

test('the answer to another question fills no row', () => {
  const progress = grid('abc', [1, 2, 2], 1);
  expect(completed(progress, grid('abd', [0, 0, 1], 3))).toBe(progress);
  expect(completed(progress, grid('ab', [0, 0], 2))).toBe(progress);
  expect(completed(progress, null)).toBe(progress);
});
