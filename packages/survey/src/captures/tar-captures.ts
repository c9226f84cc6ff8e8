/**
 * Captures as the files of a tar archive, each named by its host.
 */

import type { Block } from '../../../decoding/src/block.js';
import { asBuffer } from '../../../decoding/src/buffers.js';
import { InputWindow } from '../../../decoding/src/input-window.js';
import {
  BLOCK_OCTETS,
  type EntryKind,
  hasNextSparseMap,
  indexOfTarHeader,
  isTarHeader,
  type PaxFields,
  paxFields,
  readTarHeader,
  type TarHeader,
  textBeforeNul,
} from '../archives/tar-header.js';
import { type InputFault, inputFault } from '../octets/input-fault.js';
import { MAX_PAYLOAD_OCTETS, type Place, Places } from '../octets/places.js';
import type { Capture } from './capture.js';
import { fileCapture, isHidden } from './file-capture.js';

/** The longest extended header that is read. */
const MAX_EXTENDED_OCTETS = 1024 * 1024;

/** As many blocks of zeros end an archive (POSIX.1-2001 `ustar`). What follows them need not be an archive. */
const END_BLOCKS = 2;

const ZEROS = Buffer.alloc(BLOCK_OCTETS);

/**
 * Reads the files of an archive, in order, and of archives that follow it. After a damaged header or a damaged part of the input,
 * reading goes on at the next header.
 */
export async function* tarCaptures(
  blocks: AsyncIterable<Block | InputFault>,
): AsyncGenerator<(Capture | InputFault)[], void> {
  const places = new Places();
  const parts = new UndamagedParts(blocks, places);
  for (let isFirst = true; !parts.isAtEnd; isFirst = false) {
    const window = new InputWindow(parts.octets(), parts.position);
    try {
      const begins = isFirst || (await skippedToLostHeader(window));
      if (begins) for await (const item of entriesOf(window, places)) yield [item];
    } finally {
      window.close();
    }
    if (parts.fault !== undefined) yield [parts.fault];
  }
}

/** The parts of an input between its faults. */
class UndamagedParts {
  /** The fault that the last part ended with; undefined if the input ended. */
  fault: InputFault | undefined;
  isAtEnd = false;
  /** The place of the next octet in the decompressed input. */
  position = 0;
  readonly #blocks: AsyncIterator<Block | InputFault>;
  readonly #places: Places;

  constructor(blocks: AsyncIterable<Block | InputFault>, places: Places) {
    this.#blocks = blocks[Symbol.asyncIterator]();
    this.#places = places;
  }

  /** Yields the octets up to the next fault or the end. */
  async *octets(): AsyncGenerator<Uint8Array, void> {
    this.fault = undefined;
    for (;;) {
      const { done, value } = await this.#blocks.next();
      if (done === true) {
        this.isAtEnd = true;
        return;
      }
      if (value.kind === 'fault') {
        this.fault = value;
        return;
      }
      for (const member of value.members) this.#places.begin(this.position + member.index, member);
      this.position += value.octets.length;
      yield value.octets;
    }
  }
}

/** What extended headers say about the next file, and where the first of them is. */
interface Announcement {
  readonly fields: PaxFields;
  readonly place: Place;
}

/** Reads the entries of an undamaged part, to its end. */
async function* entriesOf(window: InputWindow, places: Places): AsyncGenerator<Capture | InputFault, void> {
  let announced: Announcement | undefined;
  for (;;) {
    const zeroBlocks = await skippedZeroBlocks(window);
    const block = asBuffer(window.octets.subarray(0, BLOCK_OCTETS));
    if (isZero(block)) {
      if (announced !== undefined) yield endsBefore(announced);
      return;
    }
    const place = places.of(window.offset);
    const header = { ...readTarHeader(block), ...announced?.fields };
    if (!isTarHeader(block) || !Number.isSafeInteger(header.size)) {
      if (zeroBlocks < END_BLOCKS) yield inputFault('tar-header', place.offset, NO_HEADER);
      announced = undefined;
      if (!(await skippedToHeader(window))) return;
      continue;
    }
    const content = await contentOf(window, header);
    if (content === undefined) {
      yield inputFault('tar-cut-off', place.offset, `the input ends within ${JSON.stringify(header.path)}`);
      return;
    }
    if (header.kind === 'ignored-header') continue;
    if (header.kind === 'pax' || header.kind === 'long-name') {
      const fields = header.kind === 'pax' ? paxFields(content) : { path: textBeforeNul(content) };
      announced = { fields: { ...announced?.fields, ...fields }, place: announced?.place ?? place };
      continue;
    }
    const entry = header.isSparse ? { ...header, kind: 'sparse' as const } : header;
    const item = itemOf(entry, content, announced?.place ?? place);
    if (item !== undefined) yield item;
    announced = undefined;
  }
}

/** Skips blocks of zeros. Returns how many there were. What is left of the input is not a block of zeros, or shorter than one. */
async function skippedZeroBlocks(window: InputWindow): Promise<number> {
  for (let count = 0; ; count++) {
    await window.fill(BLOCK_OCTETS);
    const block = asBuffer(window.octets.subarray(0, BLOCK_OCTETS));
    if (block.length < BLOCK_OCTETS || !isZero(block)) return count;
    window.skip(BLOCK_OCTETS);
  }
}

function isZero(block: Buffer): boolean {
  return block.equals(ZEROS.subarray(0, block.length));
}

const NO_HEADER = 'no header of a tar file is here, or its checksum or its size is wrong';

function endsBefore({ fields: { path }, place }: Announcement): InputFault {
  const file = path === undefined ? 'the file that a header announces' : JSON.stringify(path);
  return inputFault('tar-cut-off', place.offset, `the input ends before ${file}`);
}

/** Skips an entry. Returns the start of its content, as much as is kept; undefined if the input ends within it. */
async function contentOf(
  window: InputWindow,
  { kind, size, hasSparseMap }: TarHeader,
): Promise<Uint8Array | undefined> {
  window.skip(BLOCK_OCTETS);
  if (hasSparseMap) await skipSparseMap(window);
  const kept = Math.min(size, keptOctets(kind));
  await window.fill(kept);
  const content = window.octets.slice(0, kept);
  const isWhole = await passed(window, Math.ceil(size / BLOCK_OCTETS) * BLOCK_OCTETS);
  return isWhole && content.length === kept ? content : undefined;
}

function keptOctets(kind: EntryKind): number {
  if (kind === 'pax' || kind === 'long-name') return MAX_EXTENDED_OCTETS;
  return kind === 'file' ? MAX_PAYLOAD_OCTETS : 0;
}

const UNREAD: Readonly<Partial<Record<EntryKind, string>>> = {
  sparse: 'is a sparse file',
  continuation: 'is the rest of a file that begins in another archive',
};

/** The capture or the fault that an entry is; undefined for one that is neither, such as a folder. */
function itemOf(
  { kind, type, path, size }: TarHeader,
  content: Uint8Array,
  place: Place,
): Capture | InputFault | undefined {
  if (kind === 'other' || isHidden(path)) return undefined;
  if (kind === 'file') return fileCapture(path, content, content.length < size, place);
  const name = JSON.stringify(path);
  if (kind === 'link')
    return inputFault('tar-link', place.offset, `${name} is a link, which is not followed`);
  const reason = UNREAD[kind] ?? `has the unknown type ${JSON.stringify(type)}`;
  return inputFault('tar-entry', place.offset, `${name} ${reason}, which is not read`);
}

/** Skips the blocks with the rest of an old GNU sparse file's map. */
async function skipSparseMap(window: InputWindow): Promise<void> {
  for (let hasNext = true; hasNext; ) {
    await window.fill(BLOCK_OCTETS);
    hasNext = hasNextSparseMap(window.octets);
    window.skip(Math.min(BLOCK_OCTETS, window.octets.length));
  }
}

/** Skips a block that is no header, and all others up to the next header. Returns whether there is one. */
async function skippedToHeader(window: InputWindow): Promise<boolean> {
  do {
    window.skip(Math.min(BLOCK_OCTETS, window.octets.length));
    await window.fill(BLOCK_OCTETS);
    if (window.octets.length < BLOCK_OCTETS) return false;
  } while (!isTarHeader(window.octets.subarray(0, BLOCK_OCTETS)));
  return true;
}

/**
 * Skips to the next header after a part of the input is missing, which need not be a whole number of blocks. Returns whether there
 * is one.
 */
async function skippedToLostHeader(window: InputWindow): Promise<boolean> {
  await window.fill(BLOCK_OCTETS);
  // A header without the magic is recognized only where a part begins.
  if (isTarHeader(window.octets.subarray(0, BLOCK_OCTETS))) return true;
  return window.seek(indexOfTarHeader, BLOCK_OCTETS - 1);
}

/** Skips octets. Returns whether the input has them; the padding after the last file may be missing. */
async function passed(window: InputWindow, count: number): Promise<boolean> {
  let left = count;
  while (left > 0) {
    if (window.octets.length === 0) await window.fill(1);
    const skipped = Math.min(left, window.octets.length);
    if (skipped === 0) return left < BLOCK_OCTETS;
    window.skip(skipped);
    left -= skipped;
  }
  return true;
}
