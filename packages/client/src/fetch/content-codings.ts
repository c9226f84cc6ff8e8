/**
 * Removes content codings from a body as it arrives (RFC 9110 §8.4), and refuses transfer codings. The decoded octets of a chunk are
 * never held all at once.
 */
import { createBrotliDecompress, createInflate, createInflateRaw } from 'node:zlib';
import { decode, OctetReader } from '../../../decoding/src/decode.js';
import { DecodingError } from '../../../decoding/src/decoding-error.js';
import { gunzip } from '../../../decoding/src/gzip.js';
import { unzstd } from '../../../decoding/src/zstd.js';
import { AccessError } from './faults.js';

/** How many nested codings are decoded: docs/semantics.md §6. */
const MAX_CODINGS = 2;

/** The names of codings that are none. */
const NONE: ReadonlySet<string> = new Set(['', 'identity']);

/** Removes one coding; the body is not empty. */
type Decode = (reader: OctetReader, signal: AbortSignal) => AsyncIterable<Uint8Array>;

const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['br', (reader, signal) => decode(createBrotliDecompress(), 'br', reader, signal)],
  ...(unzstd === undefined ? [] : [['zstd', unzstd] as const]),
]);

/** The codings that requests accept, as the Accept-Encoding header lists them. */
export const ACCEPT_ENCODING = [...DECODERS.keys()].filter((name) => name !== 'x-gzip').join(', ');

/** A body without its codings. */
export interface DecodedBody {
  readonly octets: AsyncIterable<Uint8Array>;
  /** The unknown coding that the header names; such a body is read if it is plain text. Null if all codings are known. */
  readonly unknownCoding: string | null;
}

export interface DecodeLimits {
  /** How many octets may pass from one coding to the next. */
  readonly maxOctetsBetween: number;
  /** Ends every decoder. */
  readonly signal: AbortSignal;
}

/**
 * Removes all codings of a body.
 *
 * The octets throw an `AccessError`: `bad-encoding` if the body is not encoded as its header says, `body-cut-off` if it ends
 * early. They throw what the body throws, and an error if the signal aborts. A reader that stops early also stops reading
 * the body.
 *
 * @param contentEncoding all lines of the header, in order; undefined for none (RFC 9110 §5.3 combines them)
 * @throws {AccessError} `bad-encoding` if there are more than two codings
 */
export function decoded(
  body: AsyncIterable<Uint8Array>,
  contentEncoding: string | readonly string[] | undefined,
  { maxOctetsBetween, signal }: DecodeLimits,
): DecodedBody {
  const codings = codingsOf(contentEncoding);
  if (codings.length > MAX_CODINGS) {
    throw new AccessError(
      'bad-encoding',
      `Content-Encoding names ${codings.length} codings; at most ${MAX_CODINGS} are decoded`,
    );
  }
  let octets = body;
  // The coding that was applied last is removed first.
  for (const [i, coding] of codings.reverse().entries()) {
    const decodeOne = DECODERS.get(coding);
    // What an unknown coding was applied to cannot be known: the body is read as plain text or not at all.
    if (decodeOne === undefined) return { octets: plainText(octets, coding), unknownCoding: coding };
    if (i > 0) octets = bounded(octets, maxOctetsBetween);
    octets = withoutCoding(octets, decodeOne, signal, i > 0);
  }
  return { octets, unknownCoding: null };
}

function codingsOf(contentEncoding: string | readonly string[] | undefined): string[] {
  return namesIn(contentEncoding).filter((coding) => !NONE.has(coding));
}

/** The names in the lines of a header, in lower case (RFC 9110 §5.3 combines the lines). */
function namesIn(lines: string | readonly string[] | undefined): string[] {
  return [lines ?? []].flat().flatMap((line) => line.split(',').map((name) => name.trim().toLowerCase()));
}

/** @param hasOuter whether the body comes from another coding, which is read to its end */
async function* withoutCoding(
  body: AsyncIterable<Uint8Array>,
  decodeOne: Decode,
  signal: AbortSignal,
  hasOuter: boolean,
): AsyncGenerator<Uint8Array, void> {
  const reader = new OctetReader(body);
  try {
    // An empty body is empty under any coding: servers send one with the header and without any data.
    const first = await reader.next();
    if (first === undefined) return;
    reader.unread(first);
    yield* decodeOne(reader, signal);
    // A fault of the outer coding after the inner data counts. Otherwise the chunks would decide whether it does.
    while (hasOuter && (await reader.next()) !== undefined);
  } catch (error) {
    if (!(error instanceof DecodingError)) throw error;
    throw new AccessError(error.code, error.message, { cause: error.cause });
  } finally {
    reader.close();
  }
}

/** Fails once there are too many octets: a small body may decode to an endless one that decodes to nothing. */
async function* bounded(
  body: AsyncIterable<Uint8Array>,
  maxOctets: number,
): AsyncGenerator<Uint8Array, void> {
  let octets = 0;
  for await (const chunk of body) {
    octets += chunk.length;
    if (octets > maxOctets) {
      throw new AccessError(
        'bad-encoding',
        `The body has more than ${maxOctets} octets between its two codings`,
      );
    }
    yield chunk;
  }
}

/** The compression method in the first octet of zlib's format (RFC 1950 §2.2): deflate. */
const ZLIB_METHOD = 8;
const ZLIB_METHOD_MASK = 0x0f;

/** Servers send zlib's format (RFC 1950), as they should, or the deflate data alone (RFC 1951). */
async function* inflate(reader: OctetReader, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  const start = await reader.take(1);
  reader.unread(start);
  const isZlib = (start[0] & ZLIB_METHOD_MASK) === ZLIB_METHOD;
  yield* decode(isZlib ? createInflate() : createInflateRaw(), 'deflate', reader, signal);
}

/**
 * Passes a body through as long as it is plain text: without the octets that are a sign of binary data (MIME Sniffing
 * Standard, "binary data byte"). It throws an `AccessError` `bad-encoding` at the first such octet.
 *
 * @param coding what the header names, for the message
 */
export async function* plainText(
  body: AsyncIterable<Uint8Array>,
  coding: string,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of body) {
    if (isBinary(chunk)) {
      throw new AccessError(
        'bad-encoding',
        `Content-Encoding names ${JSON.stringify(coding)}, which is unknown, and the body is not plain text`,
      );
    }
    yield chunk;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const BINARY = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

function isBinary({ buffer, byteOffset, length }: Uint8Array): boolean {
  return BINARY.test(Buffer.from(buffer, byteOffset, length).toString('latin1'));
}

/** The transfer coding that HTTP parsers remove, if it comes last (RFC 9112 §6.3). Requests ask for no other. */
const CHUNKED = 'chunked';

/**
 * Checks that no transfer coding is left on a body. A body that is still compressed would be read as a file without rules, and the sizes of
 * chunks would be read as parts of its lines.
 *
 * @param transferEncoding all lines of the header; undefined for none
 * @throws {AccessError} `malformed-response`
 */
export function checkTransferCodings(transferEncoding: string | readonly string[] | undefined): void {
  const names = namesIn(transferEncoding);
  const left = names.find((name) => name !== CHUNKED && !NONE.has(name));
  if (left !== undefined)
    throw malformedTransfer(`${JSON.stringify(left)}, which the request did not ask for`);
  if (names.slice(0, -1).includes(CHUNKED))
    throw malformedTransfer('"chunked", but not once, as the last one');
}

function malformedTransfer(what: string): AccessError {
  return new AccessError('malformed-response', `Transfer-Encoding names ${what}`);
}
