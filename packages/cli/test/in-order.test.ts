/** Concurrent work with results in order. */
import { expect, test } from 'vitest';
import { inOrder } from '../src/in-order.js';

async function all<Result>(results: AsyncIterable<Result>): Promise<Result[]> {
  const list: Result[] = [];
  for await (const result of results) list.push(result);
  return list;
}

test.each([1, 2, 3, 100])('at most %d at once, in order, whichever ends first', async (width) => {
  const open: (() => void)[] = [];
  let most = 0;
  const results = inOrder([0, 1, 2, 3, 4, 5, 6], width, async (item) => {
    await new Promise<void>((resolve) => {
      open.push(resolve);
      most = Math.max(most, open.length);
      // The last one started ends first, once the limit is reached or nothing else is left to do.
      setImmediate(() => open.pop()?.());
    });
    return item * 10;
  });
  expect(await all(results)).toEqual([0, 10, 20, 30, 40, 50, 60]);
  expect(most).toBe(Math.min(width, 7));
});

test('a failure is thrown when its turn comes', async () => {
  const seen: number[] = [];
  const results = inOrder([1, 2, 3], 3, async (item) => {
    if (item === 2) throw new Error('two');
    return item;
  });
  await expect(async () => {
    for await (const result of results) seen.push(result);
  }).rejects.toThrow('two');
  expect(seen).toEqual([1]);
});

test('a result does not wait for the next item of a slow list', async () => {
  const released: (() => void)[] = [];
  let isClosed = false;
  async function* slow(): AsyncGenerator<number, void> {
    try {
      yield 1;
      await new Promise<void>((resolve) => released.push(resolve));
      yield 2;
    } finally {
      isClosed = true;
    }
  }
  const results = inOrder(slow(), 10, async (item) => item * 10)[Symbol.asyncIterator]();
  expect(await results.next()).toEqual({ done: false, value: 10 });
  released.pop()?.();
  expect(await results.next()).toEqual({ done: false, value: 20 });
  expect(await results.next()).toEqual({ done: true, value: undefined });
  expect(isClosed).toBe(true);
});

test('a list is closed if the caller stops early, and its error is thrown', async () => {
  let isClosed = false;
  async function* list(): AsyncGenerator<number, void> {
    try {
      yield 1;
      yield 2;
      throw new Error('unreadable');
    } finally {
      isClosed = true;
    }
  }
  for await (const first of inOrder(list(), 1, async (item) => item)) {
    expect(first).toBe(1);
    break;
  }
  expect(isClosed).toBe(true);
  await expect(all(inOrder(list(), 3, async (item) => item))).rejects.toThrow('unreadable');
});
