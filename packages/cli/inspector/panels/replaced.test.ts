import { expect, test } from 'vitest';
import { replaced } from './replaced.js';

test.each([
  ['replaces octets', { start: 1, end: 2 }, 'x', [0xff, 0x78, 0xfe]],
  ['removes octets', { start: 0, end: 2 }, '', [0xfe]],
  ['inserts UTF-8', { start: 3, end: 3 }, 'é', [0xff, 0x0d, 0xfe, 0xc3, 0xa9]],
])('a fix %s, and leaves all others as they are', (_, span, text, expected) => {
  const file = Uint8Array.of(0xff, 0x0d, 0xfe);
  expect(replaced(file, { span, text })).toEqual(Uint8Array.from(expected));
  expect(file).toEqual(Uint8Array.of(0xff, 0x0d, 0xfe));
});
