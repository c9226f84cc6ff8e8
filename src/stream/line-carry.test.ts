/** The line that starts in one chunk and ends in another. */
import { expect, test, vi } from 'vitest';
import { LINE_LIMIT_OCTETS } from '../limits.js';
import { LineCarry } from './line-carry.js';
import * as Row from './row.js';

const TYPED_ARRAY: Uint8Array = Object.getPrototypeOf(Uint8Array.prototype);

test('the octets of a line are collected in time proportional to them', () => {
  const set = vi.spyOn(TYPED_ARRAY, 'set');
  try {
    const chunk = new Uint8Array(16).fill(0x78);
    const carry = new LineCarry(false);
    carry.begin(0, chunk, false);
    for (let size = 16; size < LINE_LIMIT_OCTETS; size += 16) carry.append(chunk);
    // Each octet once when it arrives, and once more on average when memory grows.
    const copied = set.mock.calls.reduce((sum, [octets]) => sum + octets.length, 0);
    expect(copied).toBeLessThan(3 * LINE_LIMIT_OCTETS);
    const batch = carry.finish(Row.ENDS_WITH_LF, 1);
    expect(batch.octets.length).toBe(LINE_LIMIT_OCTETS);
    expect(batch.octets.every((one) => one === 0x78)).toBe(true);
  } finally {
    set.mockRestore();
  }
});

test('a carry is empty again after a line', () => {
  const carry = new LineCarry(false);
  for (const line of [1, 2]) {
    expect([carry.isEmpty, carry.endsWithCr]).toEqual([true, false]);
    carry.begin(7, Uint8Array.of(0x78), false);
    expect([carry.isEmpty, carry.start]).toEqual([false, 7]);
    carry.append(Uint8Array.of(0x79));
    carry.endsWithCr = true;
    const { octets, rows } = carry.finish(Row.ENDS_WITH_LF, line);
    expect(octets.slice(0, rows[Row.END])).toEqual(Uint8Array.of(0x78, 0x79));
  }
  carry.begin(0, Uint8Array.of(), true);
  expect(carry.isEmpty).toBe(false);
  carry.clear();
  expect([carry.isEmpty, carry.endsWithCr]).toEqual([true, false]);
});

test('what is appended does not change the octets that it began with', () => {
  const slab = Uint8Array.of(1, 2, 3);
  const carry = new LineCarry(false);
  carry.begin(0, slab.subarray(0, 1), false);
  carry.append(Uint8Array.of(9));
  expect(slab).toEqual(Uint8Array.of(1, 2, 3));
});
