/** The three ways to read a source to its end. */
import { lineEventBatches, lineEvents, type OctetSource, parse } from '../../src/core.js';
import type { ReadOptions } from '../../src/stream/source.js';

/** Reads a source to its end, or fails as the function of the package does. */
export type SourceChunks = (source: OctetSource, options?: ReadOptions) => Promise<unknown>;

export const SOURCE_CONSUMERS: { readonly [name: string]: SourceChunks } = {
  lineEvents: (source, options) => collect(lineEvents(source, options)),
  lineEventBatches: (source, options) => collect(lineEventBatches(source, options)),
  parse,
};

/** Everything an async iterable yields. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
