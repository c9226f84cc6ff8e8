/** What ends work within the package, in the manner of an `AbortController` and its signal. */
import { expect, test } from 'vitest';
import { Ending, errorOf, onEnd } from '../../src/fetch/ending.js';

test('an ending calls each listener once, in order, and keeps the first reason', () => {
  const ending = new Ending();
  const calls: string[] = [];
  const same = (): void => void calls.push('same');
  onEnd(ending, same);
  const stop = onEnd(ending, same);
  onEnd(ending, () => calls.push('last'));
  stop();
  stop();
  expect(() => ending.throwIfAborted()).not.toThrow();
  ending.abort('why');
  ending.abort('again');
  expect(calls).toEqual(['same', 'last']);
  expect(ending).toMatchObject({ aborted: true, reason: 'why' });
  expect(() => ending.throwIfAborted()).toThrow('why');
});

test('a listener that another one removes is not called', () => {
  const ending = new Ending();
  let stop = (): void => {};
  onEnd(ending, () => stop());
  stop = onEnd(ending, () => expect.unreachable());
  ending.abort('now');
});

test('a signal of a program is listened to as well', () => {
  const controller = new AbortController();
  let calls = 0;
  onEnd(controller.signal, () => calls++);
  onEnd(controller.signal, () => calls++)();
  controller.abort();
  expect(calls).toBe(1);
});

test('any reason makes an error', () => {
  const reason = new Error('reason');
  const ending = new Ending();
  ending.abort(reason);
  expect(errorOf(ending)).toBe(reason);
  expect(errorOf(AbortSignal.abort('text'))).toMatchObject({ message: 'aborted', cause: 'text' });
});
