/** Bodies that are small on the wire and endless once decoded, made without ever holding the decoded octets. */
import { createBrotliCompress, createDeflateRaw, constants as zlib } from 'node:zlib';

const MEBIBYTE = 1024 * 1024;

/** What a piece of a bomb decodes to, in octets. */
export const PIECE_OCTETS = 10 * MEBIBYTE;

/** A body in pieces: the first once, then the others any number of times. */
export interface Bomb {
  readonly first: Uint8Array;
  readonly next: Uint8Array;
}

/** Lines of comment, which is what a parser would have to read: 10 MiB of them. */
const PIECE = Buffer.alloc(PIECE_OCTETS, `#${'a'.repeat(62)}\n`);

/** A member of gzip (RFC 1952) that never ends. */
export async function gzipBomb(): Promise<Bomb> {
  const deflate = createDeflateRaw({ level: 9 });
  const [first, next] = await flushed(deflate, (done) => deflate.flush(zlib.Z_FULL_FLUSH, done));
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
  return { first: Buffer.concat([header, first]), next };
}

/** A stream of Brotli (RFC 7932) that never ends. */
export async function brotliBomb(): Promise<Bomb> {
  const brotli = createBrotliCompress({ params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } });
  const [first, next] = await flushed(brotli, (done) => brotli.flush(done));
  return { first, next };
}

/** Pieces of gzip that decode to nothing, forever: empty stored blocks (RFC 1951 §3.2.4). */
export function emptyGzip(): Bomb {
  const block = Buffer.from([0, 0, 0, 0xff, 0xff]);
  return {
    first: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
    next: Buffer.concat(Array.from({ length: 4096 }, () => block)),
  };
}

/** Encodes a piece twice in a row. The second encoding may be repeated any number of times. */
async function flushed(
  encoder: NodeJS.ReadWriteStream,
  flush: (done: () => void) => void,
): Promise<[Buffer, Buffer]> {
  const encoded: Buffer[] = [];
  let chunks: Buffer[] = [];
  encoder.on('data', (chunk: Buffer) => chunks.push(chunk));
  for (let i = 0; i < 3; i++) {
    encoder.write(PIECE);
    await new Promise<void>((resolve) => flush(resolve));
    encoded.push(Buffer.concat(chunks));
    chunks = [];
  }
  const [first, second, third] = encoded;
  if (!second.equals(third))
    throw new Error('the pieces of the bomb are not alike; it cannot go on as it begins');
  return [first, second];
}
