/** Adds up one number for each item. */
export function sum<Item>(items: Iterable<Item>, count: (item: Item) => number): number {
  let total = 0;
  for (const item of items) total += count(item);
  return total;
}
