import { describe, expect, test } from 'vitest';
import { octetsOf, utf8 } from '../../test/support/octets.js';
import { firstInvalidUtf8 } from './line-diagnostics.js';

/** What the platform says: the first octet at which decoding fails. */
function firstInvalid(octets: Uint8Array): number {
  for (let length = octets.length; length >= 0; length--) {
    // The longest part that decodes ends where the sequence begins that does not.
    if (decodes(octets.subarray(0, length))) return length === octets.length ? -1 : length;
  }
  return 0;
}

function decodes(octets: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
    return true;
  } catch {
    return false;
  }
}

function check(octets: Uint8Array): void {
  const found = firstInvalidUtf8(octets, 0, octets.length);
  const expected = firstInvalid(octets);
  if (found !== expected)
    expect({ octets: [...octets], found }).toEqual({ octets: [...octets], found: expected });
}

describe('as the platform decodes', () => {
  test('every sequence of two octets', () => {
    for (let first = 0; first < 256; first++)
      for (let second = 0; second < 256; second++) check(Uint8Array.of(first, second));
  });

  test('sequences of three and four octets with the bounds of each range', () => {
    const leads = [
      0x7f, 0x80, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
    ];
    const tails = [0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
    for (const lead of leads)
      for (const second of tails)
        for (const third of tails) {
          check(Uint8Array.of(lead, second, third));
          for (const fourth of tails) check(Uint8Array.of(lead, second, third, fourth));
        }
  });

  test('every code point, as UTF-8 has it', () => {
    for (let codePoint = 0x80; codePoint <= 0x10ffff; codePoint += 0x10) {
      if (codePoint >= 0xd800 && codePoint <= 0xdfff) continue;
      const octets = utf8(String.fromCodePoint(codePoint));
      if (firstInvalidUtf8(octets, 0, octets.length) !== -1) expect(codePoint).toBe('valid');
    }
  });
});

test('only the octets between start and end are looked at', () => {
  const octets = octetsOf('\xFFa\xC3\xA9\xFF');
  expect(firstInvalidUtf8(octets, 1, 4)).toBe(-1);
  expect(firstInvalidUtf8(octets, 1, 3)).toBe(2);
  expect(firstInvalidUtf8(octets, 1, 5)).toBe(4);
  expect(firstInvalidUtf8(octets, 2, 2)).toBe(-1);
  expect(firstInvalidUtf8(octets, 0, 5)).toBe(0);
});
