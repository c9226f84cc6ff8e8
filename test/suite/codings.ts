/** Content codings for the small crawler: bodies as octet strings. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { toOctetText } from './octet-texts.js';

const DECODERS: { readonly [coding: string]: (octets: Uint8Array) => Uint8Array } = {
  gzip: (octets) => gunzipSync(octets),
  'x-gzip': (octets) => gunzipSync(octets),
  deflate: (octets) => inflateSync(octets),
  br: (octets) => brotliDecompressSync(octets),
};

/** Removes a content coding; undefined if the coding is unknown, null if the body does not have it. */
export function withoutCoding(text: string, coding: string): string | null | undefined {
  const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
  if (decode === undefined) return undefined;
  try {
    return toOctetText(decode(Buffer.from(text, 'latin1')));
  } catch {
    return null;
  }
}

/** Whether octets are text: no control octets but white space. */
export function isPlainText(text: string): boolean {
  return [...text].every((octet) => octet >= ' ' || '\t\n\v\f\r'.includes(octet));
}
