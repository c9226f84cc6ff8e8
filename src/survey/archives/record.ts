/**
 * A record of a WARC file (ISO 28500:2017; WARC 1.0 and 1.1).
 */

/** The named fields of a record, or of an HTTP message: names in lower case. Of equal names the first one counts. */
export type NamedFields = Pick<ReadonlyMap<string, string>, 'get' | 'has'>;

export interface WarcRecord {
  readonly kind: 'record';
  /** Where the record, or the compressed member with it, begins in the input as it is stored, in octets. */
  readonly offset: number;
  /** Where the record begins in its member once that is decompressed; 0 for an input that is not compressed. */
  readonly offsetInMember: number;
  readonly fields: NamedFields;
  /** The octets of the header, which is directly before the content in memory. */
  readonly headerOctets: number;
  /** The content block, or as much of it as is kept. Valid as long as it is referenced. */
  readonly content: Uint8Array;
  /** How many octets the content block has. */
  readonly contentOctets: number;
}

/** A URL without angle brackets. The grammar of WARC 1.0 has them, and some writers add them. */
export function withoutBrackets(written: string): string {
  return written.startsWith('<') && written.endsWith('>') ? written.slice(1, -1) : written;
}
