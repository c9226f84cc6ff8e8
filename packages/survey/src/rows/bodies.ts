/**
 * The rows of the table `bodies`: each distinct payload of an input once.
 */
import { hash } from 'node:crypto';
import { asBuffer } from '../../../decoding/src/buffers.js';
import type { Capture } from '../captures/capture.js';
import type { SurveyRows } from '../tables.js';

/** How many digests are remembered. An input with more distinct payloads may have one of them twice. */
const MAX_KNOWN = 200_000;

/** The column `digest`. */
export function digestOf(octets: Uint8Array): string {
  return hash('sha256', octets, 'hex');
}

/** The payloads of an input so far. */
export class DistinctBodies {
  readonly #known = new Set<string>();

  /** Adds the row of a payload, unless it has one. */
  add({ id }: Capture, digest: string, octets: Uint8Array, rows: SurveyRows[]): void {
    if (this.#known.has(digest)) return;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.add(digest);
    rows.push({ table: 'bodies', id, row: { digest, body: asBuffer(octets).toString('base64') } });
  }
}
