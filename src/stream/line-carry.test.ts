/** The line that starts in one chunk and ends in another. */
import { expect, test, vi } from 'vitest';
import { LINE_LIMIT_OCTETS } from '../limits.js';
import { LineCarry } from './line-parser.js';
import * as Row from './row.js';

const TYPED_ARRAY: Uint8Array = Object.getPrototypeOf(Uint8Array.prototype);

test.each([
  ['copied', (carry: LineCarry, chunk: Uint8Array) => carry.append(chunk, 0, chunk.length)],
  ['held at first', (carry: LineCarry, chunk: Uint8Array) => carry.hold(chunk, 0, chunk.length)],
])('the octets of a line, %s, are collected in time proportional to them', (_, begin) => {
  const set = vi.spyOn(TYPED_ARRAY, 'set');
  try {
    const chunk = new Uint8Array(16).fill(0x78);
    const carry = new LineCarry(false);
    carry.begin(0);
    begin(carry, chunk);
    for (let size = 16; size < LINE_LIMIT_OCTETS; size += 16) carry.append(chunk, 0, chunk.length);
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
    carry.begin(7);
    expect([carry.isEmpty, carry.start]).toEqual([false, 7]);
    carry.append(Uint8Array.of(0x78), 0, 1);
    carry.endsWithCr = true;
    expect(carry.finish(Row.ENDS_WITH_LF, line).octets).toEqual(Uint8Array.of(0x78));
  }
  carry.begin(0);
  carry.endsWithCr = true;
  carry.clear();
  expect([carry.isEmpty, carry.endsWithCr]).toEqual([true, false]);
});
