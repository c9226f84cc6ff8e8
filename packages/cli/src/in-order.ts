/**
 * Works on several items at once and yields the results in order.
 */
import { Readable } from 'node:stream';

/**
 * Yields the results of work on items in the order of the items, while work on later items goes on. A result does not wait for
 * the next item of a slow list. It cannot be null, which would end the stream.
 *
 * @param items is closed if the caller stops early
 * @param width how many items may be in progress at once
 */
export function inOrder<Item, Result extends NonNullable<unknown>>(
  items: Iterable<Item> | AsyncIterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncIterable<Result> {
  return Readable.from(items).map(work, { concurrency: width });
}
