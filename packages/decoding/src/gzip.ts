/**
 * The gzip file format (RFC 1952), member by member.
 *
 * Node's own gunzip fails on octets after the last member, and then loses what it has just decoded. Servers send such
 * octets, and browsers ignore them. So Node decodes only the deflate data of each member here.
 */
import { crc32, createInflateRaw } from 'node:zlib';
import { cutOff, decode, malformed, type OctetReader } from './decode.js';
import { DecodingError } from './decoding-error.js';

/** How every member begins: two magic octets, and compression method 8, deflate (RFC 1952 §2.3.1). */
export const GZIP_MAGIC = Buffer.of(0x1f, 0x8b, 8);

/** The octets of a header before its optional parts: magic, flags, time, extra flags, operating system (RFC 1952 §2.3). */
export const GZIP_HEADER_OCTETS = 10;
const FLAGS_INDEX = 3;

/** Flags of a header (RFC 1952 §2.3.1). */
const HAS_HEADER_CRC = 0x02;
const HAS_EXTRA = 0x04;
const HAS_NAME = 0x08;
const HAS_COMMENT = 0x10;
const RESERVED_FLAGS = 0xe0;

const HEADER_CRC_OCTETS = 2;
const EXTRA_LENGTH_OCTETS = 2;

/** Two numbers of 32 bits follow the data: its CRC, and its size modulo 2^32. */
export const GZIP_TRAILER_OCTETS = 8;
export const GZIP_SIZE_OCTETS = 4;

/** More members than any server needs. Each costs a decoder, so an endless series of empty members would be an attack. */
const MAX_MEMBERS = 100;

/**
 * Decodes gzip. Octets after a whole member that do not begin another one are ignored, as browsers do.
 *
 * It throws a `DecodingError` `bad-encoding` if the body is malformed or has more than 100 members, and `body-cut-off` if
 * it ends within a member.
 */
export async function* gunzip(reader: OctetReader, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  for (let members = 0; await hasMember(reader, members); members++) {
    if (members === MAX_MEMBERS) {
      throw new DecodingError('bad-encoding', `The body has more than ${MAX_MEMBERS} members of gzip`);
    }
    yield* gunzipMember(reader, signal);
  }
}

/** Whether another member begins here, or the body ends within its first octets. At the start of a body that is not empty, one has to. */
async function hasMember(reader: OctetReader, before: number): Promise<boolean> {
  const start = await reader.take(GZIP_MAGIC.length);
  reader.unread(start);
  if (start.every((octet, i) => octet === GZIP_MAGIC[i])) return start.length > 0;
  if (before > 0) return false;
  throw malformed('gzip');
}

/** Whether octets begin with the header of a member, as far as RFC 1952 defines its octets. */
export function isGzipMember(octets: Uint8Array): boolean {
  return GZIP_MAGIC.every((octet, i) => octets[i] === octet) && (octets[FLAGS_INDEX] & RESERVED_FLAGS) === 0;
}

/**
 * Decodes the member that begins here, and leaves the reader after it. Its last octets are yielded before its checksum is compared.
 *
 * It throws a `DecodingError`: `bad-encoding` if the member is malformed, `body-cut-off` if the body ends within it.
 */
export async function* gunzipMember(
  reader: OctetReader,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  await skipHeader(reader);
  let crc = 0;
  let size = 0;
  for await (const chunk of decode(createInflateRaw(), 'gzip', reader, signal)) {
    crc = crc32(chunk, crc);
    size += chunk.length;
    yield chunk;
  }
  const { buffer, byteOffset } = await whole(reader, GZIP_TRAILER_OCTETS);
  const trailer = new DataView(buffer, byteOffset);
  if (trailer.getUint32(0, true) !== crc || trailer.getUint32(GZIP_SIZE_OCTETS, true) !== size % 2 ** 32) {
    throw malformed('gzip');
  }
}

/** Skips a header. As in browsers, its optional CRC is not checked. */
async function skipHeader(reader: OctetReader): Promise<void> {
  const header = await whole(reader, GZIP_HEADER_OCTETS);
  if (!isGzipMember(header)) throw malformed('gzip');
  const flags = header[FLAGS_INDEX];
  if ((flags & HAS_EXTRA) !== 0) {
    const [low, high] = await whole(reader, EXTRA_LENGTH_OCTETS);
    await whole(reader, low + (high << 8));
  }
  if ((flags & HAS_NAME) !== 0) await skipText(reader);
  if ((flags & HAS_COMMENT) !== 0) await skipText(reader);
  if ((flags & HAS_HEADER_CRC) !== 0) await whole(reader, HEADER_CRC_OCTETS);
}

/** Skips a text that ends with a zero octet. */
async function skipText(reader: OctetReader): Promise<void> {
  for (;;) {
    const chunk = await reader.next();
    if (chunk === undefined) throw cutOff('gzip');
    const end = chunk.indexOf(0);
    if (end === -1) continue;
    reader.unread(chunk.subarray(end + 1));
    return;
  }
}

async function whole(reader: OctetReader, count: number): Promise<Uint8Array> {
  const octets = await reader.take(count);
  if (octets.length < count) throw cutOff('gzip');
  return octets;
}
