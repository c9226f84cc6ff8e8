import { expect, test } from 'vitest';
import { Limiter } from '../../src/cache/limiter.js';
import { rest } from './support/manual-clock.js';

const forever = (): AbortSignal => new AbortController().signal;

/** A limiter, what runs within it in the order in which it began, and a way to end each. */
function limiter(total: number, perHost: number) {
  const limits = new Limiter({ total, perHost });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string, signal = forever()): Promise<void> =>
    limits.run(name.replace(/\d/, ''), signal, () => {
      begun.push(name);
      return new Promise((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await rest();
  };
  return { limits, begun, run, end };
}

test('no more than so many at once, and no more for one host', async () => {
  const { limits, begun, run } = limiter(3, 2);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) run(name);
  await rest();
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  expect([limits.running, limits.waiting]).toEqual([3, 2]);
});

test('a host with a long line holds nobody else up: hosts take turns', async () => {
  const { begun, run, end } = limiter(1, 1);
  for (const name of ['x1', 'a1', 'a2', 'a3', 'b1', 'c1', 'c2']) run(name);
  await rest();
  for (const name of ['x1', 'a1', 'b1', 'c1', 'a2', 'c2', 'a3']) {
    expect(begun.at(-1)).toBe(name);
    await end(name);
  }
});

test('one that fails makes room', async () => {
  const { limits, run } = limiter(1, 1);
  const failure = limits.run('a', forever(), () => Promise.reject(new Error('no')));
  const next = run('a1');
  await expect(failure).rejects.toThrow('no');
  await rest();
  expect(limits.running).toBe(1);
  expect(next).toBeInstanceOf(Promise);
});

test('one that gives up while it waits leaves the line, and its turn is not lost', async () => {
  const { limits, begun, run, end } = limiter(1, 1);
  const controller = new AbortController();
  run('a1');
  const impatient = run('b1', controller.signal);
  run('c1');
  controller.abort(new Error('enough'));
  await expect(impatient).rejects.toThrow('enough');
  expect(limits.waiting).toBe(1);
  await end('a1');
  await end('c1');
  expect(begun).toEqual(['a1', 'c1']);
  expect([limits.running, limits.waiting]).toEqual([0, 0]);
  await expect(run('d1', controller.signal)).rejects.toThrow('enough');
  expect(limits.running).toBe(0);
});

test.each([
  [7, 2, 13],
  [7, 2, 3],
  [100, 3, 5],
])(
  'at most %i, %i for each of %i hosts: everything is run, and never too much of it',
  async (total, perHost, hosts) => {
    const limits = new Limiter({ total, perHost });
    const running = new Map<string, number>();
    let most = 0;
    let mostOfHost = 0;
    const tasks = Array.from({ length: 500 }, (_, i) => {
      const host = `host${i % hosts}`;
      return limits.run(host, forever(), async () => {
        running.set(host, (running.get(host) ?? 0) + 1);
        mostOfHost = Math.max(mostOfHost, running.get(host) ?? 0);
        most = Math.max(most, limits.running);
        for (let turn = 0; turn <= i % 5; turn++) await Promise.resolve();
        running.set(host, (running.get(host) ?? 0) - 1);
        return i;
      });
    });
    expect((await Promise.all(tasks)).length).toBe(500);
    expect(most).toBe(Math.min(total, perHost * hosts));
    expect(mostOfHost).toBeLessThanOrEqual(perHost);
    expect([limits.running, limits.waiting]).toEqual([0, 0]);
  },
);
