import fc from 'fast-check';
import { expect, test } from 'vitest';
import { octetsOf } from '../../test/support/octets.js';
import { checkProperty } from '../../test/support/property.js';
import { type Meter, PathIndex } from './request-path.js';

checkProperty(
  'finds what a search from left to right finds',
  fc.property(
    fc.stringMatching(/^[abc]{1,40}$/),
    fc.array(fc.stringMatching(/^[abc]{1,4}$/), { minLength: 1, maxLength: 3 }),
    fc.nat(3),
    (path, parts, before) => {
      const index = indexOf(path, before);
      for (const part of parts) {
        for (let from = 0; from <= path.length; from++) {
          for (const end of [path.length, Math.max(from, path.length - 2)]) {
            const found = path.slice(0, end).indexOf(part, from);
            const expected = found < 0 ? -1 : found + part.length;
            expect(endOf(index, part, from, end)).toBe(expected);
          }
        }
      }
    },
  ),
);

test.each([
  ['one octet over and over', 'a'.repeat(4000), 'a'.repeat(300)],
  ['a part that nearly occurs everywhere', 'a'.repeat(4000), `${'a'.repeat(300)}b`],
  ['a period', 'ab'.repeat(2000), `${'ab'.repeat(100)}b`],
  ['all octets', Array.from({ length: 4000 }, (_, i) => String.fromCharCode(i % 251)).join(''), '\xfa\0\x01'],
])('a search takes at most a step for each octet of the part and 32 of the path: %s', (_, path, part) => {
  const meter = { left: 0 };
  const index = indexOf(path, 0, meter);
  const places = [0, 1, path.length >> 1, path.length];
  expect(places.map((from) => endOf(index, part, from, path.length, meter))).toEqual(
    places.map((from) => {
      const found = path.indexOf(part, from);
      return found < 0 ? -1 : found + part.length;
    }),
  );
  const words = (path.length >> 5) + 2;
  const toBuild = 2 * path.length + 256 * words;
  expect(-meter.left).toBeLessThanOrEqual(toBuild + places.length * words * (part.length + 1));
});

test.each([1, 2, 3, 31, 32, 33, 63, 64, 65, 100])(
  'in a path of %d octets, each part is found from each place on',
  (length) => {
    const path = Array.from({ length }, (_, at) => 'abc'[(at * at + (at >> 2)) % 3]).join('');
    const index = indexOf(path, 2);
    const short = 'a b c ab ca bab aca abab'.split(' ');
    for (const part of [...short, path, `${path}a`, path.slice(1) || 'a']) {
      const places = Array.from({ length: length + 1 }, (_, from) => from);
      expect(places.map((from) => endOf(index, part, from, length))).toEqual(
        places.map((from) => {
          const found = path.indexOf(part, from);
          return found < 0 ? -1 : found + part.length;
        }),
      );
    }
  },
);

test('every octet is found, also above 127 and NUL', () => {
  const index = indexOf('\xff\x00\x80\x7f\xff\x80\x80', 0);
  const parts = ['\x00', '\x7f', '\x80', '\xff', '\x80\x80', '\xff\x80', '\x01', '\xfe', '\xff\xff'];
  expect(parts.map((part) => endOf(index, part, 0, 7))).toEqual([2, 4, 3, 1, 7, 6, -1, -1, -1]);
});

test('an occurrence that does not end before the end of the search is none', () => {
  const index = indexOf('abcab', 0);
  expect([5, 4, 3, 2, 1].map((end) => endOf(index, 'ab', 1, end))).toEqual([5, -1, -1, -1, -1]);
  expect([2, 1].map((end) => endOf(index, 'ab', 0, end))).toEqual([2, -1]);
});

test('the index is paid for; each search pays for the octets of the part that it looks at, and a step a word', () => {
  const meter = { left: 0 };
  const index = indexOf('aba', 0, meter);
  const stepsOf = (part: string): number => {
    meter.left = 0;
    endOf(index, part, 0, 3, meter);
    return -meter.left;
  };
  // Two passes over the path, and two words for each octet that occurs.
  expect(meter.left).toBe(-(2 * 3 + 2 * 2));
  // Nothing is left after the second octet of the last part.
  expect(['a', 'ab', 'bba'].map(stepsOf)).toEqual([1 + 1, 2 + 1, 2 + 1]);
});

/** Indexes a path of Latin-1 characters that begins at an offset of its array. */
function indexOf(path: string, start: number, meter: Meter = { left: 0 }): PathIndex {
  const octets = octetsOf(`${'c'.repeat(start)}${path}cc`);
  return new PathIndex(octets.subarray(start, start + path.length), meter);
}

/** The part has other octets before it in its memory. */
function endOf(
  index: PathIndex,
  part: string,
  from: number,
  end: number,
  meter: Meter = { left: 0 },
): number {
  return index.endOfPart(octetsOf(`zz${part}`), 2, 2 + part.length, from, end, meter);
}
