import { expect, test } from 'vitest';
import { LINE_LIMIT_OCTETS, PARSING_LIMIT_OCTETS, parsingLimit } from './limits.js';

test('the limits are those of docs/semantics.md §1.3 and §1.4', () => {
  expect(PARSING_LIMIT_OCTETS).toBe(512_000);
  expect(LINE_LIMIT_OCTETS).toBe(16_663);
});

test.each([
  [undefined, 512_000],
  [512_000, 512_000],
  [512_001, 512_001],
  [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  [Infinity, Infinity],
])('a parsing limit of %s is %s', (given, limit) => {
  expect(parsingLimit(given)).toBe(limit);
});

test.each([511_999, 0, -1, -Infinity, Number.NaN, 512_000.5, 2 ** 53])('%s is a RangeError', (given) => {
  expect(() => parsingLimit(given)).toThrow(RangeError);
  expect(() => parsingLimit(given)).toThrow(
    `maxOctets is ${given}; a whole number of octets (RFC 9309 §2.5) from 512000 to Infinity is expected`,
  );
});

test.each([
  ['"600000"', '600000'],
  ['null', null],
  ['600000n', 600_000n],
  ['true', true],
])('%s is a TypeError', (shown, given) => {
  expect(() => parsingLimit(given as unknown as number)).toThrow(TypeError);
  expect(() => parsingLimit(given as unknown as number)).toThrow(
    `maxOctets is ${shown}; a whole number of octets (RFC 9309 §2.5) from 512000 to Infinity is expected`,
  );
});
