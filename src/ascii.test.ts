import { expect, test } from 'vitest';
import { hexValue, isDigit, isForbiddenControl, isLetter, isWhiteSpace, toLower } from './ascii.js';

const OCTETS = Array.from({ length: 256 }, (_, octet) => octet);

/** The octets that a predicate holds for, one character each. */
function thatAre(holds: (octet: number) => boolean): string {
  return String.fromCharCode(...OCTETS.filter(holds));
}

test('white space is SP, HTAB, VT and FF', () => {
  expect(thatAre(isWhiteSpace)).toBe('\t\v\f ');
});

test('forbidden controls are 00 to 1F except HTAB, VT and FF', () => {
  expect(thatAre(isForbiddenControl)).toBe(
    '\x00\x01\x02\x03\x04\x05\x06\x07\x08\n\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f',
  );
});

test('letters and digits are those of ASCII', () => {
  expect(thatAre(isLetter)).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  expect(thatAre(isDigit)).toBe('0123456789');
});

test('lower case changes only A to Z', () => {
  const lowered = String.fromCharCode(...OCTETS.map(toLower));
  expect(lowered).toBe(String.fromCharCode(...OCTETS).replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
});

test('hexadecimal digits have their values; other octets have none', () => {
  for (const octet of OCTETS) {
    const digit = Number.parseInt(String.fromCharCode(octet), 16);
    expect(hexValue(octet)).toBe(Number.isNaN(digit) ? -1 : digit);
  }
});
