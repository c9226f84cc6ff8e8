/**
 * Reads a source of many small chunks with or without a signal, and prints as JSON how much memory is reachable while the
 * last chunk is read: `{ heldOctets }`, less what was reachable before.
 *
 * Usage: node --expose-gc signal.mjs FOLDER parse|lineEvents|lineEventBatches CHUNKS signal|none
 */
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const [folder, reader, chunks, hasSignal] = process.argv.slice(2);
const { lineEventBatches, lineEvents, parse } = await import(pathToFileURL(`${folder}/core.mjs`).href);

const READERS = {
  parse,
  lineEvents: async (source, options) => {
    for await (const _ of lineEvents(source, options));
  },
  lineEventBatches: async (source, options) => {
    for await (const _ of lineEventBatches(source, options));
  },
};

let heldOctets = 0;

async function* source(count) {
  const chunk = Uint8Array.of(0x23);
  const before = await reachableOctets();
  for (let i = 0; i < count; i++) yield chunk;
  heldOctets = (await reachableOctets()) - before;
}

async function reachableOctets() {
  await setImmediate();
  globalThis.gc();
  await setImmediate();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

const { signal } = new AbortController();
const read = (count) => READERS[reader](source(count), hasSignal === 'signal' ? { signal } : {});
await read(1000);
await read(Number(chunks));
console.log(JSON.stringify({ heldOctets }));
