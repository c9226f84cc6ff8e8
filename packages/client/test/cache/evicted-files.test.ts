import { expect, test } from 'vitest';
import { DAY } from '../../../../test/support/manual-clock.js';
import { EvictedFiles } from '../../src/cache/evicted-files.js';

const SIZE = 128 * 1024 * 1024;
const urlOf = (site: number): string => `https://site-${site}.example/robots.txt`;

test('an evicted file is known until it would be due', () => {
  const evicted = new EvictedFiles(Infinity, SIZE);
  expect([evicted.has(urlOf(0), 0), evicted.octets]).toEqual([false, 0]);
  evicted.add(urlOf(0), 5 * DAY);
  expect([4 * DAY, 5 * DAY - 1000, 5 * DAY].map((now) => evicted.has(urlOf(0), now))).toEqual([
    true,
    true,
    false,
  ]);
  expect(evicted.has(urlOf(1), 0)).toBe(false);
  evicted.add(urlOf(0), 7 * DAY);
  expect(evicted.has(urlOf(0), 6 * DAY)).toBe(true);
  evicted.add(urlOf(1), Infinity);
  expect(evicted.has(urlOf(1), 36_500 * DAY)).toBe(true);
});

test('a file that the program has forgotten is not known, and others still are', () => {
  const evicted = new EvictedFiles(Infinity, SIZE);
  evicted.delete(urlOf(0));
  for (const site of [0, 1]) evicted.add(urlOf(site), DAY);
  evicted.delete(urlOf(0));
  expect([0, 1].map((site) => evicted.has(urlOf(site), 0))).toEqual([false, true]);
});

test('nearly all of ten times as many files as fit in memory are known, in a 32nd of it, and no other', () => {
  const evicted = new EvictedFiles(Infinity, SIZE);
  const files = (10 * SIZE) / 3072;
  for (let site = 0; site < files; site++) evicted.add(urlOf(site), DAY);
  const known = (from: number): number => {
    let count = 0;
    for (let site = from; site < from + 1000; site++) if (evicted.has(urlOf(site), 0)) count++;
    return count;
  };
  expect(known(0)).toBeGreaterThan(300);
  expect(known(Math.floor(files) - 1000)).toBeGreaterThan(990);
  expect(known(Math.ceil(files))).toBe(0);
  expect(evicted.octets).toBeLessThanOrEqual(SIZE / 32);
});

test.each([
  [1, Infinity, 128],
  [Infinity, 1, 8],
  [10, 10_000, 256],
  [Infinity, Infinity, 8 * 1024 * 1024],
])('the table for %d files in %d octets takes %d octets', (maxEntries, maxOctets, octets) => {
  const evicted = new EvictedFiles(maxEntries, maxOctets);
  evicted.add(urlOf(0), DAY);
  expect([evicted.octets, evicted.has(urlOf(0), 0)]).toEqual([octets, true]);
});
