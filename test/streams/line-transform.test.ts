/** `LineTransform` without faults or limits: every kind of source, options, back-pressure. */
import { once } from 'node:events';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { lineEvents, PARSING_LIMIT_OCTETS, type RobotsEvent } from '../../src/core.js';
import { SLICE_OCTETS } from '../../src/limits.js';
import { LineTransform } from '../../src/stream/node-line-transform.js';
import { utf8 } from '../support/octets.js';
import { eventsOf, sameEvents } from '../support/ways.js';
import { BODY } from './bodies.js';
import { fileWith, newPath, useFiles } from './files.js';
import { awkwardChunks, serve } from './loopback.js';
import { settles } from './quiescence.js';
import { SlowSink } from './sinks.js';
import { fetchBody, STAGES, type Stage } from './stages.js';

useFiles();

async function eventsThrough(source: Stage, transform = new LineTransform()): Promise<RobotsEvent[]> {
  const sink = new SlowSink();
  await pipeline(source as NodeJS.ReadableStream, transform, sink);
  expect(sink.isFinished).toBe(true);
  expect([transform.destroyed, sink.destroyed]).toEqual([true, true]);
  return sink.events;
}

describe.each(Object.entries(STAGES))('from %s', (_, open) => {
  test('gives the events of the whole file', async () => {
    sameEvents(await eventsThrough(await open(awkwardChunks(BODY))), eventsOf([BODY]));
  });

  test('start and end of an empty file', async () => {
    const events = await eventsThrough(await open(awkwardChunks(new Uint8Array())));
    expect(events.map(({ type }) => type)).toEqual(['start', 'end']);
  });
});

test('by pipe, by hand, and with text', async () => {
  const piped = Readable.from(awkwardChunks(BODY), { objectMode: false }).pipe(new LineTransform());
  sameEvents(await piped.toArray(), eventsOf([BODY]));

  const byHand = new LineTransform();
  const written = vi.fn();
  byHand.write('User-agent: \u00e9', written);
  byHand.write('0a', 'hex', written);
  byHand.end(utf8('Disallow: /'), written);
  sameEvents(await byHand.toArray(), eventsOf([utf8('User-agent: \u00e9\nDisallow: /')]));
  expect(written.mock.calls.map(([error]) => error ?? null)).toEqual([null, null, null]);
});

test('read() gives all events in one go, however many slices the chunk has', () => {
  const body = utf8('disallow: /\n'.repeat(SLICE_OCTETS / 4));
  const transform = new LineTransform();
  transform.end(body);
  const events: RobotsEvent[] = [];
  for (let event = transform.read(); event !== null; event = transform.read()) events.push(event);
  sameEvents(events, eventsOf([body]));
});

test('text in the default encoding that the writer sets', async () => {
  const transform = new LineTransform();
  transform.setDefaultEncoding('latin1');
  transform.write('# \u00e9');
  transform.write('c3a9', 'hex');
  transform.end('\u00e9');
  const octets = Uint8Array.of(0x23, 0x20, 0xe9, 0xc3, 0xa9, 0xe9);
  sameEvents(await transform.toArray(), eventsOf([octets]));
  expect(() => transform.setDefaultEncoding('no such' as BufferEncoding)).toThrow(TypeError);
});

test('from a stage before it', async () => {
  async function* halves(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      yield chunk.subarray(0, chunk.length >> 1);
      yield chunk.subarray(chunk.length >> 1);
    }
  }
  const sink = new SlowSink();
  await pipeline(
    createReadStream(fileWith(gzipSync(BODY))),
    createGunzip(),
    halves,
    new LineTransform(),
    sink,
  );
  sameEvents(sink.events, eventsOf([BODY]));
});

test('lineEvents is a stage of a pipeline, too', async () => {
  const sink = new SlowSink();
  await pipeline(Readable.from(awkwardChunks(BODY)), lineEvents, sink);
  sameEvents(sink.events, eventsOf([BODY]));
});

test('takes the options of the parser and of the stream', async () => {
  const transform = new LineTransform({
    maxOctets: Infinity,
    keepOverlong: true,
    readableHighWaterMark: 3,
    writableHighWaterMark: 77,
  });
  expect([transform.readableHighWaterMark, transform.writableHighWaterMark]).toEqual([3, 77]);
  const body = utf8(`# ${'c'.repeat(PARSING_LIMIT_OCTETS)}\nallow: /`);
  const events = await eventsThrough(Readable.from([body], { objectMode: false }), transform);
  sameEvents(events, eventsOf([body], { maxOctets: Infinity, keepOverlong: true }));
  expect(() => new LineTransform({ maxOctets: 5 })).toThrow(RangeError);
});

test('by default it buffers one chunk, and as many events as Node does', () => {
  const transform = new LineTransform();
  expect(transform.writableHighWaterMark).toBe(1);
  expect(transform.readableHighWaterMark).toBe(new Readable({ objectMode: true }).readableHighWaterMark);
});

test.each<[object, string]>([
  [
    { keepOverlon: true },
    'LineTransform: unknown option keepOverlon; did you mean keepOverlong? Known options: ' +
      'maxOctets, keepOverlong, readableHighWaterMark, writableHighWaterMark, signal',
  ],
  [{ keepOverlong: 1 }, 'keepOverlong is 1; true or false is expected'],
  [{ signal: {} }, 'signal is an instance of Object; an AbortSignal is expected'],
])('refuses the options %j', (options, message) => {
  expect(() => new LineTransform(options)).toThrow(new TypeError(message));
});

test('parses before there is a consumer, as the transforms of Node do', async () => {
  const transform = new LineTransform();
  transform.write('allow: /a\nallow: /b\n');
  // The start event, too.
  expect(transform.readableLength).toBe(3);
  transform.end();
  expect((await transform.toArray()).map(({ type }) => type)).toEqual(['start', 'allow', 'allow', 'end']);
});

describe('back-pressure', () => {
  test('a consumer that does not read holds up the source', async () => {
    let chunks = 0;
    const source = new Readable({
      highWaterMark: 1024,
      read() {
        chunks++;
        this.push(new Uint8Array(1024).fill(0x0a));
      },
    });
    const transform = source.pipe(new LineTransform({ maxOctets: Infinity, writableHighWaterMark: 4 }));
    await once(transform, 'readable');
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    // The start event and those of one chunk are buffered, and the buffers before the parser are full.
    expect(transform.readableLength).toBe(1025);
    const held = chunks;
    expect(held).toBeLessThanOrEqual(1 + 4 + 2);

    for (let i = 0; i < 4 * 1024; i++) {
      if (transform.read() === null) await once(transform, 'readable');
    }
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    expect(chunks).toBeGreaterThan(held);
    expect(chunks).toBeLessThanOrEqual(held + 5);
    expect(transform.readableLength).toBeLessThanOrEqual(2048);
    source.destroy();
    transform.destroy();
  });

  test('of a large chunk, at most the events of 16 KiB are buffered past the high-water mark', async () => {
    const transform = new LineTransform({ maxOctets: Infinity });
    const octets = 2 ** 20;
    transform.end(new Uint8Array(octets).fill(0x0a));
    await once(transform, 'readable');
    let most = 0;
    let events = 0;
    while (!transform.readableEnded) {
      most = Math.max(most, transform.readableLength);
      if (transform.read() === null) await new Promise(setImmediate);
      else events++;
    }
    expect(events).toBe(octets + 2);
    expect(most).toBeLessThanOrEqual(transform.readableHighWaterMark + SLICE_OCTETS);
  });

  const FOUR_SLICES = new Uint8Array(4 * SLICE_OCTETS).fill(0x0a);

  test('a listener gets the events of all slices but the first at once, not through the buffer', async () => {
    const transform = new LineTransform();
    transform.write(FOUR_SLICES);
    let buffered = 0;
    transform.on('data', () => {
      if (transform.readableLength > 0) buffered++;
    });
    transform.end();
    await once(transform, 'end');
    expect(buffered).toBeLessThanOrEqual(SLICE_OCTETS + 2);
  });

  test('a listener that pauses after it has asked for events gets those of one slice', async () => {
    const transform = new LineTransform();
    let events = 0;
    transform.on('data', () => events++);
    process.nextTick(() => {
      transform.pause();
      transform.end(FOUR_SLICES);
    });
    for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    expect(events + transform.readableLength).toBe(1 + SLICE_OCTETS);
    transform.resume();
    await once(transform, 'end');
    expect(events).toBe(FOUR_SLICES.length + 2);
  });

  test.each([0, 1, 16, 100, SLICE_OCTETS])(
    'the consumer is full and the rest of the chunk has no event; high-water mark %s',
    async (readableHighWaterMark) => {
      // The events of one slice fill the consumer; the rest of the chunk is an unfinished line.
      const body = utf8(`${'\n'.repeat(SLICE_OCTETS)}x`);
      const transform = new LineTransform({ readableHighWaterMark });
      transform.end(body);
      sameEvents(await settles('toArray', transform.toArray()), eventsOf([body]));

      const piped = new LineTransform({ readableHighWaterMark });
      const reading = pipeline([body], piped, async (events: AsyncIterable<RobotsEvent>) => {
        const all: RobotsEvent[] = [];
        for await (const event of events) all.push(event);
        return all;
      });
      sameEvents(await settles('the pipeline', reading), eventsOf([body]));
    },
  );

  test('a slow consumer of a fetch body gets everything', async () => {
    const body = utf8('Disallow: /a\n'.repeat(3000));
    const { url, sentAll } = await serve(awkwardChunks(body, 5000));
    sameEvents(await eventsThrough(await fetchBody(url)), eventsOf([body]));
    expect(await sentAll).toBe(true);
  });
});

test('to a file and back', async () => {
  const path = newPath();
  const source = createReadStream(fileWith(BODY));
  const target = createWriteStream(path);
  await pipeline(
    source,
    new LineTransform(),
    async function* (events: AsyncIterable<RobotsEvent>) {
      for await (const event of events) yield `${JSON.stringify(event)}\n`;
    },
    target,
  );
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(eventsOf([BODY]))));
  expect([source.closed, target.closed]).toEqual([true, true]);
});
