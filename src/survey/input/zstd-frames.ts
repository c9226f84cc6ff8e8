/**
 * Zstandard (RFC 8878) frame by frame. Archives compress each record as a frame of its own. A frame says how long its blocks are,
 * so its end is known before it is decompressed.
 *
 * Node has Zstandard from 22.15 and 23.8 on, and dictionaries from 22.19 and 24.6 on.
 */
import * as zlib from 'node:zlib';
import { type Block, type InputFault, inputFault, type MemberStart } from './block.js';
import { InputWindow } from './input-window.js';

/** What Node offers of Zstandard, which the types of Node 20 do not have. */
interface ZstdModule {
  readonly zstdDecompressSync?: (
    octets: Uint8Array,
    options: { readonly maxOutputLength: number; readonly dictionary?: Uint8Array },
  ) => Uint8Array;
}

const { zstdDecompressSync } = zlib as ZstdModule;

/** Whether this version of Node reads Zstandard. */
export const READS_ZSTD = zstdDecompressSync !== undefined;

const FRAME_MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
const SKIPPABLE_MAGIC_MASK = 0xfffffff0;

/** The skippable frame with the dictionary of a WARC file ("Zstandard Compression for WARC files 1.0", IIPC). */
const DICTIONARY_MAGIC = 0x184d2a5d;

/** Magic number and length of a skippable frame (RFC 8878 §3.1.2). */
const SKIPPABLE_HEADER_OCTETS = 8;

const BLOCK_HEADER_OCTETS = 3;
const RLE_BLOCK = 1;
const RESERVED_BLOCK = 3;
const CHECKSUM_OCTETS = 4;

/** How much is read at a time. */
const SLICE_OCTETS = 256 * 1024;

/** The longest frame that is read. A WARC record of a robots.txt has far fewer octets. */
const MAX_FRAME_OCTETS = 64 * 1024 * 1024;

/** How much a frame may decompress to. */
const MAX_BLOCK_OCTETS = 256 * 1024 * 1024;

/** Whether an input is compressed with Zstandard, by its first octets. */
export function isZstd(start: Uint8Array): boolean {
  const magic = magicAt(start);
  return magic === FRAME_MAGIC || (magic & SKIPPABLE_MAGIC_MASK) >>> 0 === SKIPPABLE_MAGIC;
}

function magicAt(octets: Uint8Array): number {
  return (octets[0] | (octets[1] << 8) | (octets[2] << 16) | (octets[3] << 24)) >>> 0;
}

/** Decompresses an input. Damaged frames become faults, and reading goes on at the next one. Throws what the input throws. */
export async function* zstdFrames(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Block | InputFault, void> {
  if (zstdDecompressSync === undefined) {
    yield inputFault('zstd-missing', 0, `Node ${process.versions.node} has no Zstandard; Node 22.15 has`);
    return;
  }
  const window = new InputWindow(source);
  let dictionary: Uint8Array | undefined;
  try {
    for (;;) {
      await window.fill(SLICE_OCTETS);
      if (window.octets.length === 0) return;
      const { offset } = window;
      const end = await frameEnd(window);
      if (end === undefined) {
        yield inputFault('member-damaged', offset, 'no Zstandard frame begins here, or it does not end');
        await seekFrame(window);
        continue;
      }
      const frame = window.octets.subarray(0, end);
      try {
        if (magicAt(frame) === FRAME_MAGIC) {
          const octets = decompressed(frame, dictionary);
          const members: MemberStart[] = [{ index: 0, offset }];
          yield { kind: 'block', octets, members };
        } else if (magicAt(frame) === DICTIONARY_MAGIC) {
          const content = frame.subarray(SKIPPABLE_HEADER_OCTETS);
          dictionary = isZstd(content) ? decompressed(content, undefined) : content.slice();
        }
        window.skip(end);
      } catch (error) {
        yield inputFault(
          'member-damaged',
          offset,
          `the Zstandard frame does not decompress: ${(error as Error).message}`,
        );
        await seekFrame(window);
      }
    }
  } finally {
    window.close();
  }
}

function decompressed(frame: Uint8Array, dictionary: Uint8Array | undefined): Uint8Array {
  if (zstdDecompressSync === undefined) throw new Error('no Zstandard');
  const options = { maxOutputLength: MAX_BLOCK_OCTETS };
  return zstdDecompressSync(frame, dictionary === undefined ? options : { ...options, dictionary });
}

/** The length of the frame at the start of the window, which is read as a whole; undefined if there is none. */
async function frameEnd(window: InputWindow): Promise<number | undefined> {
  if (!isZstd(window.octets)) return undefined;
  if (magicAt(window.octets) !== FRAME_MAGIC) {
    const length = magicAt(window.octets.subarray(MAGIC_OCTETS));
    return await available(window, SKIPPABLE_HEADER_OCTETS + length);
  }
  const { headerOctets, hasChecksum } = frameHeader(window.octets);
  for (let at = headerOctets; ; ) {
    if ((await available(window, at + BLOCK_HEADER_OCTETS)) === undefined) return undefined;
    const { octets } = window;
    const header = octets[at] | (octets[at + 1] << 8) | (octets[at + 2] << 16);
    const type = (header >> 1) & 3;
    if (type === RESERVED_BLOCK) return undefined;
    at += BLOCK_HEADER_OCTETS + (type === RLE_BLOCK ? 1 : header >> 3);
    if ((header & 1) === 1) return await available(window, at + (hasChecksum ? CHECKSUM_OCTETS : 0));
  }
}

/** The octets of the magic number. */
const MAGIC_OCTETS = 4;

/** The lengths of a frame's fields, by the two bits of its descriptor that say so (RFC 8878 §3.1.1.1). */
const DICTIONARY_ID_OCTETS = [0, 1, 2, 4];
const CONTENT_SIZE_OCTETS = [0, 2, 4, 8];

function frameHeader(octets: Uint8Array): { readonly headerOctets: number; readonly hasChecksum: boolean } {
  const descriptor = octets[MAGIC_OCTETS];
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const contentSize = CONTENT_SIZE_OCTETS[descriptor >> 6] || (isSingleSegment ? 1 : 0);
  const windowDescriptor = isSingleSegment ? 0 : 1;
  return {
    headerOctets: MAGIC_OCTETS + 1 + windowDescriptor + DICTIONARY_ID_OCTETS[descriptor & 3] + contentSize,
    hasChecksum: (descriptor & 0x04) !== 0,
  };
}

/** Reads until so many octets are in memory, and returns the number; undefined if the input ends before, or it is too many. */
async function available(window: InputWindow, count: number): Promise<number | undefined> {
  if (count > MAX_FRAME_OCTETS) return undefined;
  if (window.octets.length < count) await window.fill(Math.max(count, window.octets.length + SLICE_OCTETS));
  return window.octets.length < count ? undefined : count;
}

/** Skips to what may be the next frame, or to the end. */
async function seekFrame(window: InputWindow): Promise<void> {
  for (let from = 1; window.octets.length > 0; from = 0) {
    const { octets } = window;
    const index = Buffer.from(octets.buffer, octets.byteOffset, octets.length).indexOf(ZSTD_MAGIC, from);
    if (index !== -1) {
      window.skip(index);
      return;
    }
    window.skip(window.isAtEnd ? octets.length : Math.max(octets.length - ZSTD_MAGIC.length, 1));
    if (!window.isAtEnd) await window.fill(SLICE_OCTETS);
  }
}

/** What every frame of data begins with (RFC 8878 §3.1.1). */
export const ZSTD_MAGIC = Buffer.of(0x28, 0xb5, 0x2f, 0xfd);
