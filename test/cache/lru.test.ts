import { expect, test } from 'vitest';
import { Lru } from '../../src/cache/lru.js';

/** A map whose values are their own keys, and what was pushed out. */
function lru(maxEntries: number, maxOctets: number) {
  const evicted = { count: 0 };
  const map = new Lru<string>(maxEntries, maxOctets, () => evicted.count++);
  const add = (key: string, octets = 1): void => map.set(key, key, octets);
  const has = (...keys: string[]): boolean[] => keys.map((key) => map.get(key) !== undefined);
  return { map, add, has, evicted };
}

test('what has not been asked for the longest goes first', () => {
  const { map, add, has, evicted } = lru(3, 100);
  for (const key of ['a', 'b', 'c']) add(key);
  map.get('a');
  add('d');
  expect(has('a', 'b', 'c', 'd')).toEqual([true, false, true, true]);
  expect([map.size, evicted.count]).toEqual([3, 1]);
});

test('a heavy value pushes out several', () => {
  const { map, add, has } = lru(100, 10);
  for (const key of ['a', 'b', 'c', 'd']) add(key, 2);
  add('e', 6);
  expect(has('a', 'b', 'c', 'd', 'e')).toEqual([false, false, true, true, true]);
  expect(map.octets).toBe(10);
});

test('a value heavier than the bound is not kept, and pushes everything out', () => {
  const { map, add } = lru(100, 10);
  add('a');
  add('b', 11);
  expect([map.size, map.octets]).toEqual([0, 0]);
});

test('a value set anew is weighed anew', () => {
  const { map, add, evicted } = lru(2, 100);
  add('a', 5);
  add('a', 7);
  expect([map.size, map.octets, evicted.count]).toEqual([1, 7, 0]);
  map.delete('a');
  map.delete('a');
  expect([map.size, map.octets]).toEqual([0, 0]);
});
