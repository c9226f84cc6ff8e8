/** Waiting for one of a few places, and for work that several callers want. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { rest } from '../../../../test/support/manual-clock.js';
import { steadyTime } from '../../src/fetch/clock.js';
import {
  abortable,
  KeepAlive,
  Places,
  SingleFlight,
  WaitingQueue,
  type Work,
} from '../../src/fetch/waiting.js';

const forever = (): AbortSignal => new AbortController().signal;
const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** The names of those that have got a place so far. */
function takers(places: Places, names: string, signal = forever()): string[] {
  const got: string[] = [];
  for (const name of names)
    places.take(signal).then(
      () => got.push(name),
      () => got.push(`${name}!`),
    );
  return got;
}

test('places are given in the order of coming, and nobody overtakes those that wait', async () => {
  const places = new Places(2);
  const got = takers(places, 'abcd');
  expect([places.taken, places.waiting]).toEqual([2, 2]);
  await rest();
  expect([got.join(''), places.taken, places.waiting, places.tryTake()]).toEqual(['ab', 2, 2, false]);
  places.leave();
  expect(places.tryTake()).toBe(false);
  await rest();
  expect([got.join(''), places.taken, places.waiting]).toEqual(['abc', 2, 1]);
  for (let i = 0; i < 2; i++) places.leave();
  expect([places.tryTake(), places.taken]).toEqual([true, 2]);
});

test('so many get a place in a turn of the event loop, and no more than there are places', async () => {
  const places = new Places(5, 2);
  const got = takers(places, 'abcdefg');
  await Promise.resolve();
  expect([got, places.tryTake()]).toEqual([[], false]);
  for (const expected of ['ab', 'abcd', 'abcde', 'abcde']) {
    await nextTurn();
    expect(got.join('')).toBe(expected);
  }
  places.leave();
  expect(places.taken).toBe(4);
  await nextTurn();
  expect([got.join(''), places.taken]).toEqual(['abcdef', 5]);
});

test('as long as no place is free, no turn of the event loop is taken', () => {
  const scheduled = vi.spyOn(globalThis, 'setImmediate');
  onTestFinished(() => scheduled.mockRestore());
  const places = new Places(1, 1);
  const isTaken = places.tryTake();
  takers(places, 'a');
  expect([isTaken, places.waiting, scheduled.mock.calls.length]).toEqual([true, 1, 0]);
});

test('a wait with a signal that has aborted ends at once', async () => {
  await expect(abortable(new Promise(() => {}), AbortSignal.abort('over'))).rejects.toBe('over');
});

test('all that wait in a queue can be told to give up', async () => {
  const onGiveUp = vi.fn();
  const queue = new WaitingQueue(onGiveUp);
  const turns = [0, 1].map(() => queue.join(undefined, forever()).turn);
  queue.giveUp('over');
  expect((await Promise.allSettled(turns)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([queue.size, onGiveUp.mock.calls.length]).toEqual([0, 2]);
});

test.each([Infinity, 1])('it is idle once no place is taken and nobody waits, %d a turn', async (perTurn) => {
  const onIdle = vi.fn();
  const places = new Places(1, perTurn, onIdle);
  const controller = new AbortController();
  takers(places, 'ab');
  const refused = takers(places, 'c', controller.signal);
  await nextTurn();
  controller.abort(new Error('enough'));
  await rest();
  places.leave();
  await rest();
  expect([refused, onIdle.mock.calls.length]).toEqual([['c!'], 0]);
  places.leave();
  expect(onIdle).toHaveBeenCalledOnce();
});

test('it is idle, too, once the only one that waits has given up', async () => {
  const onIdle = vi.fn();
  const controller = new AbortController();
  const got = takers(new Places(1, 1, onIdle), 'a', controller.signal);
  controller.abort(new Error('enough'));
  expect(onIdle).toHaveBeenCalledOnce();
  await rest();
  expect(got).toEqual(['a!']);
});

/** Work that the test ends, and what its signal says. */
function workInHand() {
  const begun: { readonly signal: AbortSignal; early(value: string): void; end(value: string): void }[] = [];
  const work: Work<string> = (signal, early) =>
    new Promise((end, fail) => {
      signal.addEventListener('abort', () => fail(signal.reason as Error));
      begun.push({ signal, early, end });
    });
  return { work, begun };
}

test('work is done once for all that want it, and each promise that is waited for is told once', async () => {
  const onWait = vi.fn();
  const flights = new SingleFlight<string>(onWait);
  const { work, begun } = workInHand();
  const answers = [flights.join('a', undefined, work), flights.join('a', forever(), work)];
  flights.begin('a', work);
  expect([begun.length, flights.size, flights.has('a'), onWait.mock.calls.length]).toEqual([1, 1, true, 1]);
  begun[0].early('early');
  answers.push(flights.join('a', undefined, work));
  answers.push(flights.join('a', undefined, work, (early) => early !== 'early'));
  expect(onWait).toHaveBeenCalledTimes(2);
  begun[0].end('late');
  expect(await Promise.all(answers)).toEqual(['early', 'early', 'early', 'late']);
  await flights.settled('a');
  expect([flights.size, flights.has('a')]).toEqual([0, false]);
});

test('work ends when the last that wants it gives up, unless it was begun for nobody', async () => {
  const flights = new SingleFlight<string>();
  for (const isBackground of [false, true]) {
    const { work, begun } = workInHand();
    if (isBackground) flights.begin('a', work);
    const controllers = [new AbortController(), new AbortController()];
    const answers = controllers.map(({ signal }) => flights.join('a', signal, work).catch(String));
    controllers[0].abort('one');
    expect(begun[0].signal.aborted).toBe(false);
    controllers[1].abort('two');
    expect([begun[0].signal.aborted, flights.has('a')]).toEqual([!isBackground, isBackground]);
    expect(await Promise.all(answers)).toEqual(['one', 'two']);
    await flights.abort(new Error('over'));
    expect([begun[0].signal.aborted, flights.size]).toEqual([true, 0]);
  }
});

test('work that is detached ends by itself, beside new work under its key', async () => {
  const flights = new SingleFlight<string>();
  const { work, begun } = workInHand();
  const former = flights.join('a', undefined, work);
  flights.detach('a');
  expect(flights.has('a')).toBe(false);
  const latter = flights.join('a', undefined, work);
  begun[0].end('one');
  expect(await former).toBe('one');
  await rest();
  expect([flights.has('a'), begun.length]).toEqual([true, 2]);
  begun[1].end('two');
  expect(await latter).toBe('two');
});

test('to abort all work is to wait until it has ended', async () => {
  const flights = new SingleFlight<string>();
  let hasEnded = false;
  flights.begin('a', async (signal) => {
    while (!signal.aborted) await nextTurn();
    await rest();
    hasEnded = true;
    return 'a';
  });
  await flights.abort(new Error('over'));
  expect(hasEnded).toBe(true);
});

test('the process is kept alive as long as something is waited for', async () => {
  const set = vi.spyOn(globalThis, 'setInterval');
  const clear = vi.spyOn(globalThis, 'clearInterval');
  onTestFinished(() => void vi.restoreAllMocks());
  const keepAlive = new KeepAlive();
  const ends: (() => void)[] = [];
  const awaited = [0, 1].map(() => keepAlive.during(new Promise<void>((end) => ends.push(end))));
  expect(set).toHaveBeenCalledOnce();
  for (const [nth, cleared] of [0, 1].entries()) {
    ends[nth]();
    await awaited[nth];
    await rest();
    expect(clear).toHaveBeenCalledTimes(cleared);
  }
  expect(clear.mock.calls[0][0]).toBe(set.mock.results[0].value);
});

test('the time of a clock that is set back stands still for a moment, and goes on', () => {
  let now = 1000;
  const time = steadyTime({ now: () => now } as never);
  const seen = [1000, 1500, 200, 300, 100, 150].map((next) => {
    now = next;
    return time();
  });
  expect(seen).toEqual([1000, 1500, 1500, 1600, 1600, 1650]);
});
