/**
 * Payloads that later revisit records refer to (ISO 28500:2017, "revisit").
 */
import type { Payload } from '../capture.js';
import type { NamedFields } from './record.js';

/** How many octets of blocks are kept for one input, so that payloads in them remain. The oldest are dropped first. */
const MAX_KEPT_OCTETS = 32 * 1024 * 1024;

/** A block with payloads that are remembered. */
interface KeptBlock {
  readonly buffer: ArrayBufferLike;
  readonly names: string[];
}

/** Remembers payloads by every name that a revisit record may refer to them by. */
export class SeenPayloads {
  readonly #payloads = new Map<string, Payload>();
  readonly #blocks: KeptBlock[] = [];
  #octets = 0;

  /** Remembers the payload of a record. It is not copied: payloads of one block share its memory. */
  add(fields: NamedFields, payload: Payload): void {
    const block = this.#blockOf(payload.octets.buffer);
    for (const name of namesOf(fields)) {
      block.names.push(name);
      this.#payloads.set(name, payload);
    }
  }

  #blockOf(buffer: ArrayBufferLike): KeptBlock {
    const last = this.#blocks.at(-1);
    if (last?.buffer === buffer) return last;
    const block = { buffer, names: [] };
    this.#blocks.push(block);
    this.#octets += buffer.byteLength;
    while (this.#octets > MAX_KEPT_OCTETS && this.#blocks.length > 1) {
      const oldest = this.#blocks.shift() as KeptBlock;
      this.#octets -= oldest.buffer.byteLength;
      for (const name of oldest.names) {
        if (this.#payloads.get(name)?.octets.buffer === oldest.buffer) this.#payloads.delete(name);
      }
    }
    return block;
  }

  /** The payload that a revisit record refers to; null if it was not seen, or is no longer remembered. */
  find(fields: NamedFields): Payload | null {
    const id = fields.get('warc-refers-to');
    const url = fields.get('warc-refers-to-target-uri');
    const date = fields.get('warc-refers-to-date');
    const digest = fields.get('warc-payload-digest');
    const names = [
      ...(id === undefined ? [] : [idName(id)]),
      ...(url === undefined || date === undefined ? [] : [captureName(url, date)]),
      ...(digest === undefined ? [] : [digestName(digest)]),
    ];
    for (const name of names) {
      const payload = this.#payloads.get(name);
      if (payload !== undefined) return payload;
    }
    return null;
  }
}

function namesOf(fields: NamedFields): string[] {
  const id = fields.get('warc-record-id');
  const url = fields.get('warc-target-uri');
  const date = fields.get('warc-date');
  const digest = fields.get('warc-payload-digest');
  return [
    ...(id === undefined ? [] : [idName(id)]),
    ...(url === undefined || date === undefined ? [] : [captureName(url, date)]),
    ...(digest === undefined ? [] : [digestName(digest)]),
  ];
}

const idName = (id: string) => `id ${id}`;
const captureName = (url: string, date: string) => `capture ${date} ${url}`;
const digestName = (digest: string) => `digest ${digest}`;
