import { expect, test } from 'vitest';
import { type BackOff, backOffMs } from '../../src/fetch/result/retry.js';

test.each<[BackOff, readonly number[]]>([
  [{ firstMs: 500 }, [500, 1000, 2000, 4000]],
  [{ firstMs: 60_000, maxMs: 150_000 }, [60_000, 120_000, 150_000, 150_000]],
  [{ firstMs: 20, maxMs: 60, factor: 1.5 }, [20, 30, 45, 60]],
])('the waits of %j grow up to the longest', (backOff, waits) => {
  expect(waits.map((_, i) => backOffMs(backOff, i + 1))).toEqual(waits);
  expect(backOffMs({ maxMs: 1, ...backOff }, 100_000)).toBe(backOff.maxMs ?? 1);
});
