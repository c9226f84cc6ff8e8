/** Waiting for a turn. */
import { expect, test } from 'vitest';
import { WaitingQueue } from '../../src/fetch/waiting.js';

test('callers get their turns in the order in which they came', async () => {
  const queue = new WaitingQueue<string, number>();
  const [one, two] = [queue.join(1, undefined), queue.join(2, undefined)];
  expect(queue.first).toBe(one);
  one.begin('first');
  expect(queue.first).toBe(two);
  two.begin('second');
  expect(await Promise.all([one.turn, two.turn])).toEqual(['first', 'second']);
  expect(queue.size).toBe(0);
});

test('a caller whose signal aborts leaves at once, and the queue says so', async () => {
  let left = 0;
  const queue = new WaitingQueue(() => left++);
  const controller = new AbortController();
  const one = queue.join(undefined, controller.signal);
  const two = queue.join(undefined, undefined);
  const reason = new Error('enough');
  controller.abort(reason);
  expect([left, queue.size, queue.first]).toEqual([1, 1, two]);
  await expect(one.turn).rejects.toBe(reason);
});

test('a turn that has begun cannot be given up', async () => {
  let left = 0;
  const queue = new WaitingQueue(() => left++);
  const controller = new AbortController();
  const one = queue.join(undefined, controller.signal);
  one.begin();
  controller.abort();
  one.giveUp(new Error('too late'));
  expect(left).toBe(0);
  await one.turn;
});

test('all callers can be sent away', async () => {
  const queue = new WaitingQueue();
  const waiters = [queue.join(undefined, undefined), queue.join(undefined, undefined)];
  const closed = new Error('closed');
  queue.giveUp(closed);
  expect(queue.size).toBe(0);
  for (const { turn } of waiters) await expect(turn).rejects.toBe(closed);
});
