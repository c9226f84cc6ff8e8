/** Reads a source of many small chunks with or without a signal, and prints what is reachable while the last chunk is read. */
import { pathToFileURL } from 'node:url';
import type * as robotstream from '../../src/index.js';
import { reachableOctets } from '../support/reachable.js';

export interface Request {
  /** `index.js` of the build. */
  readonly entry: string;
  readonly consumer: string;
  readonly chunks: number;
  readonly hasSignal: boolean;
}

export interface Report {
  /** How much more is reachable than before the first chunk. */
  readonly heldOctets: number;
}

const { entry, consumer, chunks, hasSignal } = JSON.parse(process.argv[2] ?? '') as Request;
const { lineEventBatches, lineEvents, parse } = (await import(
  pathToFileURL(entry).href
)) as typeof robotstream;

type Source = AsyncIterable<Uint8Array>;
type Options = { readonly signal?: AbortSignal };

const CONSUMERS: { readonly [name: string]: (source: Source, options: Options) => Promise<unknown> } = {
  parse,
  async lineEvents(source, options) {
    for await (const _ of lineEvents(source, options));
  },
  async lineEventBatches(source, options) {
    for await (const _ of lineEventBatches(source, options));
  },
};

let heldOctets = 0;

async function* source(count: number): AsyncGenerator<Uint8Array, void> {
  const chunk = Uint8Array.of(0x23);
  const before = await reachableOctets();
  for (let i = 0; i < count; i++) yield chunk;
  heldOctets = (await reachableOctets()) - before;
}

const { signal } = new AbortController();
for (const count of [1000, chunks]) await CONSUMERS[consumer]?.(source(count), hasSignal ? { signal } : {});
const report: Report = { heldOctets };
process.stdout.write(`${JSON.stringify(report)}\n`);
