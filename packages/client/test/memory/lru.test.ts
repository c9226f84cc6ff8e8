import { expect, test } from 'vitest';
import { Lru } from '../../src/memory/lru.js';

/** A map whose values are their own keys, and the evicted keys. */
function lru(maxEntries: number, maxOctets: number) {
  const evicted = { count: 0 };
  const map = new Lru<string>(
    maxEntries,
    () => maxOctets,
    () => evicted.count++,
  );
  const add = (key: string, octets = 1): void => map.set(key, key, octets);
  const has = (...keys: string[]): boolean[] => keys.map((key) => map.get(key) !== undefined);
  return { map, add, has, evicted };
}

test('the least recently used value is evicted first', () => {
  const { map, add, has, evicted } = lru(3, 100);
  for (const key of ['a', 'b', 'c']) add(key);
  map.get('a');
  add('d');
  expect(has('a', 'b', 'c', 'd')).toEqual([true, false, true, true]);
  expect([map.size, evicted.count]).toEqual([3, 1]);
});

test('a value in constant use is never evicted, however large the map', () => {
  const { map, add, has } = lru(1000, 1e9);
  for (let i = 0; i < 10_000; i++) {
    add(`${i}`);
    map.get('0');
  }
  expect([map.size, ...has('0', '9999', '9002', '5000')]).toEqual([1000, true, true, true, false]);
});

test('a value used among the latest quarter keeps its place; one before them moves to the end', () => {
  const old = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  /** Which of eight values are left after six more, where one of them was used. */
  const left = (used: string): string[] => {
    const { map, add, has } = lru(8, 100);
    for (const key of old) add(key);
    map.get(used);
    for (let i = 0; i < 6; i++) add(`new ${i}`);
    const isLeft = has(...old);
    return old.filter((_, i) => isLeft[i]);
  };
  expect(left('f')).toEqual(['g', 'h']);
  expect(left('e')).toEqual(['e', 'h']);
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

test('a value that is set again is weighed again', () => {
  const { map, add, evicted } = lru(2, 100);
  add('a', 5);
  add('a', 7);
  expect([map.size, map.octets, evicted.count]).toEqual([1, 7, 0]);
  map.delete('a');
  map.delete('a');
  expect([map.size, map.octets]).toEqual([0, 0]);
});
