/** `LineTransform` as a part of stream-chain's `chain([...])`. */
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import chain from 'stream-chain';
import { describe, expect, test, vi } from 'vitest';
import { lineEventBatches, type RobotsEvent } from '../../src/core.js';
import { LineTransform } from '../../src/stream/node-transform.js';
import { utf8 } from '../support/octets.js';
import { eventsOf, sameEvents } from '../support/ways.js';
import { BODY, endlessChunks } from './bodies.js';
import { awkwardChunks } from './loopback.js';

const pattern = (event: RobotsEvent): string | null => (event.type === 'disallow' ? event.value.text : null);

test('its events are what the next function is given', async () => {
  const patterns = chain([Readable.from(awkwardChunks(BODY)), new LineTransform(), pattern]);
  expect(await patterns.toArray()).toEqual(['/\u00e9?q=*']);
});

test('a chain is a stage of a pipeline', async () => {
  const events: RobotsEvent[] = [];
  await pipeline(
    Readable.from(awkwardChunks(BODY)),
    chain([new LineTransform(), (event: RobotsEvent) => events.push(event)]),
    new PassThrough({ objectMode: true }).resume(),
  );
  sameEvents(events, eventsOf([BODY]));
});

test('a chain begins with a Web stream', async () => {
  const events = await chain([new Blob([BODY]).stream(), new LineTransform(), pattern]).toArray();
  expect(events).toEqual(['/\u00e9?q=*']);
});

test('a function of a chain may give many events for one thing', async () => {
  const patterns = chain([
    Readable.from([BODY, utf8('Disallow: /b'), utf8('Disallow: /c')]),
    async function* (body: Uint8Array) {
      for await (const batch of lineEventBatches(body)) yield* batch;
    },
    pattern,
  ]);
  expect(await patterns.toArray()).toEqual(['/\u00e9?q=*', '/b', '/c']);
});

describe('the parsing limit', () => {
  test('of a source that the chain begins with: the chain ends, the source is destroyed', async () => {
    const ended = vi.fn();
    const source = Readable.from(endlessChunks(8192, ended));
    const types = await chain([source, new LineTransform(), ({ type }: RobotsEvent) => type]).toArray();
    expect(types.slice(-2)).toEqual(['limit', 'end']);
    expect(source.destroyed).toBe(true);
    expect(ended).toHaveBeenCalledOnce();
  });

  // The chain writes to its first stream by hand, so that the stream cannot let go of what the pipeline reads.
  test('of a source before the chain: the pipeline rejects and lets the source go', async () => {
    const ended = vi.fn();
    const run = pipeline(
      Readable.from(endlessChunks(8192, ended)),
      chain([new LineTransform(), ({ type }: RobotsEvent) => type]),
      async (types: AsyncIterable<string>) => {
        for await (const type of types) expect(type).toBeTruthy();
      },
    );
    await expect(run).rejects.toThrow('The parsing limit of 512000 octets is reached; no more is read');
    expect(ended).toHaveBeenCalledOnce();
  });
});

test("an error in a chain is the pipeline's, and nothing stays open", async () => {
  const source = Readable.from(endlessChunks(1024));
  const transform = new LineTransform();
  const failing = chain([
    transform,
    () => {
      throw new Error('no');
    },
  ]);
  await expect(pipeline(source, failing, new PassThrough({ objectMode: true }).resume())).rejects.toThrow(
    'no',
  );
  expect([source.destroyed, failing.destroyed, transform.destroyed]).toEqual([true, true, true]);
});
