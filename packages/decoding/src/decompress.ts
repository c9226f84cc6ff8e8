/**
 * Decompresses an input. The compression is recognized by the first octets.
 */
import type { Block, MemberFault } from './block.js';
import { matchingOctets } from './buffers.js';
import { GZIP_MAGIC } from './gzip.js';
import { gzipMembers } from './gzip-members.js';
import { InputStart } from './input-start.js';
import { ZSTD_MAGIC } from './zstd.js';
import { resemblesZstd, zstdFrames } from './zstd-frames.js';

/**
 * Reads an input. Throws what the input throws. Tolerates one damaged octet in the magic number.
 */
export async function* blocksOf(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Block | MemberFault, void> {
  const input = new InputStart(source, (octets) => octets);
  const start = await input.octets(ZSTD_MAGIC.length);
  if (matchingOctets(start, GZIP_MAGIC) >= GZIP_MAGIC.length - 1) yield* gzipMembers(input.whole());
  else if (resemblesZstd(start)) yield* zstdFrames(input.whole());
  else for await (const octets of input.whole()) yield { kind: 'block', octets, members: [] };
}
