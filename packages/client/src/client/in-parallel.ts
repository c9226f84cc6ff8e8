/**
 * Doing something with many items, a number of them at a time.
 */

/**
 * Does something with each item, `width` of them at a time.
 *
 * @throws (rejects) the first failure, once the items in progress are done; no other item is begun then
 */
export async function inParallel<Item>(
  width: number,
  items: Iterable<Item> | AsyncIterable<Item>,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failure: { readonly reason: unknown } | undefined;
  let wake: () => void = () => {};
  for await (const item of items) {
    const done = act(item)
      .catch((reason) => {
        failure ??= { reason };
      })
      .finally(() => {
        running.delete(done);
        wake();
      });
    running.add(done);
    if (running.size >= width) await new Promise<void>((resolve) => (wake = resolve));
    if (failure !== undefined) break;
  }
  await Promise.all(running);
  if (failure !== undefined) throw failure.reason;
}
