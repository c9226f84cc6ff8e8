/**
 * Works on several items at once and yields the results in order.
 */

/**
 * Yields the results of work on items in the order of the items, while work on later items goes on. A result does not wait for
 * the next item of a slow list.
 *
 * @param items is closed if the caller stops early
 * @param width how many items may be in progress, or done and not yet yielded, at once
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const pending: Promise<Result>[] = [];
  let upcoming: Promise<IteratorResult<Item>> | null = null;
  let isAtEnd = false;
  try {
    for (;;) {
      if (upcoming === null && !isAtEnd && pending.length < width)
        upcoming = Promise.resolve(iterator.next());
      const [first] = pending;
      if (first === undefined && upcoming === null) return;
      const next: IteratorResult<Item> | null = await earlier(upcoming, first);
      if (next === null) {
        yield await (pending.shift() as Promise<Result>);
        continue;
      }
      upcoming = null;
      if (next.done === true) {
        isAtEnd = true;
        continue;
      }
      const result = work(next.value);
      result.catch(() => {}); // awaited above in its turn; until then it must not count as unhandled
      pending.push(result);
    }
  } finally {
    if (!isAtEnd) await iterator.return?.();
  }
}

/** The next item, or null if the first result arrives before it. */
async function earlier<Item>(
  upcoming: Promise<IteratorResult<Item>> | null,
  first: Promise<unknown> | undefined,
): Promise<IteratorResult<Item> | null> {
  if (first === undefined) return upcoming;
  const done = first.then(
    () => null,
    () => null,
  );
  return upcoming === null ? done : Promise.race([upcoming, done]);
}
