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
 * @throws {Error} (rejects) the error of the output, or of `pieces`; `pieces` is closed
 */
export async function print(
  output: Writable,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const blocks = Symbol.asyncIterator in pieces ? pieces : inBlocks(pieces);
  await pipeline(blocks, output, { end: false });
}

/** Writes octets unchanged; otherwise like {@link print}. */
export async function printOctets(output: Writable, octets: Uint8Array): Promise<void> {
  await pipeline([octets], output, { end: false });
}

/** Joins texts into blocks of {@link BLOCK_CHARACTERS} or a little more. */
export function* inBlocks(pieces: Iterable<string>): Generator<string, void> {
  let block = '';
  for (const piece of pieces) {
    block += piece;
    if (block.length >= BLOCK_CHARACTERS) {
      yield block;
      block = '';
    }
  }
  if (block !== '') yield block;
}
