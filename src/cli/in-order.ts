/**
 * Several things at once, their results one after the other.
 */

/**
 * The results of work on items, in the order of the items, while the work on those that follow goes on.
 *
 * @param width how many items are worked on, or wait to be handed on, at once
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const pending: Promise<Result>[] = [];
  for (const item of items) {
    const result = work(item);
    result.catch(() => {}); // thrown when its turn comes; until then it is not unhandled
    pending.push(result);
    if (pending.length >= width) yield await (pending.shift() as Promise<Result>);
  }
  for (const result of pending) yield await result;
}
