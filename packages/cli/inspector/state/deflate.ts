/**
 * Compression by the browser: the zlib format (RFC 1950), whose checksum reveals a damaged link.
 */
import { joinedOctets } from 'robotstream/internal';

/** Compresses octets. */
export function deflate(octets: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return through(octets, new CompressionStream('deflate'), Infinity) as Promise<Uint8Array<ArrayBuffer>>;
}

/**
 * Decompresses octets.
 *
 * @param maxOctets how many octets the result may have; a few octets could otherwise fill the memory
 * @returns null if the octets are damaged, or the result would be longer
 */
export async function inflate(
  octets: Uint8Array<ArrayBuffer>,
  maxOctets: number,
): Promise<Uint8Array | null> {
  try {
    return await through(octets, new DecompressionStream('deflate'), maxOctets);
  } catch {
    return null;
  }
}

/** Sends octets through a transform stream; null if it gives more than `maxOctets`. */
async function through(
  octets: Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream,
  maxOctets: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([octets]).stream().pipeThrough(transform).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > maxOctets) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
  return joinedOctets(chunks);
}
