/**
 * Captures as the files of a tar archive (POSIX.1-2001, and GNU's long names), each named by its host.
 */
import { EQUALS, LF, SP } from '../../ascii.js';
import type { Capture } from '../capture.js';
import { type Block, type InputFault, inputFault } from './block.js';
import { fileCapture, isHidden } from './file-capture.js';
import { InputWindow } from './input-window.js';
import { Places } from './places.js';

const BLOCK_OCTETS = 512;

/** The fields of a header: offset and length in octets. */
const FIELD = {
  name: [0, 100],
  size: [124, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 5],
  prefix: [345, 155],
} as const;

/** The types of entries that are read (POSIX.1-2001 `ustar`, `pax`; GNU). */
const PLAIN_FILES: ReadonlySet<string> = new Set(['0', '', '7']);
const PAX_HEADER = 'x';
const GNU_LONG_NAME = 'L';
/** The target of a link that follows. */
const GNU_LONG_TARGET = 'K';
/** Hard links and symbolic links. */
const LINKS: ReadonlySet<string> = new Set(['1', '2']);

/** The longest extended header that is read. */
const MAX_EXTENDED_OCTETS = 1024 * 1024;

/** Whether an input is a tar archive, by its first octets. */
export function isTar(start: Uint8Array): boolean {
  return text(start, FIELD.magic) === 'ustar';
}

/** How many octets {@link isTar} needs. */
export const TAR_MAGIC_END = FIELD.magic[0] + FIELD.magic[1];

/** Reads the files of an archive, in order. After a damaged header, reading goes on at the next one. */
export async function* tarCaptures(
  blocks: AsyncIterable<Block | InputFault>,
  maxPayloadOctets: number,
): AsyncGenerator<(Capture | InputFault)[], void> {
  const places = new Places();
  let fault: InputFault | undefined;
  const window = new InputWindow(octetsUntilFault());
  try {
    for await (const item of entriesOf(window, places, maxPayloadOctets)) yield [item];
    if (fault !== undefined) yield [fault];
  } finally {
    window.close();
  }

  async function* octetsUntilFault(): AsyncGenerator<Uint8Array, void> {
    let position = 0;
    for await (const block of blocks) {
      if (block.kind === 'fault') {
        fault = block;
        return;
      }
      for (const member of block.members) places.begin(position + member.index, member);
      position += block.octets.length;
      yield block.octets;
    }
  }
}

async function* entriesOf(
  window: InputWindow,
  places: Places,
  maxPayloadOctets: number,
): AsyncGenerator<Capture | InputFault, void> {
  /** What an extended header says about the next file. */
  let extended: { readonly path?: string; readonly size?: number } = {};
  for (;;) {
    await window.fill(BLOCK_OCTETS);
    const header = window.octets.subarray(0, BLOCK_OCTETS);
    if (header.every((octet) => octet === 0)) return;
    const place = places.of(window.offset);
    const size = extended.size ?? sizeOf(header);
    if (!isHeader(header) || !Number.isSafeInteger(size)) {
      yield inputFault(
        'tar-header',
        place.offset,
        'no header of a tar file is here, or its checksum or its size is wrong',
      );
      extended = {};
      if (!(await skippedToHeader(window))) return;
      continue;
    }
    const type = text(header, FIELD.type);
    const path =
      extended.path ?? [text(header, FIELD.prefix), text(header, FIELD.name)].filter(Boolean).join('/');
    window.skip(BLOCK_OCTETS);

    const isExtension = type === PAX_HEADER || type === GNU_LONG_NAME;
    const kept = Math.min(
      size,
      isExtension ? MAX_EXTENDED_OCTETS : PLAIN_FILES.has(type) ? maxPayloadOctets : 0,
    );
    await window.fill(kept);
    const content = window.octets.slice(0, kept);
    if (content.length < kept || !(await passed(window, Math.ceil(size / BLOCK_OCTETS) * BLOCK_OCTETS))) {
      yield inputFault('tar-cut-off', place.offset, `the input ends within ${JSON.stringify(path)}`);
      return;
    }
    if (type === GNU_LONG_NAME) extended = { path: text(content, [0, content.length]) };
    else if (type === PAX_HEADER) extended = paxFields(content);
    else if (type !== GNU_LONG_TARGET) {
      extended = {};
      if (isHidden(path)) continue;
      if (PLAIN_FILES.has(type)) yield fileCapture(path, content, content.length < size, place);
      else if (LINKS.has(type))
        yield inputFault(
          'tar-link',
          place.offset,
          `${JSON.stringify(path)} is a link, which is not followed`,
        );
    }
  }
}

/** Skips a block that is no header, and all others up to the next header. Returns whether there is one. */
async function skippedToHeader(window: InputWindow): Promise<boolean> {
  do {
    window.skip(BLOCK_OCTETS);
    await window.fill(BLOCK_OCTETS);
    if (window.octets.length < BLOCK_OCTETS) return false;
  } while (!isHeader(window.octets.subarray(0, BLOCK_OCTETS)));
  return true;
}

function isHeader(block: Uint8Array): boolean {
  return block.length === BLOCK_OCTETS && isTar(block) && hasRightSum(block);
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

/** A field of a header as text, up to its first NUL. */
function text(header: Uint8Array, [start, length]: readonly [number, number]): string {
  const field = header.subarray(start, start + length);
  const nul = field.indexOf(0);
  return decoder.decode(nul === -1 ? field : field.subarray(0, nul));
}

const decoder = new TextDecoder();

const OCTAL = 8;

/** The first bit of a number in base 256, which GNU tar writes if a number has too many octal digits. */
const BASE_256 = 0x80;

const OCTET_VALUES = 256;

/** The size of a file in octets; NaN if the header states none, and too large to be safe for a negative number. */
function sizeOf(header: Uint8Array): number {
  const [start, length] = FIELD.size;
  if (((header[start] ?? 0) & BASE_256) !== 0) {
    const octets = header.subarray(start, start + length);
    return octets.reduce((size, octet, i) => size * OCTET_VALUES + (i === 0 ? octet - BASE_256 : octet), 0);
  }
  const digits = text(header, FIELD.size).trim();
  return /^[0-7]*$/.test(digits) ? Number.parseInt(digits || '0', OCTAL) : Number.NaN;
}

/** Whether the checksum of the header is right: the sum of its octets, with the checksum field counted as spaces. */
function hasRightSum(header: Uint8Array): boolean {
  const [start, length] = FIELD.checksum;
  const sum = header.reduce(
    (total, octet, i) => total + (i >= start && i < start + length ? 0x20 : octet),
    0,
  );
  return Number.parseInt(text(header, FIELD.checksum).trim(), OCTAL) === sum;
}

/**
 * The records of an extended header: `length key=value` and a line ending (POSIX.1-2001, `pax`). A record ends at its length in
 * octets, because a value may have line endings. After a record with a wrong length, none is read.
 */
function paxFields(content: Uint8Array): { readonly path?: string; readonly size?: number } {
  const fields = new Map<string, string>();
  for (let at = 0; at < content.length; ) {
    const digits = content.subarray(at, content.indexOf(SP, at));
    const length = Number(decoder.decode(digits));
    const end = at + length - 1;
    if (!(length > digits.length) || content[end] !== LF) break;
    const record = content.subarray(at + digits.length + 1, end);
    const equals = record.indexOf(EQUALS);
    if (equals > 0)
      fields.set(decoder.decode(record.subarray(0, equals)), decoder.decode(record.subarray(equals + 1)));
    at = end + 1;
  }
  const path = fields.get('path');
  const size = fields.get('size');
  return {
    ...(path === undefined ? {} : { path }),
    ...(size === undefined ? {} : { size: /^\d+$/.test(size) ? Number(size) : Number.NaN }),
  };
}
