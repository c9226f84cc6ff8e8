/**
 * The payload of a WARC record.
 */
import type { Payload } from '../capture.js';
import type { NamedFields } from './record.js';

/** A payload. Its media type becomes text when it is read. */
export class WarcPayload implements Payload {
  readonly octets: Uint8Array;
  readonly isCutOff: boolean;
  readonly #fields: NamedFields;
  readonly #headers: NamedFields | undefined;

  /**
   * @param fields of the record
   * @param headers of the HTTP response; undefined if the record is not HTTP
   */
  constructor(octets: Uint8Array, isCutOff: boolean, fields: NamedFields, headers: NamedFields | undefined) {
    this.octets = octets;
    this.isCutOff = isCutOff;
    this.#fields = fields;
    this.#headers = headers;
  }

  /** The media type that the archive found, else the one of the response, else the one of a record that is not HTTP. */
  get mediaType(): string | null {
    const stated = this.#headers ?? this.#fields;
    return this.#fields.get('warc-identified-payload-type') ?? stated.get('content-type') ?? null;
  }
}
