/**
 * Gzip members (RFC 1952) of pieces that are compressed once and used millions of times. Compressing every record takes longer than a
 * survey of it. What differs from record to record, such as the URL, is stored without compression.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Octets, and the blocks of DEFLATE (RFC 1951) that decompress to them, none of which is the last. */
export interface Piece {
  readonly plain: Uint8Array;
  readonly blocks: Uint8Array;
}

const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);
/** A last block without octets. */
const LAST_BLOCK = Uint8Array.of(3, 0);
const NOT_COMPRESSED = 0;
const NOT_LENGTH = 0xffff;
const BLOCK_HEADER_OCTETS = 5;
const TRAILER_OCTETS = 8;

/** Compresses octets; the blocks end at an octet, because of the flush. */
export function compressed(plain: Uint8Array): Piece {
  return { plain, blocks: deflateRawSync(plain, { finishFlush: constants.Z_SYNC_FLUSH }) };
}

/** Stores at most 65,535 octets without compression. */
export function stored(text: string): Piece {
  const plain = Buffer.from(text, 'latin1');
  const blocks = Buffer.allocUnsafe(BLOCK_HEADER_OCTETS + plain.length);
  blocks[0] = NOT_COMPRESSED;
  blocks.writeUInt16LE(plain.length, 1);
  blocks.writeUInt16LE(plain.length ^ NOT_LENGTH, 3);
  plain.copy(blocks, BLOCK_HEADER_OCTETS);
  return { plain, blocks };
}

/** The chunks of a member. */
export function member(pieces: readonly Piece[]): Uint8Array[] {
  let sum = 0;
  let octets = 0;
  for (const { plain } of pieces) {
    // Of no octets, zlib's sum begins anew.
    if (plain.length > 0) sum = crc32(plain, sum);
    octets += plain.length;
  }
  const trailer = Buffer.allocUnsafe(TRAILER_OCTETS);
  trailer.writeUInt32LE(sum, 0);
  trailer.writeUInt32LE(octets, 4);
  return [HEADER, ...pieces.map(({ blocks }) => blocks), LAST_BLOCK, trailer];
}
