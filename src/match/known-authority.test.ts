/** What is remembered of the last plain URL. */
import { expect, test } from 'vitest';
import { KnownAuthority } from './known-authority.js';

const WORDS = Int32Array.from({ length: 20 }, (_, word) => word + 1);

test.each([
  [0, 0],
  [1, 1],
  [63, 63],
  [64, 64],
  [65, 0],
  [72, 0],
])('of an authority of %i octets, %i are remembered', (length, remembered) => {
  const known = new KnownAuthority();
  known.remember(WORDS, 2, length);
  expect(known.length).toBe(remembered);
  expect(known.wholeWords).toBe(Math.floor(remembered / 4));
  const last = known.wholeWords;
  expect(Array.from(known.words.subarray(0, last + 1))).toEqual(Array.from(WORDS.subarray(2, 2 + last + 1)));
});

test('the mask of the last word covers the octets of the authority alone', () => {
  const known = new KnownAuthority();
  const masks = [8, 9, 10, 11].map((length) => {
    known.remember(WORDS, 0, length);
    return Array.from(new Uint8Array(Int32Array.of(known.lastMask).buffer));
  });
  expect(masks).toEqual([
    [0, 0, 0, 0],
    [0xff, 0, 0, 0],
    [0xff, 0xff, 0, 0],
    [0xff, 0xff, 0xff, 0],
  ]);
});

test('each remembered authority gets a new version, which is never 0', () => {
  const known = new KnownAuthority();
  const versions = [7, 65, 7].map((length) => {
    known.remember(WORDS, 0, length);
    return known.version;
  });
  expect(new Set([0, ...versions]).size).toBe(4);
});
