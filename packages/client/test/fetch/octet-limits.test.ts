/** How many octets a response may take. */
import { expect, test } from 'vitest';
import { octetLimits } from '../../src/fetch/limits.js';

test('a body may take twice the octets that it may decode to, and six times as many for its frames', () => {
  const { maxEncodedOctets, maxHeaderOctets, maxOctets } = octetLimits(500_000);
  expect([maxEncodedOctets, maxHeaderOctets]).toEqual([1_000_000, 16_384]);
  expect(maxOctets).toBe(6_000_000 + 4 * 16_384);
});
