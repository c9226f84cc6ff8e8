/** What can be aborted by a signal. */
import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { rest } from '../../../../test/support/manual-clock.js';
import { abortable } from '../../src/fetch/waiting.js';

describe('what can be aborted', () => {
  test('leaves no listener on the signal', async () => {
    const { signal } = new AbortController();
    await abortable(Promise.resolve('a'), signal);
    await abortable(Promise.reject(new Error('b')), signal).catch(() => {});
    await rest();
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('ends with the promise, or with the signal, whichever is first', async () => {
    const controller = new AbortController();
    expect(await abortable(Promise.resolve('a'), controller.signal)).toBe('a');
    await expect(abortable(Promise.reject(new Error('b')), controller.signal)).rejects.toThrow('b');
    const waiting = abortable(new Promise(() => {}), controller.signal);
    controller.abort(new Error('c'));
    await expect(waiting).rejects.toThrow('c');
    await expect(abortable(Promise.resolve('a'), controller.signal)).rejects.toThrow('c');
  });
});
