// @ts-check
/** What an event costs through each shell over the push core. */
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LineParser, LineTransform, LineTransformStream, lineEventBatches, lineEvents } from 'robotstream';
import { atMost, measurementsOf, resultOf } from '../harness/measurements.mjs';
import { race, timesAsFast } from '../harness/race.mjs';
import { filesNamed } from '../inputs/file-sets.mjs';

/** What sockets and files deliver at a time, most often. */
const CHUNK_OCTETS = 64 * 1024;
const GOAL = 2;

const CORE = 'LineParser (the core)';
const TRANSFORM = 'LineTransform';

/** @param {{ pace: import('../harness/race.mjs').Pace }} options */
export default async function transform({ pace }) {
  const { files, name } = filesNamed('huge');
  const chunks = chunksOf(files[0].octets, CHUNK_OCTETS);
  const count = pushCore(chunks);
  const subjects = [
    { name: CORE, run: () => pushCore(chunks), perRun: count },
    { name: TRANSFORM, run: () => throughTransform(chunks), perRun: count },
    { name: 'LineTransform in a pipeline', run: () => throughPipeline(chunks), perRun: count },
    { name: 'lineEventBatches', run: () => throughBatches(chunks), perRun: count },
    { name: 'lineEvents', run: () => throughIterator(chunks), perRun: count },
    { name: 'LineTransformStream (Web)', run: () => throughWebStream(chunks), perRun: count },
  ];
  const results = await race(subjects, pace);
  const cost = timesAsFast(resultOf(results, CORE), resultOf(results, TRANSFORM));
  return {
    measurements: measurementsOf(`${name}, chunks of 64 KiB`, 'ns', results, CORE),
    goals: [atMost('per-event cost of LineTransform over the push core', GOAL, '×', cost)],
  };
}

/**
 * @param {Uint8Array} octets
 * @param {number} size
 */
export function chunksOf(octets, size) {
  return Array.from({ length: Math.ceil(octets.length / size) }, (_, nth) =>
    octets.subarray(nth * size, (nth + 1) * size),
  );
}

/** @param {readonly Uint8Array[]} chunks */
export function pushCore(chunks) {
  const parser = new LineParser();
  let events = 0;
  for (const chunk of chunks) for (const _ of parser.write(chunk)) events++;
  for (const _ of parser.end()) events++;
  return events;
}

/**
 * The least that a use of a `Transform` can be: written to as it asks, events taken by a listener.
 *
 * @param {readonly Uint8Array[]} chunks
 * @returns {Promise<number>}
 */
export function throughTransform(chunks) {
  return new Promise((resolve, reject) => {
    const lines = new LineTransform();
    let events = 0;
    lines.on('data', () => events++);
    lines.on('end', () => resolve(events));
    lines.on('error', reject);
    let next = 0;
    const feed = () => {
      while (next < chunks.length) if (!lines.write(chunks[next++]) && next < chunks.length) return;
      lines.end();
    };
    lines.on('drain', feed);
    feed();
  });
}

/** @param {readonly Uint8Array[]} chunks */
async function throughPipeline(chunks) {
  let events = 0;
  const sink = new Writable({
    objectMode: true,
    write(_event, _encoding, callback) {
      events++;
      callback();
    },
  });
  await pipeline(Readable.from(chunks, { objectMode: false }), new LineTransform(), sink);
  return events;
}

/** @param {readonly Uint8Array[]} chunks */
async function throughBatches(chunks) {
  let events = 0;
  for await (const batch of lineEventBatches(chunks)) for (const _ of batch) events++;
  return events;
}

/** @param {readonly Uint8Array[]} chunks */
async function throughIterator(chunks) {
  let events = 0;
  for await (const _ of lineEvents(chunks)) events++;
  return events;
}

/** @param {readonly Uint8Array[]} chunks */
async function throughWebStream(chunks) {
  let events = 0;
  const stream = new Blob([...chunks]).stream().pipeThrough(new LineTransformStream());
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return events;
    events += Array.isArray(value) ? value.length : 1;
  }
}
