/**
 * Writes to an output no faster than it is read.
 */
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** How many characters one write has at least, so that the cost of a write does not matter. */
export const BLOCK_CHARACTERS = 64 * 1024;

/**
 * Writes texts, and waits whenever the output is slower. Leaves the output open.
 *
 * @throws {Error} (rejects) the error of the output, or of `texts`; `texts` is closed
 */
export async function print(
  output: Writable,
  texts: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const blocks = Symbol.asyncIterator in texts ? texts : inBlocks(texts);
  await pipeline(blocks, output, { end: false });
}

/** Writes octets unchanged; otherwise like {@link print}. */
export async function printOctets(output: Writable, octets: Uint8Array): Promise<void> {
  await pipeline([octets], output, { end: false });
}

/** Joins texts into blocks of {@link BLOCK_CHARACTERS} or a little more. */
export function* inBlocks(texts: Iterable<string>): Generator<string, void> {
  let block = '';
  for (const text of texts) {
    block += text;
    if (block.length >= BLOCK_CHARACTERS) {
      yield block;
      block = '';
    }
  }
  if (block !== '') yield block;
}
