import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { onAbort } from './on-abort.js';

const listenersOf = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;

test('however many listen, the signal has one listener, and none once all have stopped', () => {
  const { signal } = new AbortController();
  const same = (): void => {};
  const stops = Array.from({ length: 1000 }, () => onAbort(signal, same));
  expect(listenersOf(signal)).toBe(1);
  for (const stop of stops) {
    stop();
    stop();
  }
  expect(listenersOf(signal)).toBe(0);
});

test('an abort calls each listener once, in order, also one that was added again', () => {
  const controller = new AbortController();
  const { signal } = controller;
  const calls: string[] = [];
  onAbort(signal, () => calls.push('gone'))();
  const stopOne = onAbort(signal, () => calls.push('one'));
  const stopTwo = onAbort(signal, () => calls.push('two'));
  onAbort(signal, () => {
    stopOne();
    calls.push('three');
  });
  stopTwo();
  onAbort(signal, () => calls.push('two'));
  controller.abort();
  expect(calls).toEqual(['one', 'three', 'two']);
  expect(listenersOf(signal)).toBe(0);
});

test('a listener that an earlier one stops is not called', () => {
  const controller = new AbortController();
  const calls: string[] = [];
  let stopSecond: () => void = () => {};
  onAbort(controller.signal, () => stopSecond());
  stopSecond = onAbort(controller.signal, () => calls.push('second'));
  controller.abort();
  expect(calls).toEqual([]);
});
