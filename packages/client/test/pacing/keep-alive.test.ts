import { expect, onTestFinished, test, vi } from 'vitest';
import { later } from '../../../../test/support/later.js';
import { KeepAlive } from '../../src/fetch/waiting.js';

/** Timers that keep the process running, and have not been cleared. */
function heldTimers(): { readonly size: number } {
  const held = new Set<unknown>();
  const begin = vi.spyOn(globalThis, 'setInterval').mockImplementation((() => {
    const timer = {};
    held.add(timer);
    return timer;
  }) as never);
  const end = vi.spyOn(globalThis, 'clearInterval').mockImplementation((timer) => void held.delete(timer));
  onTestFinished(() => {
    begin.mockRestore();
    end.mockRestore();
  });
  return held;
}

test('one timer keeps the process running while anything is awaited, and none after that', async () => {
  const held = heldTimers();
  const keepAlive = new KeepAlive();
  for (let round = 0; round < 2; round++) {
    const [first, second] = [later<string>(), later<string>()];
    const one = keepAlive.during(first.promise);
    expect(held.size).toBe(1);
    const other = keepAlive.during(second.promise);
    expect(held.size).toBe(1);
    first.resolve('first');
    expect(await one).toBe('first');
    expect(held.size).toBe(1);
    second.resolve('second');
    expect(await other).toBe('second');
    expect(held.size).toBe(0);
  }
});

test('after a rejection the process may end, and the error is passed on', async () => {
  const held = heldTimers();
  const failing = new KeepAlive().during(Promise.reject(new Error('down')));
  await expect(failing).rejects.toThrow('down');
  expect(held.size).toBe(0);
});
