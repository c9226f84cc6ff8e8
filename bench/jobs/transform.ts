/** What one event costs through each shell of the push core. */
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LineParser, LineTransform, LineTransformStream, lineEventBatches, lineEvents } from 'robotstream';
import { atMost, type Findings, measurementsOf, resultOf } from '../harness/measurements.js';
import { type Pace, race, timesAsFast } from '../harness/race.js';
import { filesNamed } from '../inputs/file-sets.js';

type Chunks = readonly Uint8Array[];

/** The most common chunk size of sockets and files. */
const CHUNK_OCTETS = 64 * 1024;
const GOAL = 2;

const CORE = 'LineParser (the core)';
const TRANSFORM = 'LineTransform';

export async function transform({ pace }: { pace: Pace }): Promise<Findings> {
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
    goals: [atMost('cost of an event through LineTransform vs the push core', GOAL, '×', cost)],
  };
}

export function chunksOf(octets: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(octets.length / size) }, (_, nth) =>
    octets.subarray(nth * size, (nth + 1) * size),
  );
}

export function pushCore(chunks: Chunks): number {
  const parser = new LineParser();
  let events = 0;
  for (const chunk of chunks) for (const _ of parser.write(chunk)) events++;
  for (const _ of parser.end()) events++;
  return events;
}

/** The cheapest use of a `Transform`: the writer waits for `drain`, a listener takes the events. */
export function throughTransform(chunks: Chunks): Promise<number> {
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

async function throughPipeline(chunks: Chunks): Promise<number> {
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

async function throughBatches(chunks: Chunks): Promise<number> {
  let events = 0;
  for await (const batch of lineEventBatches(chunks)) for (const _ of batch) events++;
  return events;
}

async function throughIterator(chunks: Chunks): Promise<number> {
  let events = 0;
  for await (const _ of lineEvents(chunks)) events++;
  return events;
}

async function throughWebStream(chunks: Chunks): Promise<number> {
  let events = 0;
  const stream = new Blob([...chunks]).stream().pipeThrough(new LineTransformStream());
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return events;
    events += Array.isArray(value) ? value.length : 1;
  }
}
