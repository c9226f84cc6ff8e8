/** The limits of a fetch, by themselves. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ManualClock, MINUTE } from '../../../../test/support/manual-clock.js';
import { systemClock } from '../../src/fetch/clock.js';
import { AccessError } from '../../src/fetch/faults.js';
import { DEFAULT_TIMEOUTS, octetLimits, TimeLimits } from '../../src/fetch/limits.js';

describe('time limits', () => {
  function limits(caller?: AbortSignal) {
    const clock = new ManualClock();
    clock.elapse(MINUTE);
    return { clock, limits: new TimeLimits(clock, DEFAULT_TIMEOUTS, caller) };
  }

  test.each([
    ['connect', 10_000, 'connect-timeout', 'The connection was not established within 10000 ms'],
    ['headers', 15_000, 'headers-timeout', 'The headers did not arrive within 15000 ms'],
    ['body', 15_000, 'body-timeout', 'No more of the body arrived within 15000 ms'],
  ] as const)('of %s', (stage, ms, code, message) => {
    const { clock, limits: all } = limits();
    all.enter(stage);
    clock.elapse(ms - 1);
    expect(all.signal.aborted).toBe(false);
    clock.elapse(1);
    expect(all.signal.reason).toBeInstanceOf(AccessError);
    expect(all.signal.reason).toMatchObject({ code, message });
    expect(clock.pending).toBe(0);
    all.enter('body');
    expect(clock.pending).toBe(0);
  });

  test('of the whole fetch end any wait, and do not count once nothing is waited for', () => {
    const { clock, limits: all } = limits();
    for (let i = 0; i < 6; i++) {
      all.enter('connect');
      clock.elapse(9000);
    }
    all.leave();
    clock.elapse(5999);
    expect(all.signal.aborted).toBe(false);
    clock.elapse(1);
    expect(all.signal.reason).toMatchObject({
      code: 'total-timeout',
      message: 'The fetch did not end within 60000 ms',
    });
  });

  test('do not count while something else is waited for', async () => {
    const { clock, limits: all } = limits();
    all.enter('headers');
    clock.elapse(14_000);
    await all.uncounted(async (signal) => {
      expect(signal).toBe(all.signal);
      clock.elapse(10 * MINUTE);
    });
    clock.elapse(999);
    expect(all.signal.aborted).toBe(false);
    clock.elapse(1);
    expect(all.signal.reason).toMatchObject({ code: 'headers-timeout' });
    await expect(all.uncounted(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
    expect(clock.pending).toBe(0);
  });

  test('that are overdue on a busy machine have no time left, never a negative time', async () => {
    let now = 0;
    const asked: number[] = [];
    const clock = {
      now: () => now,
      setTimeout: (_callback: () => void, ms: number) => asked.push(ms),
      clearTimeout: () => {},
    };
    const all = new TimeLimits(clock, DEFAULT_TIMEOUTS, undefined);
    all.enter('headers');
    now += DEFAULT_TIMEOUTS.totalMs + 1;
    await all.uncounted(async () => {});
    expect(asked).toEqual([DEFAULT_TIMEOUTS.totalMs, DEFAULT_TIMEOUTS.headersMs, 0, 0]);
  });

  test('end with the caller’s signal, before or after they begin', () => {
    const controller = new AbortController();
    const { clock, limits: all } = limits(controller.signal);
    all.enter('body');
    controller.abort('enough');
    expect([all.signal.reason, clock.pending]).toEqual(['enough', 0]);
    const late = limits(controller.signal);
    expect([late.limits.signal.reason, late.clock.pending]).toEqual(['enough', 0]);
  });

  test('that have ended keep no timer and no listener on the caller’s signal', () => {
    const controller = new AbortController();
    const { clock, limits: all } = limits(controller.signal);
    all.enter('body');
    all.end();
    controller.abort('late');
    expect([all.signal.aborted, clock.pending]).toEqual([false, 0]);
  });
});

test('octets are limited by the parsing limit: of the body, of its headers, and of all with what frames them', () => {
  const { maxEncodedOctets, maxHeaderOctets, maxOctets } = octetLimits(512_000);
  expect([maxEncodedOctets, maxHeaderOctets, maxOctets]).toEqual([1_024_000, 16_384, 6_209_536]);
});

test('a callback of the machine’s clock that is cancelled is not called', async () => {
  const order: string[] = [];
  const call = (name: string, done = () => {}) =>
    systemClock.setTimeout(() => {
      order.push(name);
      done();
    }, 1);
  const cancelled = call('cancelled');
  const called = new Promise<void>((resolve) => void call('called', resolve));
  systemClock.clearTimeout(cancelled);
  await called;
  expect(order).toEqual(['called']);
});

/** Resolves in the phase of the event loop after which timers are due, and then what has arrived. */
const beforeTimers = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Sends the process a message, and keeps it busy until a timer of a millisecond is overdue. */
function busyWith(port: MessagePort): void {
  port.postMessage('arrived');
  const end = performance.now() + 5;
  while (performance.now() < end);
}

test('a process that was busy for longer than a timer takes gets what arrived in the meantime before the timer fires', async () => {
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
