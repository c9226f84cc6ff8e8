import { describe, expect, test } from 'vitest';
import { DenseSteps } from './dense-steps.js';

const encoder = new TextEncoder();

/** Counts how many `a` come in a row, up to three; `b` keeps the count. */
function next(state: number, octet: number): number {
  return octet === 0x61 ? Math.min(state + 1, 3) : state;
}

describe('a table of steps', () => {
  test('reads to where it is to stop, and on', () => {
    const steps = DenseSteps.of(4, encoder.encode('abab'), next, (state) => state === 3) as DenseSteps;
    const path = encoder.encode('xabaabaxaa');
    steps.restart();
    expect(steps.stoppedIn).toBe(-1);
    expect(steps.read(path, 0, path.length)).toBe(5);
    expect(steps.stoppedIn).toBe(3);
    expect(steps.read(path, 5, path.length)).toBe(6);
    expect(steps.stoppedIn).toBe(3);
    expect(steps.read(path, 7, path.length)).toBe(path.length);
    expect(steps.stoppedIn).toBe(-1);
    expect(steps.read(path, 8, 9)).toBe(9);
    expect(steps.stoppedIn).toBe(3);
  });

  test('begins anew', () => {
    const steps = DenseSteps.of(4, encoder.encode('a'), next, (state) => state === 3) as DenseSteps;
    steps.read(encoder.encode('aaa'), 0, 3);
    steps.restart();
    expect(steps.stoppedIn).toBe(-1);
    expect(steps.read(encoder.encode('aaaa'), 0, 4)).toBe(3);
  });

  test('is not made where it would be large', () => {
    const none = () => false;
    expect(DenseSteps.of(0x4000, encoder.encode('a'), next, none)).not.toBeNull();
    expect(DenseSteps.of(0x4001, encoder.encode('a'), next, none)).toBeNull();
    const all = Uint8Array.from({ length: 256 }, (_, octet) => octet);
    expect(DenseSteps.of(2, all.subarray(1), next, none)).not.toBeNull();
    expect(DenseSteps.of(2, all, next, none)).toBeNull();
  });
});
