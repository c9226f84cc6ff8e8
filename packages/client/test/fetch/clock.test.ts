/** The clock of the machine, and clocks of the caller. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { rest } from '../../../../test/support/manual-clock.js';
import { monotonicNow, systemClock } from '../../src/fetch/clock.js';

/** Resolves in the phase of the event loop after which timers are due, and then what has arrived. */
const beforeTimers = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('the clock of the machine has the time of the machine', async () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const called: string[] = [];
  const began = monotonicNow(systemClock);
  expect(systemClock.now()).toBe(1_000_000);
  systemClock.setTimeout(() => called.push('first'), 10);
  systemClock.clearTimeout(systemClock.setTimeout(() => called.push('second'), 10));
  systemClock.clearTimeout(null);
  vi.advanceTimersByTime(9);
  await beforeTimers();
  expect(called).toEqual([]);
  vi.advanceTimersByTime(1);
  await beforeTimers();
  expect(called).toEqual(['first']);
  expect([systemClock.now(), monotonicNow(systemClock) - began]).toEqual([1_000_010, 10]);
});

test('the clock of the machine keeps no process alive', () => {
  const spy = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => spy.mockRestore());
  systemClock.clearTimeout(systemClock.setTimeout(() => {}, 1000));
  const [timeout] = spy.mock.results.map(({ value }) => value as NodeJS.Timeout);
  expect(timeout?.hasRef()).toBe(false);
});

describe('a process that was busy for longer than a timer takes', () => {
  /** Sends the process a message, and keeps it busy until a timer of a millisecond is overdue. */
  function busyWith(port: MessagePort): void {
    port.postMessage('arrived');
    const end = performance.now() + 5;
    while (performance.now() < end);
  }

  test('gets what arrived in the meantime before the timer fires', async () => {
    const { port1, port2 } = new MessageChannel();
    onTestFinished(() => port1.close());
    const order: unknown[] = [];
    port2.on('message', (message) => order.push(message));
    await beforeTimers();
    await new Promise<void>((resolve) => {
      systemClock.setTimeout(() => {
        order.push('timeout');
        resolve();
      }, 1);
      busyWith(port1);
    });
    expect(order).toEqual(['arrived', 'timeout']);
  });

  test('may clear the timer when that arrives', async () => {
    const { port1, port2 } = new MessageChannel();
    onTestFinished(() => port1.close());
    let isCalled = false;
    await beforeTimers();
    const timer = systemClock.setTimeout(() => {
      isCalled = true;
    }, 1);
    port2.on('message', () => systemClock.clearTimeout(timer));
    busyWith(port1);
    await rest();
    expect(isCalled).toBe(false);
  });
});

test('a clock without a monotonic time has its own', () => {
  const clock = { now: () => 7, setTimeout: () => 0, clearTimeout: () => {} };
  expect(monotonicNow(clock)).toBe(7);
  expect(monotonicNow({ ...clock, monotonicNow: () => 8 })).toBe(8);
});
