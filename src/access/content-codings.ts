/**
 * Taking content codings off a body piece by piece (RFC 9110 §8.4): what one piece decodes to is never held as a whole.
 */
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { AccessError } from './faults.js';

/** What is accepted, as a header says it. */
export const ACCEPT_ENCODING = 'gzip, deflate, br';

/** More codings on top of each other than this serve no server's purpose but to keep a client busy. */
const MAX_CODINGS = 5;

/** Makes the decoder for a coding, from the first octet of what it has to decode. */
type MakeDecoder = (firstOctet: number) => Transform;

const DECODERS: ReadonlyMap<string, MakeDecoder> = new Map<string, MakeDecoder>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  // Servers send both: zlib's format (RFC 1950), as they should, and what is inside it alone (RFC 1951).
  ['deflate', (octet) => (isZlibStart(octet) ? createInflate() : createInflateRaw())],
  ['br', () => createBrotliDecompress()],
]);

/** zlib's format begins with compression method 8, deflate, in four bits. */
function isZlibStart(octet: number): boolean {
  return (octet & 0x0f) === 8;
}

/**
 * A body without its codings.
 *
 * It throws an `AccessError` `bad-encoding` if it is not encoded as said, `body-cut-off` if it ends too early; what the
 * body itself throws is passed on. Leaving it early leaves the body early.
 *
 * @param contentEncoding the header's value; undefined or `identity` for none
 * @throws {AccessError} `bad-encoding` if a coding is unknown, or there are more than five
 */
export function decoded(
  body: AsyncIterable<Uint8Array>,
  contentEncoding: string | undefined,
): AsyncIterable<Uint8Array> {
  const codings = (contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MAX_CODINGS) {
    throw new AccessError(
      'bad-encoding',
      `Content-Encoding names ${codings.length} codings, one on top of the other`,
    );
  }
  // The last was put on last.
  return codings.reduceRight((octets, coding) => {
    const makeDecoder = DECODERS.get(coding);
    if (makeDecoder === undefined) {
      throw new AccessError(
        'bad-encoding',
        `Content-Encoding names ${JSON.stringify(coding)}, which was not asked for`,
      );
    }
    return decodedOnce(octets, coding, makeDecoder);
  }, body);
}

async function* decodedOnce(
  body: AsyncIterable<Uint8Array>,
  coding: string,
  makeDecoder: MakeDecoder,
): AsyncGenerator<Uint8Array, void> {
  const source = body[Symbol.asyncIterator]();
  try {
    const first = await firstChunk(source);
    // An empty body is empty in any coding; servers send such, with the header and without what it promises.
    if (first === undefined) return;
    const decoder = makeDecoder(first[0]);
    const encoded = Readable.from(chain(first, source), { objectMode: false, highWaterMark: 1 });
    pipeline(encoded, decoder, () => {});
    try {
      yield* decoder as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw decodingFault(error, coding);
    }
  } finally {
    // Not waited for: the source may itself be waiting for a piece that never comes.
    source.return?.().then(undefined, () => {});
  }
}

/** The first chunk that is not empty. */
async function firstChunk(source: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> {
  for (;;) {
    const { done, value } = await source.next();
    if (done === true) return undefined;
    if (value.length > 0) return value;
  }
}

async function* chain(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  yield first;
  for (;;) {
    const { done, value } = await rest.next();
    if (done === true) return;
    yield value;
  }
}

/** zlib: the input ended before the end of what is encoded. */
const UNEXPECTED_END = 'Z_BUF_ERROR';

function decodingFault(error: unknown, coding: string): unknown {
  const { code } = error as { code?: unknown };
  if (code === UNEXPECTED_END) {
    return new AccessError('body-cut-off', `The body ends within its ${coding} coding`, { cause: error });
  }
  return typeof code === 'string' && DECODER_ERROR.test(code)
    ? new AccessError('bad-encoding', `The body is not encoded as ${coding}`, { cause: error })
    : error;
}

/** The codes of zlib and of Brotli in Node. */
const DECODER_ERROR = /^(?:Z_|ERR__ERROR_)/;
