/**
 * Items in groups.
 */

/** Items by something that several of them share, in the order in which each first appears. */
export function groupedBy<Item, Shared>(
  items: readonly Item[],
  sharedOf: (item: Item, index: number) => Shared,
): ReadonlyMap<Shared, readonly [Item, ...Item[]]> {
  const found = new Map<Shared, [Item, ...Item[]]>();
  for (const [i, item] of items.entries()) {
    const shared = sharedOf(item, i);
    const known = found.get(shared);
    if (known === undefined) found.set(shared, [item]);
    else known.push(item);
  }
  return found;
}
