/** Line events and documents from every kind of source. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import {
  lineEventBatches,
  lineEvents,
  type OctetSource,
  PARSING_LIMIT_OCTETS,
  parse,
  parseSync,
  RobotsError,
  type RobotsEvent,
} from '../../src/core.js';
import { sameOctets } from '../support/octets.js';
import { eventsOf, parsedFileOf, sameEvents } from '../support/ways.js';
import { streamOf } from '../support/web-streams.js';
import { BODY, ENDLESS_LINE_OCTETS, endlessChunks } from './bodies.js';
import { fileWith, newPath, useFiles } from './files.js';
import { awkwardChunks, serve } from './loopback.js';
import { settles } from './quiescence.js';
import { SOURCE_CONSUMERS } from './source-consumers.js';
import { fetchBody } from './stages.js';

useFiles();

async function* later(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    await Promise.resolve();
    yield chunk;
  }
}

/** Every kind of source, with the body in awkward pieces where it is in pieces. */
const SOURCES: { readonly [kind: string]: (body: Uint8Array) => Promise<OctetSource> | OctetSource } = {
  'a fetch body': async (body) => {
    const { url } = await serve(awkwardChunks(body));
    return fetchBody(url);
  },
  'a Response': (body) => new Response(streamOf(awkwardChunks(body))),
  'a ReadableStream': (body) => streamOf(awkwardChunks(body)),
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
  'chunks and empty chunks': (body) => [...awkwardChunks(body)].flatMap((chunk) => [new Uint8Array(), chunk]),
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
    expect(parsedFileOf(document)).toEqual(parsedFileOf(parseSync(BODY)));
  });

  test('start and end of an empty file', async () => {
    const empty = await open(new Uint8Array());
    const events: RobotsEvent[] = [];
    for await (const event of lineEvents(empty)) events.push(event);
    expect(events.map(({ type }) => type)).toEqual(['start', 'end']);
  });
});

describe.each(Object.entries(SOURCE_CONSUMERS))('%s', (_, read) => {
  describe('refuses as a source', () => {
    test.each<[string, unknown]>([
      ['undefined', undefined],
      ['null', null],
      ['5', 5],
      ['a function', () => {}],
      ['an instance of Object', {}],
      ['an instance of Promise', Promise.resolve()],
      ['an instance of Object', { body: 'User-agent: *' }],
      ['an instance of Object', { body: undefined }],
      ['an instance of Uint16Array', new Uint16Array(2)],
    ])('%s', async (what, source) => {
      const failure = read(source as OctetSource);
      await expect(failure).rejects.toThrow(TypeError);
      await expect(failure).rejects.toThrow(`source is ${what}; a Response of fetch(), a ReadableStream`);
    });

    test('a stream that is locked', async () => {
      const stream = streamOf([BODY]);
      stream.getReader();
      await expect(read(stream)).rejects.toThrow(TypeError);
    });
  });

  describe('refuses as a chunk', () => {
    test.each<[string, unknown]>([
      ['5', 5],
      ['undefined', undefined],
      ['null', null],
      ['an array of 1', [1]],
      ['an instance of Uint16Array', new Uint16Array(1)],
    ])('%s', async (what, chunk) => {
      const cancelled = vi.fn();
      const failure = read(streamOf([BODY, chunk as Uint8Array, BODY], cancelled));
      await expect(failure).rejects.toThrow(RobotsError);
      await expect(failure).rejects.toMatchObject({
        code: 'source-type',
        message: `The source yielded ${what}; a Uint8Array, a DataView or an ArrayBuffer is expected`,
      });
      expect(cancelled).toHaveBeenCalledOnce();
    });

    test('text from a Readable with an encoding: the message says what to do, and the Readable is destroyed', async () => {
      const source = createReadStream(fileWith(BODY)).setEncoding('utf8');
      await expect(read(source as unknown as OctetSource)).rejects.toMatchObject({
        code: 'source-type',
        message: expect.stringContaining('remove setEncoding() or encode the text first'),
      });
      expect(source.destroyed).toBe(true);
    });
  });

  describe('a source that fails', () => {
    const failure = new Error('the source fails');

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

    test('a file that does not exist', async () => {
      await expect(read(createReadStream(newPath()))).rejects.toMatchObject({
        code: 'ENOENT',
      });
    });

    test('a connection that is reset', async () => {
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
    test('an async generator: it is not read any further, and its return is called', async () => {
      let asked = 0;
      const ended = new Promise<void>((resolve) => {
        async function* counted(): AsyncGenerator<Uint8Array> {
          for await (const chunk of endlessChunks(1024, resolve)) {
            asked++;
            yield chunk;
          }
        }
        void read(counted());
      });
      await settles('the source', ended);
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
      await read(streamOf(endless(), cancelled));
      expect(cancelled).toHaveBeenCalledOnce();
    });

    test('a fetch body: the connection is closed', async () => {
      const { url, sentAll } = await serve(endlessChunks(16_384));
      const { body } = await fetch(url);
      await read(body as ReadableStream<Uint8Array>);
      expect(await sentAll).toBe(false);
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

  test('a fetch body: the connection is closed', async () => {
    const { url, sentAll } = await serve(endlessChunks(1024));
    const { body } = await fetch(url);
    for await (const event of lineEvents(body as ReadableStream<Uint8Array>))
      if (event.type === 'disallow') break;
    expect(await sentAll).toBe(false);
  });
});

test('bad options are errors of the first read', async () => {
  await expect(lineEvents(BODY, { maxOctets: 1 }).next()).rejects.toThrow(RangeError);
  await expect(lineEventBatches(BODY, { maxOctets: 1 }).next()).rejects.toThrow(RangeError);
  await expect(parse(BODY, { maxOctets: 1 })).rejects.toThrow(RangeError);
});
