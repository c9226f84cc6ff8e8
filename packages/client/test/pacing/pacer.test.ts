/** Turns at hosts, by a clock that the test moves. */
import { getEventListeners } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rest } from '../../../../test/support/manual-clock.js';
import { pacing } from './support/pacing.js';

const DAY = 86_400_000;

test('turns that are over at once may be further apart than a timer counts', async () => {
  const { clock, begun, ask } = pacing();
  void ask('one', { delayMs: 60 * DAY });
  void ask('two');
  await clock.advance(60 * DAY - 1);
  expect(begun).toEqual(['one 0']);
  await clock.advance(1);
  expect(begun).toEqual(['one 0', `two ${60 * DAY}`]);
});

test('turns that last are counted, and the delay counts from their end', async () => {
  const { clock, begun, ask, end } = pacing();
  for (const name of ['one', 'two', 'three']) void ask(name, { lasts: true });
  await rest();
  expect(clock.pending).toBe(0);
  await clock.advance(5000);
  expect(begun).toEqual(['one 0']);
  end('one');
  end('one');
  await clock.advance(99);
  expect(begun).toEqual(['one 0']);
  await clock.advance(1);
  expect(begun).toEqual(['one 0', 'two 5100']);
  end('two');
  await clock.advance(100);
  expect(begun).toEqual(['one 0', 'two 5100', 'three 5200']);
});

test('a request that waits gives up when its signal aborts, and the next one has its turn', async () => {
  const { clock, begun, ask, pacer } = pacing();
  const enough = new AbortController();
  void ask('one');
  const two = ask('two', { signal: enough.signal });
  void ask('three');
  await rest();
  expect(pacer.waiting).toBe(2);
  enough.abort(new Error('enough'));
  expect(await two).toMatchObject({ message: 'enough' });
  expect(await ask('four', { signal: enough.signal })).toMatchObject({ message: 'enough' });
  await clock.advance(1000);
  expect(begun).toEqual(['one 0', 'three 100']);
});

test('one signal for all requests causes no warning of a leak, and has no listeners once they have had their turns', async () => {
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  const { signal } = new AbortController();
  const { clock, begun, ask } = pacing();
  for (let i = 0; i < 50; i++) void ask(`${i}`, { signal });
  await rest();
  expect(warnings.filter((warning) => 'target' in warning && warning.target === signal)).toEqual([]);
  await clock.advance(5000);
  expect(begun.length).toBe(50);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a host is forgotten once its delay has passed', async () => {
  const { clock, ask } = pacing();
  for (let i = 0; i < 50; i++) void ask(`${i}`, { host: `${i}.example` });
  await rest();
  expect(clock.pending).toBe(50);
  await clock.advance(100);
  expect(clock.pending).toBe(0);
});

describe('with two turns at once, hostsFree', () => {
  const kind = { key: 'a.example', delayMs: 100, lasts: true };

  test('takes back a host that nobody has taken when the end of a turn delays the next one', async () => {
    const { clock, pacer } = pacing({ perHost: 2 });
    const free = pacer.hostsFree(undefined);
    const end = await pacer.tryTake(kind);
    await clock.advance(100);
    end?.();
    const got: string[] = [];
    void free.next().then(({ value }) => got.push(`${value} ${clock.monotonicNow()}`));
    await clock.advance(99);
    expect(got).toEqual([]);
    await clock.advance(1);
    expect(got).toEqual(['a.example 200']);
    await free.return();
  });

  test('knows of a turn in progress when the host was free meanwhile', async () => {
    const { clock, pacer } = pacing({ perHost: 2 });
    const ends = [await pacer.tryTake(kind)];
    await clock.advance(100);
    ends.push(await pacer.tryTake(kind));
    await clock.advance(100);
    expect([...ends, await pacer.tryTake(kind)].map((end) => end !== undefined)).toEqual([true, true, false]);
  });

  test('yields a host that is added while a turn is in progress and another one is free', async () => {
    const { clock, pacer } = pacing({ perHost: 2 });
    const free = pacer.hostsFree(undefined);
    const end = await pacer.tryTake(kind);
    free.add(kind.key); // it will be free by itself
    await clock.advance(100);
    const got: unknown[] = [];
    for (let i = 0; i < 2; i++) void free.next().then(({ value }) => got.push(value));
    await rest();
    expect(got).toEqual([kind.key]);
    free.add(kind.key);
    await rest();
    expect(got).toEqual([kind.key, kind.key]);
    end?.();
    await free.return();
  });
});
