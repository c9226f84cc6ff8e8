/**
 * Where a Zstandard frame ends (RFC 8878 §3.1.1). Each block of a frame states its size, so the end is found without
 * decompressing.
 */

const MAGIC_OCTETS = 4;

/** What every frame of data begins with (RFC 8878 §3.1.1). */
export const ZSTD_MAGIC = Buffer.of(0x28, 0xb5, 0x2f, 0xfd);

/** The frame header descriptor (RFC 8878 §3.1.1.1.1), which says how long the header is. */
const DESCRIPTOR_OCTETS = 1;
const HAS_CHECKSUM = 0x04;
const RESERVED_BIT = 0x08;
const IS_SINGLE_SEGMENT = 0x20;
const DICTIONARY_ID_BITS = 0x03;
const CONTENT_SIZE_SHIFT = 6;

/** The lengths of a header's fields, by the two bits of the descriptor that state them (RFC 8878 §3.1.1.1). */
const DICTIONARY_ID_OCTETS = [0, 1, 2, 4];
const CONTENT_SIZE_OCTETS = [0, 2, 4, 8];

/** The header of a block: a bit for the last one, two for its type, and its size (RFC 8878 §3.1.1.2). */
const BLOCK_HEADER_OCTETS = 3;
const IS_LAST_BLOCK = 1;
const BLOCK_TYPE_SHIFT = 1;
const BLOCK_TYPE_BITS = 3;
const BLOCK_SIZE_SHIFT = 3;
const RLE_BLOCK = 1;
const RESERVED_BLOCK = 3;

/** The largest size of a block (RFC 8878 §3.1.1.2.4). */
const MAX_BLOCK_SIZE = 128 * 1024;

const CHECKSUM_OCTETS = 4;

/** What the octets show of the frame so far. */
export type FrameState = 'unfinished' | 'ended' | 'malformed';

/** Follows the blocks of one frame, which may arrive in chunks of any size. */
export class FrameScan {
  state: FrameState = 'unfinished';
  /** How many octets the frame has so far. */
  length = 0;
  /** The octets of a header that are read together, and how many of them are still missing. */
  #header = 0;
  #headerOctets = 0;
  #missing = DESCRIPTOR_OCTETS;
  #isInBlocks = false;
  #hasChecksum = false;
  #isLastBlock = false;
  /** How many octets come before the next header, or before the frame's end. */
  #toSkip = MAGIC_OCTETS;

  /** Reads the next octets. Returns how many of them belong to the frame, as far as it is well-formed. */
  push(octets: Uint8Array): number {
    let at = 0;
    while (this.state === 'unfinished') {
      const skipped = Math.min(this.#toSkip, octets.length - at);
      at += skipped;
      this.#toSkip -= skipped;
      if (this.#toSkip === 0 && this.#isLastBlock) this.state = 'ended';
      else if (at === octets.length) break;
      else this.#read(octets[at++]);
    }
    this.length += at;
    return at;
  }

  #read(octet: number): void {
    this.#header += octet * 2 ** (8 * this.#headerOctets++);
    if (--this.#missing > 0) return;
    if (this.#isInBlocks) this.#readBlockHeader(this.#header);
    else this.#readDescriptor(this.#header);
    this.#isInBlocks = true;
    this.#header = 0;
    this.#headerOctets = 0;
    this.#missing = BLOCK_HEADER_OCTETS;
  }

  #readDescriptor(descriptor: number): void {
    const isSingleSegment = (descriptor & IS_SINGLE_SEGMENT) !== 0;
    const windowOctets = isSingleSegment ? 0 : 1;
    const sizeOctets = CONTENT_SIZE_OCTETS[descriptor >> CONTENT_SIZE_SHIFT] || (isSingleSegment ? 1 : 0);
    this.#hasChecksum = (descriptor & HAS_CHECKSUM) !== 0;
    this.#toSkip = windowOctets + DICTIONARY_ID_OCTETS[descriptor & DICTIONARY_ID_BITS] + sizeOctets;
    if ((descriptor & RESERVED_BIT) !== 0) this.state = 'malformed';
  }

  #readBlockHeader(header: number): void {
    const type = (header >> BLOCK_TYPE_SHIFT) & BLOCK_TYPE_BITS;
    const size = header >> BLOCK_SIZE_SHIFT;
    this.#isLastBlock = (header & IS_LAST_BLOCK) !== 0;
    const checksumOctets = this.#isLastBlock && this.#hasChecksum ? CHECKSUM_OCTETS : 0;
    this.#toSkip = (type === RLE_BLOCK ? 1 : size) + checksumOctets;
    if (type === RESERVED_BLOCK || size > MAX_BLOCK_SIZE) this.state = 'malformed';
  }
}
