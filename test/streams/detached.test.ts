/**
 * Octets that have lost their memory, because the program transferred them to a worker or made their buffer smaller. They would look
 * empty: a robots.txt that allows everything. Every consumer fails instead, and ends its source.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, test, vi } from 'vitest';
import {
  isAllowed,
  LineParser,
  LineTransform,
  LineTransformStream,
  lineEventBatches,
  lineEvents,
  type Octets,
  parseSync,
  type RobotsEvent,
  stringify,
} from '../../src/index.js';
import { SLICE_OCTETS } from '../../src/limits.js';
import { utf8 } from '../support/octets.js';
import { eventsOf, sameEvents } from '../support/ways.js';
import { readAll, streamOf } from '../support/web-streams.js';
import { settles } from './quiescence.js';
import { collect, SOURCE_CONSUMERS } from './source-consumers.js';

const FILE = utf8('user-agent: *\ndisallow: /secret\n');

/** What ES2024 adds to buffers. */
interface Resizable extends ArrayBuffer {
  resize(length: number): void;
}

interface Growable extends SharedArrayBuffer {
  grow(length: number): void;
}

function resizable(octets: Uint8Array, most = 2 * octets.length): Resizable {
  const buffer = Reflect.construct(ArrayBuffer, [octets.length, { maxByteLength: most }]) as Resizable;
  new Uint8Array(buffer).set(octets);
  return buffer;
}

function transfer(buffer: ArrayBufferLike): void {
  structuredClone(buffer, { transfer: [buffer as ArrayBuffer] });
}

/** Octets that have lost their memory. */
const LOST: readonly [name: string, make: () => Octets][] = [
  ['a Uint8Array', () => transferred(FILE.slice())],
  ['an empty Uint8Array', () => transferred(new Uint8Array())],
  ['a Uint8ClampedArray', () => transferred(new Uint8ClampedArray(FILE))],
  ['a DataView', () => transferred(new DataView(FILE.slice().buffer))],
  ['an ArrayBuffer', () => transferred(FILE.slice()).buffer],
  ['a view past the end of its buffer', () => shrunk((buffer) => new Uint8Array(buffer, 4, 8))],
  ['a view as long as its buffer', () => shrunk((buffer) => new Uint8Array(buffer, 4))],
  ['a DataView past the end of its buffer', () => shrunk((buffer) => new DataView(buffer, 4, 8))],
  ['a DataView as long as its buffer', () => shrunk((buffer) => new DataView(buffer, 4))],
];

function transferred<View extends ArrayBufferView>(view: View): View {
  transfer(view.buffer);
  return view;
}

function shrunk(view: (buffer: ArrayBuffer) => Octets): Octets {
  const buffer = resizable(FILE);
  const made = view(buffer);
  buffer.resize(2);
  return made;
}

const WITHOUT_MEMORY = /that has lost its memory; .* is expected/;
const SOURCE_ERROR = { code: 'source-type', message: expect.stringMatching(WITHOUT_MEMORY) };

describe.each(LOST)('%s', (_, make) => {
  test.each<[string, (octets: Octets) => unknown]>([
    ['parseSync', (octets) => parseSync(octets)],
    ['isAllowed', (octets) => isAllowed(octets, '/secret', { agents: 'a' })],
    ['LineParser', (octets) => new LineParser().write(octets)],
  ])('%s throws a TypeError that says so', (_, use) => {
    expect(() => use(make())).toThrow(TypeError);
    expect(() => use(make())).toThrow(WITHOUT_MEMORY);
  });

  test('stringify refuses an object with such octets', () => {
    const octets = make() as Uint8Array;
    expect(() => stringify({ octets })).toThrow(TypeError);
  });

  describe.each(Object.entries(SOURCE_CONSUMERS))('%s', (_, read) => {
    test('as the source itself: a TypeError', async () => {
      await expect(read(make())).rejects.toThrow(WITHOUT_MEMORY);
      await expect(read(make())).rejects.toBeInstanceOf(TypeError);
    });

    test('as a chunk: source-type, and the source is ended', async () => {
      const ended = vi.fn();
      function* chunks(): Generator<Octets> {
        try {
          yield FILE;
          yield make();
          yield FILE;
        } finally {
          ended();
        }
      }
      await expect(read(chunks())).rejects.toMatchObject(SOURCE_ERROR);
      expect(ended).toHaveBeenCalledTimes(1);
      async function* later(): AsyncGenerator<Octets> {
        yield* chunks();
      }
      await expect(read(later())).rejects.toMatchObject(SOURCE_ERROR);
      const cancelled = vi.fn();
      await expect(read(streamOf([FILE, make() as Uint8Array], cancelled))).rejects.toMatchObject(
        SOURCE_ERROR,
      );
      expect(cancelled).toHaveBeenCalledOnce();
      const readable = Readable.from([FILE, make(), FILE]);
      await expect(read(readable)).rejects.toMatchObject(SOURCE_ERROR);
      expect(readable.destroyed).toBe(true);
    });
  });

  test('LineTransform: an error of the stream, and the source is destroyed', async () => {
    const source = Readable.from([FILE, make(), FILE]);
    const transform = new LineTransform();
    await expect(
      pipeline(source, transform, (events: AsyncIterable<RobotsEvent>) => collect(events)),
    ).rejects.toMatchObject(SOURCE_ERROR);
    expect([source.destroyed, transform.destroyed]).toEqual([true, true]);
    const piped = new LineTransform();
    const failed = new Promise((resolve) => piped.once('error', resolve));
    Readable.from([make()]).pipe(piped);
    expect(await failed).toMatchObject(SOURCE_ERROR);
  });

  test('LineTransformStream: both sides fail, and the source is cancelled', async () => {
    const cancelled = vi.fn();
    const source = streamOf([FILE, make() as Uint8Array, FILE], cancelled);
    await expect(readAll(source.pipeThrough(new LineTransformStream()))).rejects.toMatchObject(SOURCE_ERROR);
    expect(cancelled).toHaveBeenCalledOnce();
  });
});

describe('a chunk that is transferred while it is read', () => {
  /** Three slices. */
  const LARGE = utf8('a: b\n'.repeat((3 * SLICE_OCTETS) / 5));

  test.each([
    ['lineEvents', lineEvents],
    ['lineEventBatches', lineEventBatches],
  ] as const)('%s fails, and does not end as if the chunk did', async (_, read) => {
    const chunk = LARGE.slice();
    const reading = (async () => {
      for await (const _event of read([chunk])) if (chunk.length > 0) transfer(chunk.buffer);
    })();
    await expect(reading).rejects.toMatchObject(SOURCE_ERROR);
  });

  test('LineTransform fails', async () => {
    const chunk = LARGE.slice();
    const transform = new LineTransform();
    transform.write(chunk);
    transform.end();
    transfer(chunk.buffer);
    await expect(transform.toArray()).rejects.toMatchObject(SOURCE_ERROR);
  });

  test('LineTransformStream fails', async () => {
    const chunk = LARGE.slice();
    const { readable, writable } = new LineTransformStream();
    const writer = writable.getWriter();
    const writing = expect(writer.write(chunk)).rejects.toMatchObject(SOURCE_ERROR);
    const reader = readable.getReader();
    await reader.read();
    transfer(chunk.buffer);
    await expect(readAll({ getReader: () => reader } as ReadableStream)).rejects.toMatchObject(SOURCE_ERROR);
    await writing;
  });

  test.each(Object.entries(SOURCE_CONSUMERS))('%s, at any turn after the chunk has come', async (_, read) => {
    // So many turns are enough for all of the file to be read.
    for (let turns = 0; turns < 12; turns++) {
      const chunk = FILE.slice();
      const source = new ReadableStream<Uint8Array>({
        async pull(controller) {
          controller.enqueue(chunk);
          for (let turn = 0; turn < turns; turn++) await undefined;
          transfer(chunk.buffer);
          controller.close();
        },
      });
      const whole = await read([FILE]);
      const result = await settles(
        'the consumer',
        read(source).catch((error: unknown) => error),
      );
      const failed = result instanceof Error;
      if (failed) expect(result).toMatchObject(SOURCE_ERROR);
      else expect(JSON.stringify(result)).toBe(JSON.stringify(whole));
    }
  });

  test('a question whose URL transfers the octets', () => {
    const octets = FILE.slice();
    const url = new URL('https://e.com/secret');
    Object.defineProperty(url, 'href', {
      get() {
        transfer(octets.buffer);
        return 'https://e.com/secret';
      },
    });
    expect(() => isAllowed(octets, url, { agents: 'a' })).toThrow(WITHOUT_MEMORY);
  });
});

describe('octets in a resizable buffer are those of the moment when they come', () => {
  /** Three slices, so that the program runs before the last. */
  const LARGE = utf8('a: b\n'.repeat((3 * SLICE_OCTETS) / 5));

  test.each<[string, (buffer: Resizable) => Octets]>([
    ['the buffer', (buffer) => buffer],
    ['a view as long as the buffer', (buffer) => new Uint8Array(buffer)],
    ['a view of a part', (buffer) => new Uint8Array(buffer, 0, LARGE.length)],
    ['a DataView as long as the buffer', (buffer) => new DataView(buffer)],
  ])('%s', async (_, view) => {
    const buffer = resizable(LARGE);
    expect(parseSync(view(buffer)).lineCount).toBe(LARGE.length / 5);
    sameEvents(await eventsWhile(view(buffer), () => buffer.resize(2 * LARGE.length)), eventsOf([LARGE]));
  });

  test('a SharedArrayBuffer that grows', async () => {
    const options = { maxByteLength: 2 * LARGE.length };
    const buffer = Reflect.construct(SharedArrayBuffer, [LARGE.length, options]) as Growable;
    new Uint8Array(buffer).set(LARGE);
    sameEvents(await eventsWhile(buffer, () => buffer.grow(2 * LARGE.length)), eventsOf([LARGE]));
  });

  /** The events of a chunk of which something happens once the first event has come. */
  async function eventsWhile(chunk: Octets, happen: () => void): Promise<RobotsEvent[]> {
    const events: RobotsEvent[] = [];
    for await (const event of lineEvents([chunk])) if (events.push(event) === 1) happen();
    return events;
  }
});
