/**
 * Zstandard (RFC 8878), frame by frame. Node's own decoder stops after the first frame in some versions, 24 among them. What the lines
 * after it disallow would be allowed.
 */
// Not as a namespace: webpack imports each property that is read from one, and fails if this version of Node lacks it.
import zlib from 'node:zlib';
import type { EndSignal } from '../ending.js';
import { AccessError } from '../faults.js';
import { type Decoder, decode, type OctetReader } from './decode.js';

/** Node has it from 22.15 and 23.8 on. */
const createZstdDecompress = (
  zlib as { createZstdDecompress?: (options: { params: Record<number, number> }) => Decoder }
).createZstdDecompress;

/** The largest window that a content coding may ask for, as a power of two: 8 MiB (RFC 9659 §3). */
const WINDOW_LOG = 23;

/** How a frame begins (RFC 8878 §3.1.1), and a skippable one, whose first octet has a value of its own in its low half (§3.1.2). */
const FRAME_MAGIC = [0x28, 0xb5, 0x2f, 0xfd];
const SKIPPABLE_MAGIC = [0x50, 0x2a, 0x4d, 0x18];
const HIGH_HALF = 0xf0;

/** More frames than any server needs. Each costs a decoder. */
const MAX_FRAMES = 100;

/**
 * Decodes Zstandard; undefined if this version of Node cannot. Octets after a whole frame that do not begin another one are ignored, as those
 * after the last member of gzip are.
 *
 * It throws an `AccessError` `bad-encoding` if the body is malformed or has more than 100 frames that Node does not join, and
 * `body-cut-off` if it ends within a frame.
 */
export const unzstd = createZstdDecompress && decoderOfFrames(createZstdDecompress);

function decoderOfFrames(create: NonNullable<typeof createZstdDecompress>) {
  const { ZSTD_d_windowLogMax } = zlib.constants as unknown as { ZSTD_d_windowLogMax: number };
  const options = { params: { [ZSTD_d_windowLogMax]: WINDOW_LOG } };
  return async function* (reader: OctetReader, signal: EndSignal): AsyncGenerator<Uint8Array, void> {
    for (let frames = 0; frames === 0 || (await hasFrame(reader)); frames++) {
      if (frames === MAX_FRAMES) {
        throw new AccessError('bad-encoding', `The body has more than ${MAX_FRAMES} frames of zstd`);
      }
      yield* decode(create(options), 'zstd', reader, signal);
    }
  };
}

/** Whether another frame begins here, or the body ends within its first octets. */
async function hasFrame(reader: OctetReader): Promise<boolean> {
  const start = await reader.take(FRAME_MAGIC.length);
  reader.unread(start);
  if (start.length === 0) return false;
  const isFrame = start.every((octet, i) => octet === FRAME_MAGIC[i]);
  return isFrame || start.every((octet, i) => (i === 0 ? octet & HIGH_HALF : octet) === SKIPPABLE_MAGIC[i]);
}
