/**
 * Decompresses an input. The compression is recognized by the first octets.
 */
import { GZIP_MAGIC } from '../../access/codings/gzip.js';
import type { Block, InputFault } from './block.js';
import { matchingOctets } from './buffers.js';
import { gzipMembers } from './gzip-members.js';
import { ZSTD_MAGIC } from './zstd-frame-scan.js';
import { resemblesZstd, zstdFrames } from './zstd-frames.js';

/**
 * Reads an input. Throws what the input throws. Tolerates one damaged octet in the magic number.
 */
export async function* blocksOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Block | InputFault, void> {
  const { start, whole } = await peeked(source, ZSTD_MAGIC.length);
  if (matchingOctets(start, GZIP_MAGIC) >= GZIP_MAGIC.length - 1) yield* gzipMembers(whole);
  else if (resemblesZstd(start)) yield* zstdFrames(whole);
  else for await (const octets of whole) yield { kind: 'block', octets, members: [] };
}

interface Peeked {
  /** The first octets: at least `count`, unless the source ends earlier. */
  readonly start: Uint8Array;
  /** All octets of the source. */
  readonly whole: AsyncIterable<Uint8Array>;
}

/** Reads the first octets of a source without consuming them. */
async function peeked(source: AsyncIterable<Uint8Array>, count: number): Promise<Peeked> {
  const iterator = source[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let isAtEnd = false;
  while (length < count && !isAtEnd) {
    const { done, value } = await iterator.next();
    if (done === true) isAtEnd = true;
    else {
      chunks.push(value);
      length += value.length;
    }
  }
  return { start: Buffer.concat(chunks), whole: rest() };

  async function* rest(): AsyncGenerator<Uint8Array, void> {
    try {
      yield* chunks;
      if (!isAtEnd) yield* { [Symbol.asyncIterator]: () => iterator };
    } finally {
      await iterator.return?.();
    }
  }
}
