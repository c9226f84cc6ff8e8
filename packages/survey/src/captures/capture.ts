/**
 * A capture: the response for one robots.txt URL at one time, as an archive has it.
 */
import type { NamedFields } from '../archives/record-header.js';

export interface Capture {
  readonly kind: 'capture';
  /** Where it begins in its input as that is stored, in octets; for compressed inputs, where its compressed member begins. */
  readonly offset: number;
  /** Where it begins in its compressed member, after decompression; else 0. */
  readonly offsetInMember: number;
  /** What the archive calls it: the `id` of a line of NDJSON, of any type, or the id of a WARC record; null if there is none. */
  readonly id: unknown;
  /** The same as a text. */
  readonly recordId: string | null;
  /** The URL that was fetched, as written. */
  readonly url: string;
  /** When it was fetched, in UTC, as {@link captureDate} returns it; null if that is not known. */
  readonly fetchedAt: string | null;
  /** The HTTP status; null if the archive has only the file. */
  readonly status: number | null;
  /** The header fields of the HTTP response; names in lower case. */
  readonly headers: NamedFields;
  /** The file, without codings; null if the archive does not have it. */
  readonly payload: Payload | null;
  /** Whether the payload is that of an earlier response, which this one says is unchanged: a 304 has none of its own. */
  readonly isRepeated: boolean;
  /** The input that it is from, if that is not the input that is read: the tables of an earlier survey have captures of others. */
  readonly source?: string | undefined;
  /** Whether the payload has the digest that the archive states; `unchecked` if it states none, or it cannot be checked. */
  readonly digest: DigestCheck;
}

export type DigestCheck = 'valid' | 'mismatch' | 'unchecked';

export interface Payload {
  readonly octets: Uint8Array;
  /** The media type that the archive found, else the one that the response states; null if there is none. */
  readonly mediaType: string | null;
  /** Whether octets at the end are missing, because the archive or the connection cut them off, or above the limit of 2 MiB. */
  readonly isCutOff: boolean;
}

/** How many octets of decoded payloads a batch may have before it is yielded: a few octets of an input may decode to many. */
export const MAX_DECODED_BATCH_OCTETS = 4 * 1024 * 1024;
