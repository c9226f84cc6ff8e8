/**
 * Gzip (RFC 1952) member by member. Archives compress each record as a member of its own, so that one damaged member loses one
 * record, and a record can be read from its offset.
 *
 * Node's own gunzip hides where members begin. A member's end is not known before it is decompressed either, and a decoder for each costs
 * more than the record. So every place that looks like the start of a member counts as one, the octets between the first and the last are
 * decompressed in one call, and the sizes at the ends of the members must add up. If they do not, fewer members are tried. The last
 * resort is to read a single member as a stream, which needs no guess.
 */

import { crc32, createInflateRaw, gunzipSync } from 'node:zlib';
import { cutOff, decode, malformed } from '../../access/codings/decode.js';
import { OctetReader } from '../../access/codings/octet-reader.js';
import { AccessError } from '../../access/faults.js';
import { type Block, type InputFault, inputFault, type MemberStart } from './block.js';
import { asBuffer, InputWindow } from './input-window.js';
import { NEVER_ABORTS } from './never-aborts.js';

/** How much is read before members are decompressed together. */
const SLICE_OCTETS = 256 * 1024;

/** How much a slice may decompress to. */
const MAX_BLOCK_OCTETS = 16 * 1024 * 1024;

/** How much of a member is held back until its checksum has been verified. */
const MAX_HELD_OCTETS = 1024 * 1024;

/** How much of a member's compressed octets remain available, in case it is damaged and the next one begins within them. */
const MAX_KEPT_OCTETS = 8 * 1024 * 1024;

/** The longest header of a member that is read. Names and comments have no limit in RFC 1952. */
const MAX_HEADER_OCTETS = 128 * 1024;

/** What every member begins with: two magic octets, and compression method 8, deflate (RFC 1952 §2.3.1). */
export const GZIP_MAGIC = Buffer.of(0x1f, 0x8b, 8);

/** The octets of a header before its optional parts: magic, flags, time, extra flags, operating system (RFC 1952 §2.3). */
const HEADER_OCTETS = 10;
const FLAGS_INDEX = 3;
const EXTRA_FLAGS_INDEX = 8;
const SYSTEM_INDEX = 9;

/** Flags of a header (RFC 1952 §2.3.1). */
const HAS_HEADER_CRC = 0x02;
const HAS_EXTRA = 0x04;
const HAS_NAME = 0x08;
const HAS_COMMENT = 0x10;
const RESERVED_FLAGS = 0xe0;

/** The values that compressors write: extra flags for the level, and the operating systems of RFC 1952 §2.3.1. */
const EXTRA_FLAGS: readonly number[] = [0, 2, 4];
const LAST_SYSTEM = 13;
const UNKNOWN_SYSTEM = 255;

/** The checksum and the size modulo 2^32, after the data. */
const TRAILER_OCTETS = 8;
const SIZE_OCTETS = 4;

/** Whether an input is compressed with gzip, by its first octets. */
function isGzip(start: Uint8Array): boolean {
  return GZIP_MAGIC.every((octet, i) => start[i] === octet);
}

/** Decompresses an input. Damaged members become faults, and reading goes on at the next one. Throws what the input throws. */
export async function* gzipMembers(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Block | InputFault, void> {
  const window = new InputWindow(source);
  try {
    for (;;) {
      await window.fill(SLICE_OCTETS);
      if (window.octets.length === 0) return;
      if (!isMember(window.octets)) {
        const { offset } = window;
        await skipZeros(window);
        if (window.octets.length === 0) return;
        yield inputFault(
          'not-gzip',
          offset,
          'octets that are not gzip follow a member, or come before the first',
        );
        if (!isMember(window.octets)) await seekMember(window);
        continue;
      }
      const slice = wholeMembers(window);
      if (slice === undefined) {
        yield* oneMember(window);
      } else {
        window.skip(slice.length);
        yield slice.block;
      }
    }
  } finally {
    window.close();
  }
}

/** Whether a member begins here, as RFC 1952 defines it. */
function isMember(octets: Uint8Array): boolean {
  return isGzip(octets) && (octets[FLAGS_INDEX] & RESERVED_FLAGS) === 0;
}

/** Skips zero octets. Some programs fill up a block or a file with them. */
async function skipZeros(window: InputWindow): Promise<void> {
  for (;;) {
    const zeros = zerosAtStart(window.octets);
    window.skip(zeros);
    if (window.octets.length > 0 || window.isAtEnd) break;
    await window.fill(SLICE_OCTETS);
  }
  await window.fill(SLICE_OCTETS);
}

/** How many zeros octets begin with. A loop, which is several times as fast as `findIndex`: a file may be filled up with gigabytes. */
function zerosAtStart(octets: Uint8Array): number {
  let count = 0;
  while (count < octets.length && octets[count] === 0) count++;
  return count;
}

/** Skips to what may be the next member, or to the end. */
async function seekMember(window: InputWindow): Promise<void> {
  for (let from = 1; ; from = 0) {
    const index = nextMember(asBuffer(window.octets), from);
    if (index !== -1) {
      window.skip(index);
      return;
    }
    const isAtEnd = window.isAtEnd;
    // The start of a member may be cut in two.
    window.skip(isAtEnd ? window.octets.length : Math.max(window.octets.length - HEADER_OCTETS, 1));
    if (isAtEnd) return;
    await window.fill(SLICE_OCTETS);
  }
}

/** The index of the next octets that look like the header of a member; -1 if there are none. */
function nextMember(octets: Buffer, from: number): number {
  for (let at = octets.indexOf(GZIP_MAGIC, from); at !== -1; at = octets.indexOf(GZIP_MAGIC, at + 1)) {
    const system = octets[at + SYSTEM_INDEX];
    if (
      (octets[at + FLAGS_INDEX] & RESERVED_FLAGS) === 0 &&
      EXTRA_FLAGS.includes(octets[at + EXTRA_FLAGS_INDEX]) &&
      (system <= LAST_SYSTEM || system === UNKNOWN_SYSTEM)
    ) {
      return at;
    }
  }
  return -1;
}

interface Slice {
  readonly block: Block;
  /** The compressed octets that it was made of. */
  readonly length: number;
}

/** Decompresses the members that are completely in the window; undefined if the first one is not, or is damaged. */
function wholeMembers(window: InputWindow): Slice | undefined {
  const octets = asBuffer(window.octets);
  const ends = memberEnds(octets, window.isAtEnd);
  for (let count = ends.length; count > 0; count >>= 1) {
    const slice = decompressed(octets, ends.slice(0, count), window.offset);
    if (slice !== undefined) return slice;
  }
  return undefined;
}

/** Where members seem to end, as long as they decompress to a block's size. */
function memberEnds(octets: Buffer, isAtEnd: boolean): number[] {
  const ends: number[] = [];
  let size = 0;
  for (let start = 0; start < octets.length; ) {
    const next = nextMember(octets, start + GZIP_MAGIC.length);
    const end = next === -1 && isAtEnd ? octets.length : next;
    if (end < start + HEADER_OCTETS + TRAILER_OCTETS) break;
    size += octets.readUInt32LE(end - SIZE_OCTETS);
    if (size > MAX_BLOCK_OCTETS) break;
    ends.push(end);
    start = end;
  }
  return ends;
}

/** Decompresses members in one call; undefined if they do not end where they seem to. */
function decompressed(compressed: Buffer, ends: readonly number[], offset: number): Slice | undefined {
  const members: MemberStart[] = [];
  let start = 0;
  let size = 0;
  for (const end of ends) {
    members.push({ index: size, offset: offset + start });
    size += compressed.readUInt32LE(end - SIZE_OCTETS);
    start = end;
  }
  try {
    const octets = gunzipSync(compressed.subarray(0, start), {
      chunkSize: size + SIZE_OCTETS,
      maxOutputLength: size + 1,
    });
    return octets.length === size ? { block: { kind: 'block', octets, members }, length: start } : undefined;
  } catch {
    return undefined;
  }
}

/** Reads one member as a stream. If it is damaged, the next one may begin within the octets that looked like its data. */
async function* oneMember(window: InputWindow): AsyncGenerator<Block | InputFault, void> {
  const { offset } = window;
  const output = new MemberOutput(offset);
  try {
    const end = yield* inflated(window, output);
    await checkTrailer(window, end - window.offset, output);
  } catch (error) {
    if (!(error instanceof AccessError)) throw error;
    await seekMember(window);
    const isCutOff = error.code === 'body-cut-off' && window.octets.length === 0;
    // The data before the cut is kept, although no checksum confirms it.
    if (isCutOff) yield* output.rest();
    yield isCutOff
      ? inputFault('member-cut-off', offset, 'the input ends within the gzip member')
      : inputFault('member-damaged', offset, 'the gzip member does not decompress, or its checksum is wrong');
    return;
  }
  yield* output.rest();
}

/** Yields a member's blocks once there is more than is held back. Returns the place in the input where its data ends. */
async function* inflated(window: InputWindow, output: MemberOutput): AsyncGenerator<Block, number> {
  const { offset } = window;
  await window.fill(MAX_HEADER_OCTETS);
  const start = offset + headerLength(window.octets);
  const inflate = createInflateRaw();
  const reader = new OctetReader(window.from(start, MAX_KEPT_OCTETS));
  try {
    for await (const octets of decode(inflate, 'gzip', reader, NEVER_ABORTS)) yield* output.add(octets);
  } finally {
    reader.close();
  }
  return start + inflate.bytesWritten;
}

/** The length of a member's header. */
function headerLength(octets: Uint8Array): number {
  const flags = octets[FLAGS_INDEX];
  let end = HEADER_OCTETS;
  if ((flags & HAS_EXTRA) !== 0) end += 2 + octets[end] + (octets[end + 1] << 8);
  for (const text of [HAS_NAME, HAS_COMMENT]) {
    if ((flags & text) !== 0) end = octets.indexOf(0, end) + 1 || octets.length;
  }
  if ((flags & HAS_HEADER_CRC) !== 0) end += 2;
  return Math.min(end, octets.length);
}

/** Checks the trailer of a member, and only then skips the member: damaged data may seem to end later than it does. */
async function checkTrailer(window: InputWindow, index: number, output: MemberOutput): Promise<void> {
  const end = index + TRAILER_OCTETS;
  await window.fill(end);
  if (window.octets.length < end) throw cutOff('gzip');
  const trailer = asBuffer(window.octets).subarray(index);
  const isRight =
    trailer.readUInt32LE(0) === output.checksum &&
    trailer.readUInt32LE(SIZE_OCTETS) === output.size % 2 ** 32;
  if (!isRight) throw malformed('gzip');
  window.skip(end);
}

/** The decompressed data of a member. A small member is held back completely until its checksum has been verified. */
class MemberOutput {
  readonly #offset: number;
  #held: Uint8Array[] = [];
  #yielded = 0;
  size = 0;
  checksum = 0;

  constructor(offset: number) {
    this.#offset = offset;
  }

  *add(octets: Uint8Array): Generator<Block, void> {
    this.checksum = crc32(octets, this.checksum);
    this.size += octets.length;
    this.#held.push(octets);
    if (this.size > MAX_HELD_OCTETS) yield* this.rest();
  }

  /** Everything that is held back. */
  *rest(): Generator<Block, void> {
    for (const octets of this.#held) {
      yield {
        kind: 'block',
        octets,
        members: this.#yielded === 0 ? [{ index: 0, offset: this.#offset }] : [],
      };
      this.#yielded += octets.length;
    }
    this.#held = [];
  }
}
