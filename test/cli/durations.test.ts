/** Times for people. */
import { expect, test } from 'vitest';
import { duration } from '../../src/cli/durations.js';

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [999.6, '1 s'],
  [119_400, '119 s'],
  [119_999, '2 min'],
  [7_199_999, '2 h'],
  [86_399_999, '24 h'],
  [48 * 3_600_000, '2 days'],
  [100_000_000_000, '1,157 days'],
])('%d ms is %s', (ms, text) => {
  expect(duration(ms)).toBe(text);
});
