/**
 * Gzip (RFC 1952) member by member. Archives compress each record as a member of its own, so that one damaged member loses one
 * record, and a record can be read from its offset.
 *
 * Node's own gunzip hides where members begin. A member's end is not known before it is decompressed either, and a decoder for each costs
 * more than the record. So every place that looks like the start of a member counts as one, the octets between the first and the last are
 * decompressed in one call, and the sizes at the ends of the members must add up. If they do not, fewer members are tried. The last
 * resort is to read a single member as a stream, which needs no guess.
 */

import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type Block, type MemberFault, type MemberStart, memberFault } from './block.js';
import { asBuffer, NEVER_ABORTS } from './buffers.js';
import { OctetReader } from './decode.js';
import { DecodingError } from './decoding-error.js';
import {
  GZIP_HEADER_OCTETS,
  GZIP_MAGIC,
  GZIP_SIZE_OCTETS,
  GZIP_TRAILER_OCTETS,
  gunzipMember,
  isGzipMember,
} from './gzip.js';
import { InputWindow } from './input-window.js';

const gunzipped = promisify(gunzip);

/** How much is read before members are decompressed together. */
const SLICE_OCTETS = 256 * 1024;

/** How much a slice may decompress to. */
const MAX_BLOCK_OCTETS = 16 * 1024 * 1024;

/** How much of a member is held back until its checksum has been verified. */
const MAX_HELD_OCTETS = 1024 * 1024;

/** How much of a member's compressed octets remain available, in case it is damaged and the next one begins within them. */
const MAX_KEPT_OCTETS = 8 * 1024 * 1024;

/** Where a header has its extra flags and its operating system (RFC 1952 §2.3). */
const EXTRA_FLAGS_INDEX = 8;
const SYSTEM_INDEX = 9;

/** The values that compressors write: extra flags for the level, and the operating systems of RFC 1952 §2.3.1. */
const EXTRA_FLAGS: readonly number[] = [0, 2, 4];
const LAST_SYSTEM = 13;
const UNKNOWN_SYSTEM = 255;

/**
 * Decompresses an input. Damaged members become faults, and reading goes on at the next one. Throws what the input throws. While a block is used,
 * the next one is read and decompressed.
 */
export async function* gzipMembers(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Block | MemberFault, void> {
  const window = new InputWindow(source);
  const members = membersIn(window);
  try {
    for (let next = members.next(); ; ) {
      const { done, value } = await next;
      if (done === true) return;
      next = members.next();
      // It is thrown when the next block is asked for.
      next.catch(() => {});
      yield value;
    }
  } finally {
    // Does not wait: the next block may itself wait for octets that never arrive.
    members.return().catch(() => {});
    window.close();
  }
}

async function* membersIn(window: InputWindow): AsyncGenerator<Block | MemberFault, void> {
  for (;;) {
    await window.fill(SLICE_OCTETS);
    if (window.octets.length === 0) return;
    if (!isGzipMember(window.octets)) {
      const { offset } = window;
      await skipZeros(window);
      if (window.octets.length === 0) return;
      yield memberFault(
        'not-gzip',
        offset,
        'octets that are not gzip follow a member, or come before the first',
      );
      if (!isGzipMember(window.octets)) await seekMember(window);
      continue;
    }
    const block = await wholeMembers(window);
    if (block === undefined) yield* oneMember(window);
    else yield block;
  }
}

/** Skips zero octets. Some programs fill up a block or a file with them. */
async function skipZeros(window: InputWindow): Promise<void> {
  for (;;) {
    const { octets } = window;
    let zeros = 0;
    // A loop, which is several times as fast as `findIndex`: a file may be filled up with gigabytes.
    while (octets[zeros] === 0) zeros++;
    window.skip(zeros);
    await window.fill(SLICE_OCTETS);
    if (zeros < octets.length || window.octets.length === 0) return;
  }
}

/** Skips to what may be the next member, or to the end. */
async function seekMember(window: InputWindow): Promise<void> {
  window.skip(1);
  await window.seek((octets) => nextMember(octets, 0), GZIP_HEADER_OCTETS);
}

/** The index of the next octets that look like the header of a member; -1 if there are none. */
function nextMember(octets: Buffer, from: number): number {
  for (let at = octets.indexOf(GZIP_MAGIC, from); at !== -1; at = octets.indexOf(GZIP_MAGIC, at + 1)) {
    const system = octets[at + SYSTEM_INDEX];
    if (
      isGzipMember(octets.subarray(at)) &&
      EXTRA_FLAGS.includes(octets[at + EXTRA_FLAGS_INDEX]) &&
      (system <= LAST_SYSTEM || system === UNKNOWN_SYSTEM)
    ) {
      return at;
    }
  }
  return -1;
}

/** Decompresses the members that are completely in the window, and skips them; undefined if the first one is not, or is damaged. */
async function wholeMembers(window: InputWindow): Promise<Block | undefined> {
  const octets = asBuffer(window.octets);
  const ends = memberEnds(octets, window.isAtEnd);
  for (let count = ends.length; count > 0; count >>= 1) {
    const block = await decompressed(octets, ends.slice(0, count), window.offset);
    if (block === undefined) continue;
    window.skip(ends[count - 1]);
    return block;
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
    if (end < start + GZIP_HEADER_OCTETS + GZIP_TRAILER_OCTETS) break;
    size += octets.readUInt32LE(end - GZIP_SIZE_OCTETS);
    if (size > MAX_BLOCK_OCTETS) break;
    ends.push(end);
    start = end;
  }
  return ends;
}

/** Decompresses members in one call; undefined if they do not end where they seem to. */
async function decompressed(
  compressed: Buffer,
  ends: readonly number[],
  offset: number,
): Promise<Block | undefined> {
  const members: MemberStart[] = [];
  let start = 0;
  let size = 0;
  for (const end of ends) {
    members.push({ index: size, offset: offset + start });
    size += compressed.readUInt32LE(end - GZIP_SIZE_OCTETS);
    start = end;
  }
  try {
    const octets = await gunzipped(compressed.subarray(0, start), {
      chunkSize: size + GZIP_SIZE_OCTETS,
      maxOutputLength: size + 1,
    });
    return octets.length === size ? { kind: 'block', octets, members } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads one member as a stream. A small member is held back completely until its checksum has been verified. If it is damaged, the next one
 * may begin within the octets that looked like its data.
 */
async function* oneMember(window: InputWindow): AsyncGenerator<Block | MemberFault, void> {
  const { offset } = window;
  const reader = new OctetReader(window.from(offset, MAX_KEPT_OCTETS));
  let held: Block[] = [];
  let size = 0;
  try {
    for await (const octets of gunzipMember(reader, NEVER_ABORTS)) {
      held.push({ kind: 'block', octets, members: size === 0 ? [{ index: 0, offset }] : [] });
      size += octets.length;
      if (size <= MAX_HELD_OCTETS) continue;
      yield* held;
      held = [];
    }
    // Only now: damaged data may seem to end later than it does.
    window.skip(offset + reader.position - window.offset);
  } catch (error) {
    if (!(error instanceof DecodingError)) throw error;
    await seekMember(window);
    if (error.code === 'body-cut-off' && window.octets.length === 0) {
      // The data before the cut is kept, although no checksum confirms it.
      yield* held;
      yield memberFault('member-cut-off', offset, 'the input ends within the gzip member');
    } else {
      yield memberFault(
        'member-damaged',
        offset,
        'the gzip member does not decompress, or its checksum is wrong',
      );
    }
    return;
  } finally {
    reader.close();
  }
  yield* held;
}
