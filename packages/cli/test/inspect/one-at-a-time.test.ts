/** The queue of the inspector's fetches. */
import { expect, test } from 'vitest';
import { later } from '../../../../test/support/later.js';
import { BusyError, OneAtATime } from '../../src/inspect/one-at-a-time.js';

const NEVER = new AbortController().signal;

test('tasks run one after the other, in order, also after one that fails', async () => {
  const queue = new OneAtATime(2);
  const events: string[] = [];
  const first = later();
  const task = (name: string, until?: Promise<void>) => async () => {
    events.push(`${name} begins`);
    await until;
    events.push(`${name} ends`);
    if (name === 'first') throw new Error('failed');
    return name;
  };
  const results = [
    queue.run(task('first', first.promise), NEVER).catch((error: Error) => error.message),
    queue.run(task('second'), NEVER),
    queue.run(task('third'), NEVER),
  ];
  first.resolve();
  expect(await Promise.all(results)).toEqual(['failed', 'second', 'third']);
  expect(events).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
    'third begins',
    'third ends',
  ]);
  expect(await queue.run(async () => 'later', NEVER)).toBe('later');
});

test('a task that begins when another has just ended waits for the one that was queued', async () => {
  const queue = new OneAtATime(2);
  const events: string[] = [];
  const second = later();
  const first = queue.run(async () => {}, NEVER);
  const queued = queue.run(async () => {
    events.push('queued begins');
    await second.promise;
    events.push('queued ends');
  }, NEVER);
  await first;
  const late = queue.run(async () => events.push('late'), NEVER);
  second.resolve();
  await Promise.all([queued, late]);
  expect(events).toEqual(['queued begins', 'queued ends', 'late']);
});

test('no more wait than the bound; one that aborts leaves its place to another', async () => {
  const queue = new OneAtATime(1);
  const running = later();
  const controller = new AbortController();
  const first = queue.run(() => running.promise, NEVER);
  const waiting = queue.run(async () => 'never', controller.signal).catch((error: unknown) => error);
  await expect(queue.run(async () => 'never', NEVER)).rejects.toThrow(BusyError);
  const reason = new Error('the page has gone');
  controller.abort(reason);
  expect(await waiting).toBe(reason);
  const next = queue.run(async () => 'next', NEVER);
  running.resolve();
  expect(await next).toBe('next');
  await first;
});

test('a task whose signal has aborted does not begin', async () => {
  const reason = new Error('gone');
  const begun: string[] = [];
  const run = new OneAtATime(1).run(async () => begun.push('task'), AbortSignal.abort(reason));
  await expect(run).rejects.toBe(reason);
  expect(begun).toEqual([]);
});
