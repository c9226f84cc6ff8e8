import { expect, test } from 'vitest';
import { joinedOctets } from './joined-octets.js';

test('chunks are joined in order, in new memory', () => {
  const whole = Uint8Array.of(1, 2, 3, 4);
  const joined = joinedOctets([whole.subarray(2), new Uint8Array(), whole.subarray(0, 1)]);
  expect(joined).toEqual(Uint8Array.of(3, 4, 1));
  expect(joined.buffer.byteLength).toBe(3);
  expect(joinedOctets([])).toEqual(new Uint8Array());
});
