/**
 * Payloads that later revisit records may refer to (ISO 28500:2017, "revisit").
 */

import { Header, type NamedFields } from '../archives/record-header.js';
import { RECORD_FIELDS, type WarcRecord, withoutBrackets } from '../archives/record-parser.js';
import type { Payload } from './capture.js';
import { type HttpMessage, readHttpMessage } from './http-message.js';

/** How many octets of blocks are kept for one input, so that payloads in them remain. The oldest are dropped first. */
const MAX_KEPT_OCTETS = 16 * 1024 * 1024;

/** How many octets of decoded payloads are forgotten together, about. */
const MAX_FORGOTTEN_OCTETS = 1024 * 1024;

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

/** A record, and its payload. */
interface SeenRecord extends FoundPayload {
  readonly fields: NamedFields;
}

/** What a revisit record refers to. */
export interface FoundPayload {
  readonly payload: Payload;
  /** The HTTP response that the record repeats; undefined if only the payload is known to be the same, or the record is not HTTP. */
  readonly message: HttpMessage | undefined;
}

/** Where a record is: indexes in the buffer of its block. Objects for its header and payload would take ten times as much memory. */
interface RecordPlace {
  readonly start: number;
  readonly end: number;
  /** The payload, if it was decoded and so has its own memory. */
  readonly decoded: Uint8Array | undefined;
  readonly isCutOff: boolean;
}

/** A block with records that are remembered. A block whose payloads take much memory once decoded is several of these. */
interface KeptBlock {
  readonly buffer: ArrayBufferLike;
  /** The records that are not in the maps. */
  unread: RecordPlace[];
  /** The records that are in the maps. */
  readonly records: SeenRecord[];
  /** The size of the payloads that were decoded and so have their own memory. */
  decodedOctets: number;
}

/**
 * Remembers payloads by everything that a revisit record may refer to them by. Most archives have no revisit record, so only the
 * places of records are kept until the first one is found. Then they are read again, and the maps are filled.
 */
export class SeenPayloads {
  readonly #blocks: KeptBlock[] = [];
  #octets = 0;
  /** The last record with an id, with a digest, and of a URL. */
  readonly #byId = new Map<string, SeenRecord>();
  readonly #byDigest = new Map<string, SeenRecord>();
  readonly #byUrl = new Map<string, SeenRecord>();

  /** Remembers the payload of a record. It is not copied: the records of a block share its memory. */
  add({ content, headerOctets }: WarcRecord, { octets, isCutOff }: Payload): void {
    const block = this.#blockOf(content.buffer);
    const decoded = octets.buffer === content.buffer ? undefined : octets;
    const start = content.byteOffset - headerOctets;
    block.unread.push({ start, end: content.byteOffset + content.length, decoded, isCutOff });
    if (decoded !== undefined) {
      block.decodedOctets += decoded.length;
      this.#octets += decoded.length;
    }
    while (this.#octets > MAX_KEPT_OCTETS && this.#blocks.length > 1) this.#forgetOldest();
  }

  /** What a revisit record refers to; null if it was not seen, or is no longer remembered. */
  find(fields: NamedFields): FoundPayload | null {
    for (const block of this.#blocks) this.#index(block);
    const found = (map: ReadonlyMap<string, SeenRecord>, name: string) => {
      const key = fields.get(name);
      return key === undefined ? undefined : map.get(withoutBrackets(key));
    };
    const ofUrl = found(this.#byUrl, 'warc-refers-to-target-uri');
    const isSameDate = ofUrl?.fields.get('warc-date') === fields.get('warc-refers-to-date');
    const record = found(this.#byId, 'warc-refers-to') ?? (isSameDate ? ofUrl : undefined);
    if (record !== undefined) return record;
    // Another URL may have the same payload with another status.
    const ofDigest = found(this.#byDigest, 'warc-payload-digest');
    return ofDigest === undefined ? null : { payload: ofDigest.payload, message: undefined };
  }

  /** Puts the records of a block into the maps. */
  #index(block: KeptBlock): void {
    for (const place of block.unread) {
      const record = recordAt(block.buffer, place);
      for (const [map, key] of this.#keysOf(record)) map.set(key, record);
      block.records.push(record);
    }
    block.unread = [];
  }

  #keysOf({ fields }: SeenRecord): [map: Map<string, SeenRecord>, key: string][] {
    const url = fields.has('warc-date') ? fields.get('warc-target-uri') : undefined;
    const keys: [Map<string, SeenRecord>, string | undefined][] = [
      [this.#byId, fields.get('warc-record-id')],
      [this.#byDigest, fields.get('warc-payload-digest')],
      [this.#byUrl, url],
    ];
    return keys.flatMap(([map, key]) => (key === undefined ? [] : [[map, withoutBrackets(key)]]));
  }

  #blockOf(buffer: ArrayBufferLike): KeptBlock {
    const last = this.#blocks.at(-1);
    const isSame = last?.buffer === buffer;
    if (isSame && last.decodedOctets < MAX_FORGOTTEN_OCTETS) return last;
    const block = { buffer, unread: [], records: [], decodedOctets: 0 };
    this.#blocks.push(block);
    if (!isSame) this.#octets += buffer.byteLength;
    return block;
  }

  #forgetOldest(): void {
    const { buffer, records, decodedOctets } = this.#blocks.shift() as KeptBlock;
    this.#octets -= decodedOctets;
    if (this.#blocks[0]?.buffer !== buffer) this.#octets -= buffer.byteLength;
    for (const record of records) {
      for (const [map, key] of this.#keysOf(record)) if (map.get(key) === record) map.delete(key);
    }
  }
}

/** Reads a record again. */
function recordAt(buffer: ArrayBufferLike, { start, end, decoded, isCutOff }: RecordPlace): SeenRecord {
  const octets = Buffer.from(buffer, 0, end);
  const fields = new Header(RECORD_FIELDS).read(octets, start, end);
  const content = octets.subarray(fields.end);
  const message = readHttpMessage(content);
  const payload = new WarcPayload(decoded ?? message?.body ?? content, isCutOff, fields, message?.headers);
  return { fields, payload, message };
}
