/** The clock of the machine, and clocks of the caller. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/fetch/clock.js';

/** Resolves in the phase of the event loop after which timers are due, and then what has arrived. */
const beforeTimers = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

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
});
