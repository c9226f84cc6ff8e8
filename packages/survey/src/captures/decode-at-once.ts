/**
 * Removes content codings from a body that is in memory, without waiting: for captures that a program passes one by one.
 */
import * as zlib from 'node:zlib';
import { unzstdAtOnce } from '../../../decoding/src/zstd.js';
import { MAX_PAYLOAD_OCTETS } from '../octets/places.js';

/** How much a body may decode to at once. */
const MAX_DECODED_OCTETS = 16 * MAX_PAYLOAD_OCTETS;

const { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } = zlib;

type Decode = (octets: Uint8Array, options: zlib.ZlibOptions) => Uint8Array;

/** The compression method in the first octet of zlib's format (RFC 1950 §2.2). */
const ZLIB_METHOD = 8;
const ZLIB_METHOD_MASK = 0x0f;

const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  [
    'deflate',
    (octets, options) =>
      ((octets[0] & ZLIB_METHOD_MASK) === ZLIB_METHOD ? inflateSync : inflateRawSync)(octets, options),
  ],
  [
    'br',
    (octets, { maxOutputLength, finishFlush }) =>
      brotliDecompressSync(octets, {
        maxOutputLength,
        finishFlush: finishFlush === undefined ? undefined : constants.BROTLI_OPERATION_FLUSH,
      }),
  ],
  ...(unzstdAtOnce === undefined ? [] : [['zstd', unzstdAtOnce] as const]),
]);

/** Decodes what there is of a body that ends early. */
const FLUSHED = { maxOutputLength: MAX_DECODED_OCTETS, finishFlush: zlib.constants.Z_SYNC_FLUSH };

/** The codes for a body that ends early: of zlib, Brotli, and Zstandard. */
const CUT_OFF: readonly string[] = ['Z_BUF_ERROR', 'ERR__ERROR_FORMAT_UNEXPECTED_END', 'body-cut-off'];

/** A body without its codings. */
interface DecodedBody {
  readonly octets: Uint8Array;
  /** Whether the body ends early, or goes on past the limit. */
  readonly isCutOff: boolean;
}

/**
 * A body without its content codings; undefined if it decodes to more than 32 MiB. A body that does not have them, or is damaged, is kept as it
 * is; of one with a coding that is not known, what that coding was applied to.
 */
export function decodedAtOnce(body: Uint8Array, contentEncoding: string): DecodedBody | undefined {
  let octets = body;
  let isCutOff = false;
  for (const coding of contentEncoding.toLowerCase().split(',').reverse()) {
    const name = coding.trim();
    if (name === '' || name === 'identity') continue;
    const decode = DECODERS.get(name);
    if (decode === undefined) return { octets, isCutOff };
    try {
      octets = decode(octets, { maxOutputLength: MAX_DECODED_OCTETS });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ERR_BUFFER_TOO_LARGE') return undefined;
      if (!CUT_OFF.includes(code ?? '')) return { octets: body, isCutOff: false };
      const begun = decode(octets, FLUSHED);
      if (begun.length === 0) return { octets: body, isCutOff: false };
      octets = begun;
      isCutOff = true;
    }
  }
  if (octets.length < MAX_PAYLOAD_OCTETS) return { octets, isCutOff };
  return { octets: octets.subarray(0, MAX_PAYLOAD_OCTETS), isCutOff: true };
}
