/**
 * Zstandard (RFC 8878), frame by frame. Node's own decoder stops after the first frame in some versions, 24 among them, and in others, such as 22, it
 * takes a frame that is cut off for a whole one. What the lines after that disallow would be allowed. So the frames are found here.
 */
// Not as a namespace: webpack imports each property that is read from one, and fails if this version of Node lacks it.
import zlib, { type ZlibOptions } from 'node:zlib';
import { cutOff, type Decoder, decode, malformed, OctetReader } from './decode.js';
import { DecodingError } from './decoding-error.js';

/** Node has it from 22.15 and 23.8 on. */
const createZstdDecompress = (
  zlib as { createZstdDecompress?: (options: { params: Record<number, number> }) => Decoder }
).createZstdDecompress;

const { zstdDecompressSync } = zlib as {
  readonly zstdDecompressSync?: (
    octets: Uint8Array,
    options: ZlibOptions & { readonly params: Readonly<Record<number, number>> },
  ) => Buffer;
};

/** The largest window that a content coding may ask for, as a power of two: 8 MiB (RFC 9659 §3). */
const WINDOW_LOG = 23;

/** How a skippable frame begins, whose first octet has a value of its own in its low half, and how many octets state its size (RFC 8878 §3.1.2). */
const SKIPPABLE_MAGIC = [0x50, 0x2a, 0x4d, 0x18];
const HIGH_HALF = 0xf0;
const SIZE_OCTETS = 4;

/** More frames than any server needs. Each costs a decoder. */
const MAX_FRAMES = 100;

/**
 * Decodes Zstandard; undefined if this version of Node cannot. Octets after a whole frame that do not begin another one are ignored, as those
 * after the last member of gzip are.
 *
 * It throws a `DecodingError` `bad-encoding` if the body is malformed or has more than 100 frames, and `body-cut-off` if it
 * ends within a frame.
 */
export const unzstd = createZstdDecompress && decoderOfFrames(createZstdDecompress);

function decoderOfFrames(create: NonNullable<typeof createZstdDecompress>) {
  const { ZSTD_d_windowLogMax } = zlib.constants as unknown as { ZSTD_d_windowLogMax: number };
  const options = { params: { [ZSTD_d_windowLogMax]: WINDOW_LOG } };
  return async function* (reader: OctetReader, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
    for (let frames = 0; ; frames++) {
      const magic = await reader.take(ZSTD_MAGIC.length);
      const kind = frameKind(magic, frames);
      if (kind === undefined) return;
      if (kind === 'skippable') await skip(reader);
      else {
        reader.unread(magic);
        yield* decode(create(options), 'zstd', new OctetReader(frameOf(reader)), signal);
      }
    }
  };
}

/**
 * What kind of frame begins with some octets; undefined if none does after others.
 *
 * @param start up to four octets: all that there are
 * @param before how many frames come before
 * @param endsEarly whether octets that end within the first four are no frame
 * @throws {DecodingError} `bad-encoding` if no frame begins, or there are too many; `body-cut-off` if the octets end within the first four
 */
function frameKind(start: Uint8Array, before: number, endsEarly = false): 'data' | 'skippable' | undefined {
  const isData = start.every((octet, i) => octet === ZSTD_MAGIC[i]);
  const isSkippable = start.every((octet, i) => (i === 0 ? octet & HIGH_HALF : octet) === SKIPPABLE_MAGIC[i]);
  if (before > 0 && (start.length === 0 || !(isData || isSkippable))) return undefined;
  if (!isData && !isSkippable) throw malformed('zstd');
  if (start.length < ZSTD_MAGIC.length) {
    if (endsEarly) return undefined;
    throw cutOff('zstd');
  }
  if (before === MAX_FRAMES)
    throw new DecodingError('bad-encoding', `The body has more than ${MAX_FRAMES} frames of zstd`);
  return isData ? 'data' : 'skippable';
}

/**
 * Decodes Zstandard that is in memory, as {@link unzstd} does; undefined if this version of Node cannot.
 *
 * It throws a `DecodingError` as `unzstd` does, and Node's `ERR_BUFFER_TOO_LARGE` if there is more than `maxOutputLength`.
 *
 * @param finishFlush given to decode what there is of a frame that is cut off
 */
export const unzstdAtOnce =
  zstdDecompressSync &&
  ((octets: Uint8Array, { maxOutputLength, finishFlush }: ZlibOptions): Uint8Array => {
    const { ZSTD_d_windowLogMax, ZSTD_e_flush } = zlib.constants as unknown as Record<string, number>;
    const params = { [ZSTD_d_windowLogMax]: WINDOW_LOG };
    const parts: Uint8Array[] = [];
    let room = maxOutputLength ?? Infinity;
    for (let frames = 0, at = 0; at < octets.length || frames === 0; frames++) {
      const rest = octets.subarray(at);
      const kind = frameKind(rest.subarray(0, ZSTD_MAGIC.length), frames, finishFlush !== undefined);
      if (kind === undefined) break;
      const { length, isWhole } = kind === 'skippable' ? skippableFrame(rest) : dataFrame(rest);
      if (!isWhole && finishFlush === undefined) throw cutOff('zstd');
      at += length;
      if (kind === 'skippable') continue;
      const end = isWhole ? undefined : ZSTD_e_flush;
      const part = zstdDecompressSync(rest.subarray(0, length), {
        params,
        maxOutputLength: Math.max(room, 1),
        finishFlush: end,
      });
      parts.push(part);
      room -= part.length;
    }
    return Buffer.concat(parts);
  });

/** How many octets the frame of data has that begins here, of those that there are. */
function dataFrame(octets: Uint8Array): { readonly length: number; readonly isWhole: boolean } {
  const scan = new FrameScan();
  const length = scan.push(octets);
  if (scan.state === 'malformed') throw malformed('zstd');
  return { length, isWhole: scan.state === 'ended' };
}

function skippableFrame(octets: Uint8Array): { readonly length: number; readonly isWhole: boolean } {
  const head = ZSTD_MAGIC.length + SIZE_OCTETS;
  if (octets.length < head) return { length: octets.length, isWhole: false };
  const { buffer, byteOffset } = octets;
  const length = head + new DataView(buffer, byteOffset).getUint32(ZSTD_MAGIC.length, true);
  return { length: Math.min(length, octets.length), isWhole: length <= octets.length };
}

/** The octets of the frame that begins here, and no others. Throws a `DecodingError` if the body ends within it, or it is malformed. */
async function* frameOf(reader: OctetReader): AsyncGenerator<Uint8Array, void> {
  const scan = new FrameScan();
  for (let state: FrameState = 'unfinished'; state === 'unfinished'; ) {
    const chunk = await reader.next();
    if (chunk === undefined) throw cutOff('zstd');
    const length = scan.push(chunk);
    state = scan.state;
    if (state === 'malformed') throw malformed('zstd');
    reader.unread(chunk.subarray(length));
    yield chunk.subarray(0, length);
  }
}

/** Skips the rest of a skippable frame. */
async function skip(reader: OctetReader): Promise<void> {
  const size = await reader.take(SIZE_OCTETS);
  if (size.length < SIZE_OCTETS) throw cutOff('zstd');
  let left = new DataView(size.buffer).getUint32(0, true);
  while (left > 0) {
    const chunk = await reader.next();
    if (chunk === undefined) throw cutOff('zstd');
    reader.unread(chunk.subarray(left));
    left -= Math.min(left, chunk.length);
  }
}

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
