/**
 * Writing to the output no faster than it is read.
 */
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** How much is written at once, in characters: enough to make a write's own cost small. */
const BLOCK_CHARACTERS = 64 * 1024;

/**
 * Writes pieces of text, and waits where the output is slower than they come. Leaves the output open.
 *
 * @throws {Error} that of the output, if it fails; `pieces` is let go
 */
export async function print(
  output: Writable,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const blocks = Symbol.asyncIterator in pieces ? pieces : inBlocks(pieces);
  await pipeline(blocks, output, { end: false });
}

/** Writes octets as they are. Otherwise as {@link print}. */
export async function printOctets(output: Writable, octets: Uint8Array): Promise<void> {
  await pipeline([octets], output, { end: false });
}

/** The same text in pieces of a good size. */
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
