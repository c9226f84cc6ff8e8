/** Rows in memory that grows, is shared with results, and is not changed under them. */
import { describe, expect, test } from 'vitest';
import { Rows } from './memory.js';
import { ROW_STRIDE } from './row.js';

/** Rows of which each integer is a given number. */
function rowsOf(...numbers: number[]): Rows {
  const rows = new Rows(numbers.length);
  add(rows, ...numbers);
  return rows;
}

/** Adds rows as the scanner does; there must be room. */
function add(rows: Rows, ...numbers: number[]): void {
  for (const number of numbers) {
    rows.ints.fill(number, rows.end, rows.end + ROW_STRIDE);
    rows.end += ROW_STRIDE;
    rows.lineCount++;
  }
}

/** The number of each row; fails if the integers of a row differ. */
function numbersIn(ints: Int32Array): number[] {
  const numbers = Array.from({ length: ints.length / ROW_STRIDE }, (_, row) => ints[row * ROW_STRIDE]);
  expect([...ints]).toEqual(numbers.flatMap((number) => Array<number>(ROW_STRIDE).fill(number)));
  return numbers;
}

function content(rows: Rows): number[] {
  return numbersIn(rows.ints.subarray(rows.start, rows.end));
}

test('rows are counted from where they start, and fill their memory', () => {
  const rows = new Rows(3);
  expect([rows.count, rows.isFull, rows.ints.length]).toEqual([0, false, 3 * ROW_STRIDE]);
  add(rows, 1, 2);
  expect([rows.count, rows.isFull]).toEqual([2, false]);
  add(rows, 3);
  expect([rows.count, rows.isFull]).toEqual([3, true]);
  rows.start = ROW_STRIDE;
  expect(rows.count).toBe(2);
  expect(new Rows(0)).toMatchObject({ count: 0, isFull: true });
});

test('growing doubles the room and keeps the rows', () => {
  const rows = rowsOf(1, 2);
  rows.grow();
  expect(content(rows)).toEqual([1, 2]);
  expect([rows.isFull, rows.ints.length]).toEqual([false, 4 * ROW_STRIDE]);
});

test('a restart goes on with the lines after others, or from the start of a file', () => {
  const previous = rowsOf(1, 2);
  previous.lineCount = 7;
  previous.blankBefore = 1;
  const rows = rowsOf(3, 4);
  rows.start = ROW_STRIDE;
  rows.restartAfter(previous);
  expect(rows).toMatchObject({ start: 0, end: 0, lineCount: 7, blankBefore: 1, count: 0 });
  rows.restartAfter(undefined);
  expect(rows).toMatchObject({ start: 0, end: 0, lineCount: 0, blankBefore: 0 });
});

describe('append', () => {
  test('adds a copy, and continues after the lines of what it adds', () => {
    const rows = new Rows(0);
    const next = rowsOf(1, 2);
    next.lineCount = 5;
    next.blankBefore = 1;
    rows.append(next, 0);
    next.ints.fill(9);
    expect(content(rows)).toEqual([1, 2]);
    expect(rows).toMatchObject({ lineCount: 5, blankBefore: 1 });
    rows.append(rowsOf(3), 0);
    expect(content(rows)).toEqual([1, 2, 3]);
    expect(rows).toMatchObject({ lineCount: 1, blankBefore: 0 });
  });

  test('of lines without rows counts them', () => {
    const rows = rowsOf(1);
    const next = new Rows(4);
    next.lineCount = 9;
    next.blankBefore = 1;
    const { ints } = rows;
    rows.append(next, 3);
    expect(rows).toMatchObject({ lineCount: 9, blankBefore: 1, end: ROW_STRIDE });
    expect(rows.ints).toBe(ints);
  });

  test('makes room for as many rows as are expected, once', () => {
    const rows = new Rows(0);
    rows.append(rowsOf(1, 2), 1);
    expect(rows.ints.length).toBe(3 * ROW_STRIDE);
    const { ints } = rows;
    rows.append(rowsOf(3), 0);
    expect(rows.ints).toBe(ints);
    expect(content(rows)).toEqual([1, 2, 3]);
  });

  test('at least doubles the room, so that many small appends take time in proportion', () => {
    const rows = new Rows(0);
    let reallocations = 0;
    for (let nth = 0; nth < 1_000; nth++) {
      const { ints } = rows;
      rows.append(rowsOf(nth), 0);
      if (rows.ints !== ints) reallocations++;
    }
    expect(content(rows)).toEqual(Array.from({ length: 1_000 }, (_, nth) => nth));
    expect(reallocations).toBeLessThanOrEqual(11);
  });
});

describe('concat', () => {
  test('gives both in memory of their size, and changes neither', () => {
    const rows = new Rows(4);
    add(rows, 1, 2);
    const next = rowsOf(3);
    const both = rows.concat(next);
    expect(numbersIn(both)).toEqual([1, 2, 3]);
    expect([content(rows), content(next)]).toEqual([[1, 2], [3]]);
  });

  test('gives the memory of the rows if its size is right, and does not write to it again', () => {
    const rows = new Rows(2);
    add(rows, 1);
    const first = rows.concat(rowsOf(2));
    expect(first).toBe(rows.ints);
    const second = rows.concat(rowsOf(3));
    rows.append(rowsOf(4), 0);
    expect([first, second].map(numbersIn)).toEqual([
      [1, 2],
      [1, 3],
    ]);
    expect(content(rows)).toEqual([1, 4]);
  });

  test('of nothing more gives the same memory each time', () => {
    const rows = rowsOf(1, 2);
    const none = new Rows(0);
    expect(rows.concat(none)).toBe(rows.concat(none));
    rows.append(rowsOf(3), 0);
    expect(numbersIn(rows.concat(none))).toEqual([1, 2, 3]);
  });
});
