/** The heap of items that become due, compared with a sorted list. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkProperty } from '../../../../test/support/property.js';
import { type Due, DueHeap, NOWHERE } from '../../src/pacing/due-heap.js';

class Item implements Due {
  place = NOWHERE;
  readonly dueAt: number;

  constructor(dueAt: number) {
    this.dueAt = dueAt;
  }
}

/** A step: add an item that is due at a time, remove the one that was added as the nth, or take the first. */
const step = fc.oneof(
  fc.record({ add: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ remove: fc.nat(30) }),
  fc.constant('first' as const),
);

checkProperty(
  'a heap returns the items in the order of their times, even if others are removed in between',
  fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
    const heap = new DueHeap<Item>();
    const added: Item[] = [];
    const inside = new Set<Item>();
    for (const one of steps) {
      if (one === 'first') {
        const { first } = heap;
        expect(first?.dueAt).toBe(inside.size === 0 ? undefined : earliest(inside));
        if (first !== undefined) heap.remove(first);
        inside.delete(first as Item);
      } else if ('add' in one) {
        const item = new Item(one.add);
        added.push(item);
        inside.add(item);
        heap.add(item);
      } else {
        const item = added[one.remove % Math.max(added.length, 1)];
        if (item === undefined) continue;
        heap.remove(item);
        inside.delete(item);
      }
      expect(heap.size).toBe(inside.size);
    }
    for (; heap.first !== undefined; inside.delete(heap.first), heap.remove(heap.first))
      expect(heap.first.dueAt).toBe(earliest(inside));
    expect(inside.size).toBe(0);
    expect(added.every(({ place }) => place === NOWHERE)).toBe(true);
  }),
);

function earliest(items: Iterable<Item>): number {
  return Math.min(...Array.from(items, ({ dueAt }) => dueAt));
}

test('an item that is in no heap is not removed', () => {
  const heap = new DueHeap<Item>();
  const item = new Item(1);
  heap.add(item);
  heap.remove(new Item(1));
  expect(heap.first).toBe(item);
  heap.clear();
  expect([heap.size, item.place]).toEqual([0, NOWHERE]);
});
