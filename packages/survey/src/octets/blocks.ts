/**
 * Decompresses an input. The compression is recognized by the first octets.
 */
import { GZIP_MAGIC, ZSTD_MAGIC } from '@robotstream/client/internal';
import type { Block, InputFault } from './block.js';
import { matchingOctets } from './buffers.js';
import { gzipMembers } from './gzip-members.js';
import { InputStart } from './input-start.js';
import { resemblesZstd, zstdFrames } from './zstd-frames.js';

/**
 * Reads an input. Throws what the input throws. Tolerates one damaged octet in the magic number.
 */
export async function* blocksOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Block | InputFault, void> {
  const input = new InputStart(source, (octets) => octets);
  const start = await input.octets(ZSTD_MAGIC.length);
  if (matchingOctets(start, GZIP_MAGIC) >= GZIP_MAGIC.length - 1) yield* gzipMembers(input.whole());
  else if (resemblesZstd(start)) yield* zstdFrames(input.whole());
  else for await (const octets of input.whole()) yield { kind: 'block', octets, members: [] };
}
