/**
 * Payloads that later revisit records refer to (ISO 28500:2017, "revisit").
 */
import type { Payload } from '../capture.js';
import type { NamedFields } from './record.js';

/** How many octets of blocks are kept for one input, so that payloads in them remain. The oldest are dropped first. */
const MAX_KEPT_OCTETS = 32 * 1024 * 1024;

/** A block with payloads that are remembered, and the keys of those. */
interface KeptBlock {
  readonly buffer: ArrayBufferLike;
  readonly ids: string[];
  readonly digests: string[];
  readonly urls: string[];
}

/** The last capture of a URL. */
interface DatedPayload {
  readonly date: string;
  readonly payload: Payload;
}

/** Remembers payloads by everything that a revisit record may refer to them by. */
export class SeenPayloads {
  readonly #byId = new Map<string, Payload>();
  readonly #byDigest = new Map<string, Payload>();
  readonly #byUrl = new Map<string, DatedPayload>();
  readonly #blocks: KeptBlock[] = [];
  #octets = 0;

  /** Remembers the payload of a record. It is not copied: payloads of one block share its memory. */
  add(fields: NamedFields, payload: Payload): void {
    const block = this.#blockOf(payload.octets.buffer);
    const id = fields.get('warc-record-id');
    if (id !== undefined) {
      this.#byId.set(id, payload);
      block.ids.push(id);
    }
    const digest = fields.get('warc-payload-digest');
    if (digest !== undefined) {
      this.#byDigest.set(digest, payload);
      block.digests.push(digest);
    }
    const url = fields.get('warc-target-uri');
    const date = fields.get('warc-date');
    if (url !== undefined && date !== undefined) {
      this.#byUrl.set(url, { date, payload });
      block.urls.push(url);
    }
  }

  /** The payload that a revisit record refers to; null if it was not seen, or is no longer remembered. */
  find(fields: NamedFields): Payload | null {
    const id = fields.get('warc-refers-to');
    const url = fields.get('warc-refers-to-target-uri');
    const digest = fields.get('warc-payload-digest');
    const last = url === undefined ? undefined : this.#byUrl.get(url);
    return (
      (id === undefined ? undefined : this.#byId.get(id)) ??
      (last?.date === fields.get('warc-refers-to-date') ? last?.payload : undefined) ??
      (digest === undefined ? undefined : this.#byDigest.get(digest)) ??
      null
    );
  }

  #blockOf(buffer: ArrayBufferLike): KeptBlock {
    const last = this.#blocks.at(-1);
    if (last?.buffer === buffer) return last;
    const block = { buffer, ids: [], digests: [], urls: [] };
    this.#blocks.push(block);
    this.#octets += buffer.byteLength;
    while (this.#octets > MAX_KEPT_OCTETS && this.#blocks.length > 1) this.#forgetOldest();
    return block;
  }

  #forgetOldest(): void {
    const { buffer, ids, digests, urls } = this.#blocks.shift() as KeptBlock;
    this.#octets -= buffer.byteLength;
    for (const id of ids) if (this.#byId.get(id)?.octets.buffer === buffer) this.#byId.delete(id);
    for (const digest of digests) {
      if (this.#byDigest.get(digest)?.octets.buffer === buffer) this.#byDigest.delete(digest);
    }
    for (const url of urls)
      if (this.#byUrl.get(url)?.payload.octets.buffer === buffer) this.#byUrl.delete(url);
  }
}
