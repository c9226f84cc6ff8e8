/** Escapes read and written. `octet-kinds.test.ts` has the form of each escape. */
import { expect, test } from 'vitest';
import { octetsOf } from '../../../test/support/octets.js';
import { tripletValue } from './write-octets.js';

test('two hex digits have a value, and any other two octets have -1', () => {
  const octets = octetsOf('09afAF/:@G`g\0\x7F\xFF');
  for (const first of octets) {
    for (const second of octets) {
      const digits = String.fromCharCode(first, second);
      const expected = /^[0-9a-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : -1;
      expect([digits, tripletValue(first, second)]).toEqual([digits, expected]);
    }
  }
});
