/**
 * Zstandard (RFC 8878) frame by frame. Archives compress each record as a frame of its own. Such a frame is decompressed in one
 * call. A long one, such as a whole archive in one frame, is decompressed as a stream.
 *
 * Node has Zstandard from 22.15 and 23.8 on, and dictionaries from 22.19 and 24.6 on.
 */

// Not as a namespace: webpack imports each property that is read from one, and fails if this version of Node lacks it.
import zlib from 'node:zlib';
import { type Block, type MemberFault, memberFault } from './block.js';
import { matchingOctets, NEVER_ABORTS } from './buffers.js';
import { type Decoder, decode, OctetReader } from './decode.js';
import { DecodingError } from './decoding-error.js';
import { InputWindow } from './input-window.js';
import { FrameScan, ZSTD_MAGIC } from './zstd.js';

/** Node's Zstandard functions, which the types of Node 20 do not have. */
interface ZstdModule {
  readonly zstdDecompressSync: (octets: Uint8Array, options: ZstdOptions) => Uint8Array;
  readonly createZstdDecompress: (options: ZstdOptions) => Decoder;
}

interface ZstdOptions {
  readonly maxOutputLength?: number;
  readonly dictionary?: Uint8Array;
}

/** Whether this version of Node reads Zstandard. */
const READS_ZSTD = 'zstdDecompressSync' in zlib;

const { zstdDecompressSync, createZstdDecompress } = zlib as unknown as ZstdModule;

/** What every skippable frame begins with. The low four bits of the first octet are free (RFC 8878 §3.1.2). */
const SKIPPABLE_MAGIC = Buffer.of(0x50, 0x2a, 0x4d, 0x18);
const FREE_BITS = 0x0f;

/** The skippable frame with the dictionary of a WARC file ("Zstandard Compression for WARC files 1.0", IIPC). */
const DICTIONARY_MAGIC = 0x184d2a5d;

/** Magic number and length of a skippable frame (RFC 8878 §3.1.2). */
const MAGIC_OCTETS = 4;
const SKIPPABLE_HEADER_OCTETS = 8;

/** How much is read at a time. */
const SLICE_OCTETS = 256 * 1024;

/** How long a frame may be, and what it may decompress to, to be decompressed in one call. */
const MAX_SHORT_FRAME_OCTETS = 1024 * 1024;
const MAX_SHORT_CONTENT_OCTETS = 16 * 1024 * 1024;

/** The longest skippable frame that is accepted. A longer length counts as damage. */
const MAX_SKIPPABLE_OCTETS = 8 * 1024 * 1024;

/** How much of a long frame remains available, in case it is damaged and the next one begins within it. */
const MAX_KEPT_OCTETS = 8 * 1024 * 1024;

/** Whether an input is compressed with Zstandard, by its first octets. One of them may be damaged. */
export function resemblesZstd(start: Uint8Array): boolean {
  return (
    matchingOctets(start, ZSTD_MAGIC) >= MAGIC_OCTETS - 1 || matchingSkippable(start) >= MAGIC_OCTETS - 1
  );
}

function isDataFrame(octets: Uint8Array): boolean {
  return matchingOctets(octets, ZSTD_MAGIC) === MAGIC_OCTETS;
}

function isSkippable(octets: Uint8Array): boolean {
  return matchingSkippable(octets) === MAGIC_OCTETS;
}

function isFrame(octets: Uint8Array): boolean {
  return isDataFrame(octets) || isSkippable(octets);
}

function matchingSkippable(octets: Uint8Array): number {
  const [first = 0, ...others] = octets.subarray(0, MAGIC_OCTETS);
  return matchingOctets([first & ~FREE_BITS, ...others], SKIPPABLE_MAGIC);
}

/** Four octets as a number; octets that are missing count as 0. */
function uint32At(octets: Uint8Array, at: number): number {
  return (octets[at] | (octets[at + 1] << 8) | (octets[at + 2] << 16) | (octets[at + 3] << 24)) >>> 0;
}

/** Decompresses an input. Damaged frames become faults, and reading goes on at the next one. Throws what the input throws. */
export async function* zstdFrames(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Block | MemberFault, void> {
  if (!READS_ZSTD) {
    yield memberFault('zstd-missing', 0, `Node ${process.versions.node} has no Zstandard; Node 22.15 has`);
    return;
  }
  const window = new InputWindow(source);
  let dictionary: Uint8Array | undefined;
  try {
    for (;;) {
      await window.fill(SLICE_OCTETS);
      if (window.octets.length === 0) return;
      const { offset } = window;
      try {
        if (isDataFrame(window.octets)) {
          yield* dataFrame(window, dictionary);
        } else {
          dictionary = dictionaryIn(await skippableFrame(window)) ?? dictionary;
        }
      } catch (error) {
        if (!(error instanceof FrameFault)) throw error;
        await seekFrame(window);
        const isCutOff = error.isCutOff && window.octets.length === 0;
        yield memberFault(isCutOff ? 'member-cut-off' : 'member-damaged', offset, error.message);
      }
    }
  } finally {
    window.close();
  }
}

/** A frame that cannot be read. */
class FrameFault extends Error {
  /** Whether the reason may be that the input ends early. */
  readonly isCutOff: boolean;

  constructor(message: string, { isCutOff = false, cause }: { isCutOff?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isCutOff = isCutOff;
  }
}

const MALFORMED = 'the Zstandard frame is malformed';
const CUT_OFF = 'the input ends within the Zstandard frame';

/** Reads the frame at the start of the window, and skips it. */
async function* dataFrame(
  window: InputWindow,
  dictionary: Uint8Array | undefined,
): AsyncGenerator<Block, void> {
  const end = await shortFrameEnd(window);
  const octets = end === undefined ? undefined : shortFrame(window.octets.subarray(0, end), dictionary);
  if (end === undefined || octets === undefined) {
    yield* longFrame(window, dictionary);
  } else {
    const members = [{ index: 0, offset: window.offset }];
    window.skip(end);
    yield { kind: 'block', octets, members };
  }
}

/** The length of the frame at the start of the window, which is read as a whole; undefined if it is a long one. */
async function shortFrameEnd(window: InputWindow): Promise<number | undefined> {
  const scan = new FrameScan();
  for (;;) {
    scan.push(window.octets.subarray(scan.length));
    if (scan.state === 'malformed') throw new FrameFault(MALFORMED);
    if (scan.state === 'ended') return scan.length;
    if (scan.length >= MAX_SHORT_FRAME_OCTETS) return undefined;
    if (window.isAtEnd) throw new FrameFault(CUT_OFF, { isCutOff: true });
    await window.fill(window.octets.length + SLICE_OCTETS);
  }
}

/** Decompresses a frame in one call; undefined if its content is long. */
function shortFrame(frame: Uint8Array, dictionary: Uint8Array | undefined): Uint8Array | undefined {
  try {
    return zstdDecompressSync(frame, {
      maxOutputLength: MAX_SHORT_CONTENT_OCTETS,
      ...(dictionary && { dictionary }),
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw damaged(error);
  }
}

/** Decompresses the frame at the start of the window as a stream, and skips it. */
async function* longFrame(
  window: InputWindow,
  dictionary: Uint8Array | undefined,
): AsyncGenerator<Block, void> {
  const { offset } = window;
  const scan = new FrameScan();
  const reader = new OctetReader(longFrameOctets(window, scan));
  let index = 0;
  try {
    const decoder = createZstdDecompress(dictionary === undefined ? {} : { dictionary });
    for await (const octets of decode(decoder, 'zstd', reader, NEVER_ABORTS)) {
      yield { kind: 'block', octets, members: index === 0 ? [{ index, offset }] : [] };
      index += octets.length;
    }
  } catch (error) {
    throw error instanceof DecodingError ? damaged(error.cause ?? error) : error;
  } finally {
    reader.close();
  }
  if (scan.state !== 'ended') throw new FrameFault(MALFORMED);
  window.skip(offset + scan.length - window.offset);
}

function damaged(cause: unknown): FrameFault {
  return new FrameFault(`the Zstandard frame does not decompress: ${(cause as Error).message}`, { cause });
}

/** The octets of the frame at the start of a window, read as far as its decoder asks. */
async function* longFrameOctets(window: InputWindow, scan: FrameScan): AsyncGenerator<Uint8Array, void> {
  for await (const octets of window.from(window.offset, MAX_KEPT_OCTETS)) {
    const length = scan.push(octets);
    if (scan.state === 'malformed') throw new FrameFault(MALFORMED);
    yield octets.subarray(0, length);
    if (scan.state === 'ended') return;
  }
  throw new FrameFault(CUT_OFF, { isCutOff: true });
}

/** Reads the skippable frame at the start of the window, and skips it. */
async function skippableFrame(window: InputWindow): Promise<Uint8Array> {
  if (!isSkippable(window.octets)) throw new FrameFault('no Zstandard frame begins here');
  const end = SKIPPABLE_HEADER_OCTETS + uint32At(window.octets, MAGIC_OCTETS);
  if (end > MAX_SKIPPABLE_OCTETS) throw new FrameFault('the skippable Zstandard frame has more than 8 MiB');
  await window.fill(end + MAGIC_OCTETS);
  if (window.octets.length < end) throw new FrameFault(CUT_OFF, { isCutOff: true });
  const frame = window.octets.subarray(0, end);
  const isFollowed = window.octets.length === end || isFrame(window.octets.subarray(end));
  if (!isFollowed) throw new FrameFault('no Zstandard frame follows the skippable one');
  window.skip(end);
  return frame;
}

/** The dictionary that a skippable frame has, itself compressed or not; undefined if it is another frame. */
function dictionaryIn(frame: Uint8Array): Uint8Array | undefined {
  if (uint32At(frame, 0) !== DICTIONARY_MAGIC) return undefined;
  const content = frame.subarray(SKIPPABLE_HEADER_OCTETS);
  if (!isDataFrame(content)) return content.slice();
  const dictionary = shortFrame(content, undefined);
  if (dictionary === undefined) throw new FrameFault('the Zstandard dictionary has more than 16 MiB');
  return dictionary;
}

/** Skips to what may be the next frame of data, or to the end. */
async function seekFrame(window: InputWindow): Promise<void> {
  window.skip(1);
  await window.seek((octets) => octets.indexOf(ZSTD_MAGIC), ZSTD_MAGIC.length - 1);
}
