import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProperty } from '../../../test/support/property.js';
import { Meter } from '../meter.js';
import { UNKNOWN_SIGNATURE } from '../url/path-signature.js';
import { PathIndex } from './path-index.js';

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
            const expected = found < 0 ? -1 : before + found + part.length;
            expect(endOf(index, part, before + from, before + end)).toBe(expected);
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
])('the steps hardly depend on the path: %s', (_, path, part) => {
  const index = indexOf(path, 0);
  const meter = new Meter();
  const places = [0, 1, path.length >> 1, path.length];
  expect(places.map((from) => endOf(index, part, from, path.length, meter))).toEqual(
    places.map((from) => {
      const found = path.indexOf(part, from);
      return found < 0 ? -1 : found + part.length;
    }),
  );
  const levels = Math.ceil(Math.log2(path.length + 1));
  const toBuild = 2 * path.length * (levels + 1);
  expect(-meter.left).toBeLessThanOrEqual(toBuild + places.length * 2 * (levels + 1) * (part.length + 2));
});

/** Indexes a path of Latin-1 characters that begins at an offset of its array. */
function indexOf(path: string, start: number): PathIndex {
  const octets = octetsOf(`${'c'.repeat(start)}${path}cc`);
  return new PathIndex({ octets, start, end: start + path.length, signature: UNKNOWN_SIGNATURE });
}

function endOf(
  index: PathIndex,
  part: string,
  from: number,
  end: number,
  meter: Meter = new Meter(),
): number {
  return index.endOfPart(octetsOf(`x${part}x`), 1, 1 + part.length, from, end, meter);
}

function octetsOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
