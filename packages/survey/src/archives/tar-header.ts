/**
 * Headers of tar archives (POSIX.1-2001 `ustar` and `pax`; GNU; Unix version 7).
 */
import { EQUALS, LF, SP } from 'robotstream/internal';
import { asBuffer } from '../../../decoding/src/buffers.js';

/** Headers and contents begin at multiples of this size. */
export const BLOCK_OCTETS = 512;

/** The fields of a header: offset and length in octets. */
const FIELD = {
  name: [0, 100],
  size: [124, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 5],
  magicAndNul: [257, 6],
  prefix: [345, 155],
} as const;

/** Whether more of an old GNU sparse file's map follows: the index in its header, and in each block of the map. */
const SPARSE_HEADER_FLAG = 482;
const SPARSE_MAP_FLAG = 504;

/** What an entry is. */
export type EntryKind =
  | 'file'
  | 'link'
  /** A folder, a device, or facts about the archive. */
  | 'other'
  /** A pax header: fields of the next entry. */
  | 'pax'
  /** A GNU header with the name of the next entry. */
  | 'long-name'
  /** Fields of all entries that follow, or the target of a link. Nothing of it is needed. */
  | 'ignored-header'
  | 'sparse'
  /** The rest of a file that begins in another archive. */
  | 'continuation'
  | 'unknown';

/** The types of each kind of entry. */
const TYPES: Readonly<Record<Exclude<EntryKind, 'unknown'>, string>> = {
  file: '07',
  link: '12',
  other: '3456DV',
  pax: 'x',
  'ignored-header': 'gK',
  'long-name': 'L',
  continuation: 'M',
  sparse: 'S',
};

/** The kinds of entries by their types. Version 7 has NUL for files. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['', 'file'],
  ...Object.entries(TYPES).flatMap(([kind, types]) => Array.from(types, (type) => [type, kind] as const)),
]);

/** The types of entries without content, whatever their size says (POSIX.1-2001 `ustar`): links, devices and folders. */
const WITHOUT_CONTENT = /^[1-6]$/;

export interface TarHeader {
  readonly kind: EntryKind;
  /** The type as written. */
  readonly type: string;
  readonly path: string;
  /** The size of the content in octets; not a safe integer if the header states no valid one. */
  readonly size: number;
  /** Whether a block with more of a sparse file's map follows. */
  readonly hasSparseMap: boolean;
}

/** Reads a header. */
export function readTarHeader(header: Uint8Array): TarHeader {
  const type = text(header, FIELD.type);
  const path = pathOf(header);
  const kind = (KINDS.get(type) ?? 'unknown') as EntryKind;
  return {
    // Version 7 has no type for folders.
    kind: kind === 'file' && path.endsWith('/') ? 'other' : kind,
    type,
    path,
    size: WITHOUT_CONTENT.test(type) ? 0 : sizeOf(header),
    hasSparseMap: kind === 'sparse' && header[SPARSE_HEADER_FLAG] === 1,
  };
}

/** Whether another block of a sparse file's map follows this one. */
export function hasNextSparseMap(map: Uint8Array): boolean {
  return map[SPARSE_MAP_FLAG] === 1;
}

/** Whether a block is a header: its checksum is right. */
export function isTarHeader(block: Uint8Array): boolean {
  return block.length === BLOCK_OCTETS && hasRightSum(block);
}

/** Whether octets begin like a header of `ustar`, `pax` or GNU, which may be damaged. */
export function resemblesTar(start: Uint8Array): boolean {
  return text(start, FIELD.magic) === MAGIC;
}

const MAGIC = 'ustar';

/** The index of the first octet of a header that has the magic, wherever it begins in the octets; -1 if there is none. */
export function indexOfTarHeader(octets: Uint8Array): number {
  const whole = asBuffer(octets);
  const [magicIndex] = FIELD.magic;
  for (let at = whole.indexOf(MAGIC, magicIndex); at !== -1; at = whole.indexOf(MAGIC, at + 1)) {
    const start = at - magicIndex;
    if (isTarHeader(whole.subarray(start, start + BLOCK_OCTETS))) return start;
  }
  return -1;
}

/** Only POSIX has a prefix. GNU has the times of access and change there. */
function pathOf(header: Uint8Array): string {
  const [start, length] = FIELD.magicAndNul;
  const isPosix = asBuffer(header).toString('latin1', start, start + length) === `${MAGIC}\0`;
  const prefix = isPosix ? text(header, FIELD.prefix) : '';
  return [prefix, text(header, FIELD.name)].filter(Boolean).join('/');
}

/** A field of a header as text, up to its first NUL. */
function text(header: Uint8Array, [start, length]: readonly [number, number]): string {
  return textBeforeNul(header.subarray(start, start + length));
}

/** Octets up to the first NUL, as text. */
export function textBeforeNul(octets: Uint8Array): string {
  const nul = octets.indexOf(0);
  return decoder.decode(nul === -1 ? octets : octets.subarray(0, nul));
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
  const stated = Number.parseInt(text(header, FIELD.checksum).trim(), OCTAL);
  if (Number.isNaN(stated)) return false;
  // A loop, which is several times as fast as `reduce`: after damage, anything may look like a header.
  let sum = length * SP;
  for (let i = 0; i < start; i++) sum += header[i];
  for (let i = start + length; i < header.length; i++) sum += header[i];
  return stated === sum;
}

/** What a pax header says about the next entry. */
export interface PaxFields {
  readonly path?: string;
  readonly size?: number;
  /** Whether the content is a sparse file in one of GNU's formats. */
  readonly isSparse?: boolean;
}

/**
 * The records of a pax header: `length key=value` and a line ending (POSIX.1-2001, `pax`). A record ends at its length in
 * octets, because a value may have line endings. After a record with a wrong length, none is read.
 */
export function paxFields(content: Uint8Array): PaxFields {
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
  const path = fields.get('GNU.sparse.name') ?? fields.get('path');
  const size = fields.get('size');
  return {
    ...(path === undefined ? {} : { path }),
    ...(size === undefined ? {} : { size: /^\d+$/.test(size) ? Number(size) : Number.NaN }),
    isSparse: [...fields.keys()].some((key) => key.startsWith('GNU.sparse.')),
  };
}
