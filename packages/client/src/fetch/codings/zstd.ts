/**
 * Zstandard (RFC 8878), frame by frame. Node's own decoder stops after the first frame in some versions, 24 among them, and in others, such as 22, it
 * takes a frame that is cut off for a whole one. What the lines after that disallow would be allowed. So the frames are found here.
 */
// Not as a namespace: webpack imports each property that is read from one, and fails if this version of Node lacks it.
import zlib, { type ZlibOptions } from 'node:zlib';
import type { EndSignal } from '../ending.js';
import { AccessError } from '../faults.js';
import { cutOff, type Decoder, decode, malformed, OctetReader } from './decode.js';
import { FrameScan, type FrameState, ZSTD_MAGIC } from './zstd-frame-scan.js';

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
 * It throws an `AccessError` `bad-encoding` if the body is malformed or has more than 100 frames, and `body-cut-off` if it
 * ends within a frame.
 */
export const unzstd = createZstdDecompress && decoderOfFrames(createZstdDecompress);

function decoderOfFrames(create: NonNullable<typeof createZstdDecompress>) {
  const { ZSTD_d_windowLogMax } = zlib.constants as unknown as { ZSTD_d_windowLogMax: number };
  const options = { params: { [ZSTD_d_windowLogMax]: WINDOW_LOG } };
  return async function* (reader: OctetReader, signal: EndSignal): AsyncGenerator<Uint8Array, void> {
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
 * @throws {AccessError} `bad-encoding` if no frame begins, or there are too many; `body-cut-off` if the octets end within the first four
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
    throw new AccessError('bad-encoding', `The body has more than ${MAX_FRAMES} frames of zstd`);
  return isData ? 'data' : 'skippable';
}

/**
 * Decodes Zstandard that is in memory, as {@link unzstd} does; undefined if this version of Node cannot.
 *
 * It throws an `AccessError` as `unzstd` does, and Node's `ERR_BUFFER_TOO_LARGE` if there is more than `maxOutputLength`.
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

/** The octets of the frame that begins here, and no others. Throws an `AccessError` if the body ends within it, or it is malformed. */
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
