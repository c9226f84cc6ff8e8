import { expect, test } from 'vitest';
import { lastAtOrBefore } from './in-file-order.js';

test('the last item at or above a line is found among any number of items', () => {
  for (let count = 0; count < 12; count++) {
    // Two items on each even line, from line 2.
    const lines = Array.from({ length: count }, (_, nth) => 2 * ((nth >> 1) + 1));
    for (let line = 0; line <= 16; line++) {
      const found = lastAtOrBefore(lines, line, (item) => item);
      expect(found).toBe(lines.filter((each) => each <= line).length - 1);
    }
  }
});
