/** `LineTransform` as a part of stream-chain's `chain([...])`. */
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import chain from 'stream-chain';
import { describe, expect, test } from 'vitest';
import { lineEventBatches, type RobotsEvent } from '../../src/core.js';
import { LineTransform } from '../../src/stream/node-line-transform.js';
import { utf8 } from '../support/octets.js';
import { eventsOf, sameEvents } from '../support/ways.js';
import { BODY, endlessChunks } from './bodies.js';
import { awkwardChunks } from './loopback.js';
import { settles } from './quiescence.js';

const pattern = (event: RobotsEvent): string | null => (event.type === 'disallow' ? event.value.text : null);

test('its events are the input of the next function', async () => {
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

test('a function of a chain may yield many events for one chunk', async () => {
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
  const types = ({ type }: RobotsEvent): string => type;

  test('a long file: the chain ends well', async () => {
    const source = Readable.from([BODY, ...Array.from({ length: 200 }, () => utf8('#\n'.repeat(4096)))]);
    const seen = await settles('the chain', chain([source, new LineTransform(), types]).toArray());
    expect(seen.slice(-2)).toEqual(['limit', 'end']);
    expect(source.destroyed).toBe(true);
  });

  test.each<[string, (source: Readable) => Promise<unknown>]>([
    ['in the chain', (source) => chain([source, new LineTransform(), types]).toArray()],
    [
      'before the chain',
      (source) =>
        pipeline(source, chain([new LineTransform(), types]), new PassThrough({ objectMode: true }).resume()),
    ],
  ])('an endless source %s: the chain fails, and the source is destroyed', async (_, run) => {
    let reading: Promise<unknown> | undefined;
    const released = new Promise<void>((resolve) => {
      reading = run(Readable.from(endlessChunks(8192, resolve)));
    });
    await expect(settles('the chain', reading as Promise<unknown>)).rejects.toMatchObject({
      code: 'endless-source',
    });
    await settles('the source', released);
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
