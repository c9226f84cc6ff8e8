/**
 * Payloads that later revisit records refer to (ISO 28500:2017, "revisit").
 */
import type { Payload } from '../capture.js';
import type { NamedFields, WarcRecord } from './record.js';

/** How many octets of blocks are kept for one input, so that payloads in them remain. The oldest are dropped first. */
const MAX_KEPT_OCTETS = 16 * 1024 * 1024;

/** What a record says of itself, and its payload. */
interface SeenRecord {
  readonly fields: NamedFields;
  readonly payload: Payload;
}

/** A block with records that are remembered. */
interface KeptBlock {
  readonly buffer: ArrayBufferLike;
  readonly records: SeenRecord[];
  /** How many of the records are in the maps. */
  indexed: number;
  /** The size of the block, and of the payloads that have memory of their own because they were decoded. */
  octets: number;
}

/**
 * Remembers payloads by everything that a revisit record may refer to them by. Most archives have no revisit record, so the
 * maps are filled when the first one is found.
 */
export class SeenPayloads {
  readonly #blocks: KeptBlock[] = [];
  #octets = 0;
  /** The last record with an id, with a digest, and of a URL. */
  readonly #byId = new Map<string, SeenRecord>();
  readonly #byDigest = new Map<string, SeenRecord>();
  readonly #byUrl = new Map<string, SeenRecord>();

  /** Remembers the payload of a record. It is not copied: the records of a block share its memory. */
  add({ fields, content }: WarcRecord, payload: Payload): void {
    const block = this.#blockOf(content.buffer);
    block.records.push({ fields, payload });
    if (payload.octets.buffer !== content.buffer) {
      block.octets += payload.octets.length;
      this.#octets += payload.octets.length;
    }
    while (this.#octets > MAX_KEPT_OCTETS && this.#blocks.length > 1) this.#forgetOldest();
  }

  /** The payload that a revisit record refers to; null if it was not seen, or is no longer remembered. */
  find(fields: NamedFields): Payload | null {
    for (const block of this.#blocks) this.#index(block);
    const found = (map: ReadonlyMap<string, SeenRecord>, name: string) => {
      const key = fields.get(name);
      return key === undefined ? undefined : map.get(key);
    };
    const ofUrl = found(this.#byUrl, 'warc-refers-to-target-uri');
    const isSameDate = ofUrl?.fields.get('warc-date') === fields.get('warc-refers-to-date');
    const record =
      found(this.#byId, 'warc-refers-to') ??
      (isSameDate ? ofUrl : undefined) ??
      found(this.#byDigest, 'warc-payload-digest');
    return record?.payload ?? null;
  }

  /** Puts the records of a block into the maps. */
  #index(block: KeptBlock): void {
    for (const record of block.records.slice(block.indexed)) {
      for (const [map, key] of this.#keysOf(record)) map.set(key, record);
    }
    block.indexed = block.records.length;
  }

  #keysOf({ fields }: SeenRecord): [map: Map<string, SeenRecord>, key: string][] {
    const url = fields.has('warc-date') ? fields.get('warc-target-uri') : undefined;
    const keys: [Map<string, SeenRecord>, string | undefined][] = [
      [this.#byId, fields.get('warc-record-id')],
      [this.#byDigest, fields.get('warc-payload-digest')],
      [this.#byUrl, url],
    ];
    return keys.filter((pair): pair is [Map<string, SeenRecord>, string] => pair[1] !== undefined);
  }

  #blockOf(buffer: ArrayBufferLike): KeptBlock {
    const last = this.#blocks.at(-1);
    if (last?.buffer === buffer) return last;
    const block = { buffer, records: [], indexed: 0, octets: buffer.byteLength };
    this.#blocks.push(block);
    this.#octets += block.octets;
    return block;
  }

  #forgetOldest(): void {
    const block = this.#blocks.shift() as KeptBlock;
    this.#octets -= block.octets;
    for (const record of block.records.slice(0, block.indexed)) {
      for (const [map, key] of this.#keysOf(record)) if (map.get(key) === record) map.delete(key);
    }
  }
}
