/** A semaphore for DNS queries. */
import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { rest } from '../../../../test/support/manual-clock.js';
import { Semaphore } from '../../src/fetch/waiting.js';

const forever = (): AbortSignal => new AbortController().signal;

describe('a semaphore', () => {
  test('leaves no listener on the signal of a caller that got in', async () => {
    const semaphore = new Semaphore(1);
    const { signal } = new AbortController();
    await semaphore.acquire(signal);
    const second = semaphore.acquire(signal);
    semaphore.release();
    await second;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('lets in as many callers as it has permits, and the others in order', async () => {
    const semaphore = new Semaphore(2);
    const begun: number[] = [];
    for (let i = 0; i < 4; i++) void semaphore.acquire(forever()).then(() => begun.push(i));
    await rest();
    expect(begun).toEqual([0, 1]);
    semaphore.release();
    await rest();
    expect(begun).toEqual([0, 1, 2]);
    for (let i = 0; i < 3; i++) semaphore.release();
    await rest();
    expect(begun).toEqual([0, 1, 2, 3]);
    for (let i = 4; i < 7; i++) void semaphore.acquire(forever()).then(() => begun.push(i));
    await rest();
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('loses no permit to a caller that gave up before it waited or while it waited', async () => {
    const semaphore = new Semaphore(1);
    await semaphore.acquire(forever());
    const controller = new AbortController();
    const waiting = semaphore.acquire(controller.signal);
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    semaphore.release();
    await expect(semaphore.acquire(controller.signal)).rejects.toThrow('enough');
    await semaphore.acquire(forever());
    let isIn = false;
    void semaphore.acquire(forever()).then(() => {
      isIn = true;
    });
    await rest();
    expect(isIn).toBe(false);
  });
});
