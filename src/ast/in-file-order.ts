/**
 * Search in lists in file order.
 */

/**
 * The index of the last item at or above a line, or -1.
 *
 * @param lineOf an item's line; items are in the order of their lines
 */
export function lastAtOrBefore<Item>(
  items: readonly Item[],
  line: number,
  lineOf: (item: Item) => number,
): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lineOf(items[middle]) <= line) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
