/**
 * Works on several items at once and yields the results in order.
 */

/**
 * Yields the results of work on items in the order of the items, while work on later items goes on.
 *
 * @param width how many items may be in progress, or done and not yet yielded, at once
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const pending: Promise<Result>[] = [];
  for (const item of items) {
    const result = work(item);
    result.catch(() => {}); // awaited below in its turn; until then it must not count as unhandled
    pending.push(result);
    if (pending.length >= width) yield await (pending.shift() as Promise<Result>);
  }
  for (const result of pending) yield await result;
}
