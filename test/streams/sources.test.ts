/** Line events and documents from every kind of source, and what becomes of the source. */
import { once } from 'node:events';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, describe, expect, test, vi } from 'vitest';
import {
  lineEventBatches,
  lineEvents,
  type OctetSource,
  PARSING_LIMIT_OCTETS,
  parse,
  parseSync,
  type ReadOptions,
  RobotsError,
  type RobotsEvent,
} from '../../src/core.js';
import { sameOctets } from '../support/octets.js';
import { eventsOf, sameEvents } from '../support/ways.js';
import { BODY, ENDLESS_LINE_OCTETS, endlessChunks } from './bodies.js';
import { awkwardChunks, serve } from './loopback.js';

const folder = mkdtempSync(join(tmpdir(), 'robotstream-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(octets: Uint8Array): string {
  const path = join(folder, 'robots.txt');
  writeFileSync(path, octets);
  return path;
}

async function* later(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    await Promise.resolve();
    yield chunk;
  }
}

function webStream(
  chunks: Iterable<Uint8Array>,
  onCancel?: (reason: unknown) => void,
): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel(reason) {
      onCancel?.(reason);
    },
  });
}

/** Every kind of source, with the body in awkward pieces where it is in pieces. */
const SOURCES: { readonly [kind: string]: (body: Uint8Array) => Promise<OctetSource> | OctetSource } = {
  'a fetch body': async (body) => {
    const { url } = await serve(awkwardChunks(body));
    const { body: stream } = await fetch(url);
    if (stream === null) throw new Error('no body');
    return stream;
  },
  'a ReadableStream': (body) => webStream(awkwardChunks(body)),
  'a byte stream': (body) =>
    new ReadableStream({
      type: 'bytes',
      start(controller) {
        for (const chunk of awkwardChunks(body)) controller.enqueue(chunk.slice());
        controller.close();
      },
    }),
  'a Readable': (body) => Readable.from(awkwardChunks(body)),
  'a Readable in octet mode': (body) => {
    const through = new PassThrough({ highWaterMark: 7 });
    through.end(body);
    return through;
  },
  'a file': (body) => createReadStream(fileWith(body), { highWaterMark: 5 }),
  'an async generator': (body) => later(awkwardChunks(body)),
  'an iterator': (body) => awkwardChunks(body),
  'an array': (body) => [...awkwardChunks(body)],
  'an empty chunk now and then': (body) =>
    [...awkwardChunks(body)].flatMap((chunk) => [new Uint8Array(), chunk]),
  Buffers: (body) => [...awkwardChunks(body)].map((chunk) => Buffer.from(chunk)),
  'a Blob': (body) => new Blob([body]),
  'a Uint8Array': (body) => body,
  'a Buffer': (body) => Buffer.from(body),
  'an ArrayBuffer': (body) => body.slice().buffer,
  'a string': (body) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(body),
};

describe.each(Object.entries(SOURCES))('from %s', (_, open) => {
  test('line events', async () => {
    const events: RobotsEvent[] = [];
    for await (const event of lineEvents(await open(BODY))) events.push(event);
    sameEvents(events, eventsOf([BODY]));
  });

  test('batches of line events, none empty', async () => {
    const events: RobotsEvent[] = [];
    for await (const batch of lineEventBatches(await open(BODY))) {
      expect(batch.length).toBeGreaterThan(0);
      events.push(...batch);
    }
    sameEvents(events, eventsOf([BODY]));
  });

  test('a document', async () => {
    const document = await parse(await open(BODY));
    sameOctets(document.octets, BODY);
    expect(document.facts).toEqual(parseSync(BODY).facts);
  });

  test('nothing', async () => {
    const nothing = await open(new Uint8Array());
    const events: RobotsEvent[] = [];
    for await (const event of lineEvents(nothing)) events.push(event);
    expect(events.map(({ type }) => type)).toEqual(['start', 'end']);
  });
});

/** The three ways to read a source to its end. */
const READERS: { readonly [name: string]: (source: OctetSource, options?: ReadOptions) => Promise<unknown> } =
  {
    lineEvents: (source, options) => collect(lineEvents(source, options)),
    lineEventBatches: (source, options) => collect(lineEventBatches(source, options)),
    parse,
  };

async function collect(events: AsyncIterable<unknown>): Promise<unknown[]> {
  const collected: unknown[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

describe.each(Object.entries(READERS))('%s', (_, read) => {
  describe('what is no source', () => {
    test.each<[string, unknown]>([
      ['undefined', undefined],
      ['null', null],
      ['a number', 5],
      ['a function', () => {}],
      ['an instance of Object', {}],
      ['an instance of Promise', Promise.resolve()],
      ['an instance of Response', new Response('')],
    ])('%s', async (what, source) => {
      const failure = read(source as OctetSource);
      await expect(failure).rejects.toThrow(TypeError);
      await expect(failure).rejects.toThrow(`The source is ${what}; a ReadableStream`);
    });

    test('a stream that somebody else reads', async () => {
      const stream = webStream([BODY]);
      stream.getReader();
      await expect(read(stream)).rejects.toThrow(TypeError);
    });
  });

  describe('what is no chunk', () => {
    test.each<[string, unknown]>([
      ['a number', 5],
      ['undefined', undefined],
      ['null', null],
      ['an instance of Array', [1]],
      ['an instance of ArrayBuffer', new ArrayBuffer(1)],
    ])('%s', async (what, chunk) => {
      const cancelled = vi.fn();
      const failure = read(webStream([BODY, chunk as Uint8Array, BODY], cancelled));
      await expect(failure).rejects.toThrow(RobotsError);
      await expect(failure).rejects.toMatchObject({
        code: 'source-type',
        message: `The source yielded ${what}; a Uint8Array is expected`,
      });
      expect(cancelled).toHaveBeenCalledOnce();
    });

    test('text, from a Readable with an encoding: the message says what to do, the Readable is destroyed', async () => {
      const source = createReadStream(fileWith(BODY)).setEncoding('utf8');
      await expect(read(source as unknown as OctetSource)).rejects.toMatchObject({
        code: 'source-type',
        message: expect.stringContaining('take off setEncoding() or encode the text first'),
      });
      expect(source.destroyed).toBe(true);
    });
  });

  describe('a source that fails', () => {
    const failure = new Error('the cable is cut');

    test('a generator', async () => {
      async function* failing(): AsyncGenerator<Uint8Array> {
        yield BODY;
        throw failure;
      }
      await expect(read(failing())).rejects.toBe(failure);
    });

    test('an iterator', async () => {
      function* failing(): Generator<Uint8Array> {
        yield BODY;
        throw failure;
      }
      await expect(read(failing())).rejects.toBe(failure);
    });

    test('a Readable', async () => {
      const source = new Readable({
        read() {
          this.push(BODY);
          this.destroy(failure);
        },
      });
      await expect(read(source)).rejects.toBe(failure);
    });

    test('a ReadableStream', async () => {
      const source = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(BODY);
        },
        pull(controller) {
          controller.error(failure);
        },
      });
      await expect(read(source)).rejects.toBe(failure);
    });

    test('a file that is not there', async () => {
      await expect(read(createReadStream(join(folder, 'no-such-file')))).rejects.toMatchObject({
        code: 'ENOENT',
      });
    });

    test('a connection that breaks off', async () => {
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield BODY;
        (await response).destroy();
      }
      const { url, response } = await serve(broken());
      const { body } = await fetch(url);
      await expect(read(body as ReadableStream<Uint8Array>)).rejects.toThrow(/terminated/);
    });
  });

  describe('the parsing limit', () => {
    test('a generator: its return is called, and it is asked for no more', async () => {
      const ended = vi.fn();
      let asked = 0;
      async function* counted(): AsyncGenerator<Uint8Array> {
        for await (const chunk of endlessChunks(1024, ended)) {
          asked++;
          yield chunk;
        }
      }
      await read(counted());
      expect(ended).toHaveBeenCalledOnce();
      expect(asked).toBe(PARSING_LIMIT_OCTETS / 1024 + 1);
    });

    test('an iterator: its return is called', async () => {
      const ended = vi.fn();
      function* endless(): Generator<Uint8Array> {
        try {
          for (;;) yield new Uint8Array(1024);
        } finally {
          ended();
        }
      }
      await read(endless());
      expect(ended).toHaveBeenCalledOnce();
    });

    test('an iterator without a return', async () => {
      const next = vi.fn(() => ({ done: false as const, value: new Uint8Array(2 ** 16) }));
      await read({ [Symbol.iterator]: () => ({ next }) });
      expect(next).toHaveBeenCalledTimes(8);
    });

    test('a Readable: it is destroyed', async () => {
      const source = Readable.from(endlessChunks(1024));
      await read(source);
      expect(source.destroyed).toBe(true);
    });

    test('a file: it is closed', async () => {
      const source = createReadStream(fileWith(new Uint8Array(2 * PARSING_LIMIT_OCTETS)));
      await read(source);
      if (!source.closed) await once(source, 'close');
      expect(source.bytesRead).toBeLessThan(PARSING_LIMIT_OCTETS + 3 * source.readableHighWaterMark);
    });

    test('a ReadableStream: it is cancelled', async () => {
      const cancelled = vi.fn();
      function* endless(): Generator<Uint8Array> {
        for (;;) yield new Uint8Array(1024);
      }
      await read(webStream(endless(), cancelled));
      expect(cancelled).toHaveBeenCalledOnce();
    });

    test('a fetch body: the server sees its client go', async () => {
      const { url, sentAll } = await serve(endlessChunks(16_384));
      const { body } = await fetch(url);
      await read(body as ReadableStream<Uint8Array>);
      expect(await sentAll).toBe(false);
    });
  });

  describe('a signal', () => {
    const reason = new Error('enough');

    test('that has aborted: the reason is thrown, and the source let go unread', async () => {
      const cancelled = vi.fn();
      await expect(read(webStream([BODY], cancelled), { signal: AbortSignal.abort(reason) })).rejects.toBe(
        reason,
      );
      expect(cancelled).toHaveBeenCalledWith(reason);
      const source = Readable.from([BODY]);
      await expect(read(source, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      expect(source.destroyed).toBe(true);
    });

    test('that aborts while a read is pending: the source is let go, though it would hang for ever', async () => {
      const controller = new AbortController();
      const cancelled = vi.fn();
      const stream = new ReadableStream<Uint8Array>({
        pull: () => controller.abort(reason),
        cancel: cancelled,
      });
      await expect(read(stream, { signal: controller.signal })).rejects.toBe(reason);
      expect(cancelled).toHaveBeenCalledWith(reason);
    });

    test('a Readable whose read is pending is destroyed', async () => {
      const controller = new AbortController();
      const source = new Readable({ read: () => controller.abort(reason) });
      await expect(read(source, { signal: controller.signal })).rejects.toBe(reason);
      expect(source.destroyed).toBe(true);
    });

    test('a generator that never answers is not waited for', async () => {
      const controller = new AbortController();
      async function* hanging(): AsyncGenerator<Uint8Array> {
        yield BODY;
        controller.abort(reason);
        await new Promise(() => {});
      }
      await expect(read(hanging(), { signal: controller.signal })).rejects.toBe(reason);
    });

    test("a cancellation that fails after an abort is nobody's rejection", async () => {
      const controller = new AbortController();
      const stream = new ReadableStream<Uint8Array>({
        pull: () => controller.abort(reason),
        cancel: () => Promise.reject(new Error('cannot be cancelled')),
      });
      await expect(read(stream, { signal: controller.signal })).rejects.toBe(reason);
    });

    test('a fetch body: the server sees its client go', async () => {
      const controller = new AbortController();
      async function* stalling(): AsyncGenerator<Uint8Array> {
        yield BODY;
        controller.abort(reason);
        await sentAll;
      }
      const { url, sentAll } = await serve(stalling());
      const { body } = await fetch(url);
      await expect(read(body as ReadableStream<Uint8Array>, { signal: controller.signal })).rejects.toBe(
        reason,
      );
      expect(await sentAll).toBe(false);
    });

    test('that aborts after the end changes nothing, and is not listened to any more', async () => {
      const controller = new AbortController();
      const removed = vi.spyOn(controller.signal, 'removeEventListener');
      await read([BODY], { signal: controller.signal });
      expect(removed).toHaveBeenCalledOnce();
      controller.abort(reason);
    });
  });
});

describe('leaving early', () => {
  test.each(['lineEvents', 'lineEventBatches'] as const)('%s: the source is cancelled', async (name) => {
    const ended = vi.fn();
    for await (const _ of { lineEvents, lineEventBatches }[name](endlessChunks(ENDLESS_LINE_OCTETS, ended)))
      break;
    expect(ended).toHaveBeenCalledOnce();
  });

  test('a fetch body: the server sees its client go', async () => {
    const { url, sentAll } = await serve(endlessChunks(1024));
    const { body } = await fetch(url);
    for await (const event of lineEvents(body as ReadableStream<Uint8Array>))
      if (event.type === 'disallow') break;
    expect(await sentAll).toBe(false);
  });
});

test('the cancellation at the limit is waited for, and its failure passed on', async () => {
  const failure = new Error('cannot be cancelled');
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(2 ** 18)),
    cancel: () => Promise.reject(failure),
  });
  await expect(collect(lineEvents(stream))).rejects.toBe(failure);
});

test('bad options are told of at the first read', async () => {
  await expect(lineEvents(BODY, { maxOctets: 1 }).next()).rejects.toThrow(RangeError);
  await expect(lineEventBatches(BODY, { maxOctets: 1 }).next()).rejects.toThrow(RangeError);
  await expect(parse(BODY, { maxOctets: 1 })).rejects.toThrow(RangeError);
});
