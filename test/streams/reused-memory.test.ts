/** A source that has one chunk of memory, and overwrites it when it is asked for more: `fs.read` into one buffer. */
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import {
  LineTransform,
  LineTransformStream,
  lineEventBatches,
  lineEvents,
  parse,
  type RobotsEvent,
  stringify,
} from '../../src/index.js';
import { SLICE_OCTETS } from '../../src/limits.js';
import { sameOctets, utf8 } from '../support/octets.js';
import { allAsText, eventsOf } from '../support/ways.js';
import { collect } from './source-consumers.js';

const FILE = utf8(
  Array.from({ length: 5_000 }, (_, line) => `Disallow: /path/${line}/*.x$ # ${line}\n`).join(''),
);

async function* reusing(size: number): AsyncGenerator<Uint8Array, void> {
  const memory = new Uint8Array(size);
  for (let at = 0; at < FILE.length; at += size) {
    const part = FILE.subarray(at, at + size);
    memory.set(part);
    yield memory.subarray(0, part.length);
  }
  memory.fill(0);
}

const CONSUMERS: Record<string, (source: AsyncGenerator<Uint8Array, void>) => Promise<RobotsEvent[]>> = {
  lineEvents: (source) => collect(lineEvents(source)),
  lineEventBatches: async (source) => (await collect(lineEventBatches(source))).flat(),
  'a pipeline to LineTransform': async (source) => {
    const events: RobotsEvent[] = [];
    await pipeline(source, new LineTransform(), async (read) => {
      for await (const event of read) events.push(event);
    });
    return events;
  },
  'writes to LineTransformStream': async (source) => {
    const { readable, writable } = new LineTransformStream();
    const writer = writable.getWriter();
    const written = (async () => {
      for await (const chunk of source) await writer.write(chunk);
      await writer.close();
    })();
    const events = await collect(readable);
    await written;
    return events;
  },
};

const SIZES = [100, SLICE_OCTETS, 5 * SLICE_OCTETS - 1];

test.each(Object.keys(CONSUMERS).flatMap((consumer) => SIZES.map((size) => [consumer, size] as const)))(
  '%s reads each chunk of %i octets before it asks for the next',
  async (consumer, size) => {
    expect(allAsText(await CONSUMERS[consumer](reusing(size)))).toBe(allAsText(eventsOf([FILE])));
  },
);

test.each(SIZES)('parse reads each chunk of %i octets before it asks for the next', async (size) => {
  sameOctets(stringify(await parse(reusing(size))), FILE);
});
