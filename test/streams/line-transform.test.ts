/** `LineTransform` in pipelines: from every kind of stage, under back-pressure, at the parsing limit, aborted, misused. */
import { once } from 'node:events';
import {
  createReadStream,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { lineEvents, PARSING_LIMIT_OCTETS, RobotsError, type RobotsEvent } from '../../src/core.js';
import { LineParser } from '../../src/stream/line-parser.js';
import { LineTransform } from '../../src/stream/node-transform.js';
import { utf8 } from '../support/octets.js';
import { eventsOf, sameEvents } from '../support/ways.js';
import { streamOf } from '../support/web-streams.js';
import { BODY, ENDLESS_LINE_OCTETS, endlessChunks } from './bodies.js';
import { awkwardChunks, serve } from './loopback.js';
import { settles } from './quiescence.js';

const folder = mkdtempSync(join(tmpdir(), 'robotstream-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(octets: Uint8Array): string {
  const path = join(folder, 'robots.txt');
  writeFileSync(path, octets);
  return path;
}

async function request(url: string): Promise<IncomingMessage> {
  const [response] = await once(get(url), 'response');
  return response;
}

/** Waits until a stream is closed, with or without an error. */
async function closed(stream: Readable): Promise<void> {
  if (!stream.closed) await new Promise((resolve) => stream.once('close', resolve));
}

async function fetchBody(url: string): Promise<ReadableStream<Uint8Array>> {
  const { body } = await fetch(url);
  if (body === null) throw new Error('no body');
  return body;
}

/** A sink that takes its time for each event: a turn of the event loop. */
class SlowSink extends Writable {
  readonly events: RobotsEvent[] = [];
  isFinished = false;

  constructor() {
    super({ objectMode: true, highWaterMark: 1 });
  }

  override _write(event: RobotsEvent, _: BufferEncoding, callback: () => void): void {
    this.events.push(event);
    setImmediate(callback);
  }

  override _final(callback: () => void): void {
    this.isFinished = true;
    callback();
  }
}

/** The types of the last events. */
function lastTypes(events: readonly RobotsEvent[]): string[] {
  return events.slice(-2).map(({ type }) => type);
}

/** Lines of so many octets that few of them reach the parsing limit: a slow sink is soon through. */
function* longLines(ended?: () => void): Generator<Uint8Array> {
  try {
    for (;;) yield utf8(`${'disallow: /'.padEnd(8191, 'x')}\n`);
  } finally {
    ended?.();
  }
}

/** Events of long lines up to the limit: start, whole lines, limit, end. */
const LONG_LINE_EVENTS = 1 + Math.floor(PARSING_LIMIT_OCTETS / 8192) + 2;

type Stage =
  | NodeJS.ReadableStream
  | AsyncIterable<Uint8Array>
  | Iterable<Uint8Array>
  | ReadableStream<Uint8Array>;

async function eventsThrough(source: Stage, transform = new LineTransform()): Promise<RobotsEvent[]> {
  const sink = new SlowSink();
  await pipeline(source as NodeJS.ReadableStream, transform, sink);
  expect(sink.isFinished).toBe(true);
  expect([transform.destroyed, sink.destroyed]).toEqual([true, true]);
  return sink.events;
}

const SOURCES: { readonly [kind: string]: (body: Uint8Array) => Promise<Stage> | Stage } = {
  'an http response': async (body) => request((await serve(awkwardChunks(body))).url),
  'a fetch body': async (body) => fetchBody((await serve(awkwardChunks(body))).url),
  'a file': (body) => createReadStream(fileWith(body), { highWaterMark: 5 }),
  'a Readable': (body) => Readable.from(awkwardChunks(body), { objectMode: false }),
  'a Readable with an encoding': (body) =>
    Readable.from(awkwardChunks(body), { objectMode: false }).setEncoding('utf8'),
  'an async generator': async function* (body: Uint8Array) {
    yield* awkwardChunks(body);
  },
  'an iterator': (body) => awkwardChunks(body),
};

describe.each(Object.entries(SOURCES))('from %s', (_, open) => {
  test('the events of the whole', async () => {
    sameEvents(await eventsThrough(await open(BODY)), eventsOf([BODY]));
  });

  test('nothing', async () => {
    const events = await eventsThrough(await open(new Uint8Array()));
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

test('lineEvents is a stage, too', async () => {
  const sink = new SlowSink();
  await pipeline(Readable.from(awkwardChunks(BODY)), lineEvents, sink);
  sameEvents(sink.events, eventsOf([BODY]));
});

test('options are those of the parser and of the stream', async () => {
  const transform = new LineTransform({
    maxOctets: Infinity,
    keepOverlong: true,
    readableHighWaterMark: 3,
    writableHighWaterMark: 77,
  });
  expect([transform.readableHighWaterMark, transform.writableHighWaterMark]).toEqual([3, 77]);
  expect([transform.readableObjectMode, transform.writableObjectMode]).toEqual([true, false]);
  const body = utf8(`# ${'c'.repeat(PARSING_LIMIT_OCTETS)}\nallow: /`);
  const events = await eventsThrough(Readable.from([body], { objectMode: false }), transform);
  sameEvents(events, eventsOf([body], { maxOctets: Infinity, keepOverlong: true }));
  expect(() => new LineTransform({ maxOctets: 5 })).toThrow(RangeError);
});

describe('back-pressure', () => {
  test('a reader that does not read holds up the source', async () => {
    let chunks = 0;
    const source = new Readable({
      highWaterMark: 1024,
      read() {
        chunks++;
        this.push(new Uint8Array(1024).fill(0x0a));
      },
    });
    const transform = source.pipe(new LineTransform({ maxOctets: Infinity, writableHighWaterMark: 4096 }));
    await once(transform, 'readable');
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    // One chunk's events are made, and the buffers on the way are full.
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

  test('no more than 16 KiB of a chunk, however large, are made into events ahead', async () => {
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
    expect(most).toBeLessThanOrEqual(2 * 16_384 + 16);
  });

  test.each([1, 16, 100, 16_384])(
    'a reader that falls behind just where the rest of a chunk has no event, %s events buffered at most',
    async (readableHighWaterMark) => {
      // One slice of events fills the reader; what is left of the chunk is an unfinished line.
      const body = utf8(`${'\n'.repeat(16_384)}x`);
      const transform = new LineTransform({ readableHighWaterMark });
      transform.end(body);
      sameEvents(await settles('reading', transform.toArray()), eventsOf([body]));

      const piped = new LineTransform({ readableHighWaterMark });
      const reading = pipeline([body], piped, async (events: AsyncIterable<RobotsEvent>) => {
        const all: RobotsEvent[] = [];
        for await (const event of events) all.push(event);
        return all;
      });
      sameEvents(await settles('the pipeline', reading), eventsOf([body]));
    },
  );

  test('a slow reader of a fetch body gets everything', async () => {
    const body = utf8('Disallow: /a\n'.repeat(3000));
    const { url, sentAll } = await serve(awkwardChunks(body, 5000));
    sameEvents(await eventsThrough(await fetchBody(url)), eventsOf([body]));
    expect(await sentAll).toBe(true);
  });
});

describe('the parsing limit', () => {
  /** The pipeline resolves, the reader has every event up to the end, the source is let go. */
  async function endsWell(source: Stage): Promise<void> {
    const events = await eventsThrough(source);
    expect(lastTypes(events)).toEqual(['limit', 'end']);
    expect(events.length).toBe(LONG_LINE_EVENTS);
    expect(events.at(-1)).toMatchObject({ octets: PARSING_LIMIT_OCTETS, truncated: true });
  }

  test('a Readable: it is destroyed', async () => {
    const ended = vi.fn();
    const source = Readable.from(longLines(ended), { objectMode: false });
    await endsWell(source);
    expect(source.destroyed).toBe(true);
    expect(ended).toHaveBeenCalledOnce();
  });

  test('a Readable in object mode', async () => {
    const source = Readable.from(longLines());
    await endsWell(source);
    expect(source.destroyed).toBe(true);
  });

  test('a file: it is closed', async () => {
    const octets = Buffer.concat(Array.from({ length: 200 }, () => longLines().next().value as Uint8Array));
    const source = createReadStream(fileWith(octets));
    await endsWell(source);
    await closed(source);
    expect(source.bytesRead).toBeLessThan(octets.length);
  });

  test('an http response: the server sees its client go', async () => {
    const { url, sentAll } = await serve(longLines());
    const response = await request(url);
    await endsWell(response);
    expect(response.destroyed).toBe(true);
    expect(await sentAll).toBe(false);
  });

  test('a fetch body: the server sees its client go', async () => {
    const { url, sentAll } = await serve(longLines());
    await endsWell(await fetchBody(url));
    expect(await sentAll).toBe(false);
  });

  test('Readable.fromWeb of a fetch body', async () => {
    const { url, sentAll } = await serve(longLines());
    await endsWell(Readable.fromWeb((await fetchBody(url)) as import('node:stream/web').ReadableStream));
    expect(await sentAll).toBe(false);
  });

  test('a Web stream: it is cancelled, and not asked again', async () => {
    const cancelled = vi.fn();
    const lines = longLines();
    let asked = 0;
    const source = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          asked++;
          controller.enqueue(lines.next().value as Uint8Array);
        },
        cancel: cancelled,
      },
      { highWaterMark: 0 },
    );
    await endsWell(source);
    expect(cancelled).toHaveBeenCalledOnce();
    expect(asked).toBe(Math.ceil((PARSING_LIMIT_OCTETS + 1) / 8192));
  });

  test('a Web stream that stalls behind the limit is not waited for', async () => {
    const cancelled = vi.fn();
    const lines = longLines();
    let left = Math.ceil((PARSING_LIMIT_OCTETS + 1) / 8192);
    const source = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (left-- > 0) controller.enqueue(lines.next().value as Uint8Array);
        else await new Promise(() => {});
      },
      cancel: cancelled,
    });
    await endsWell(source);
    expect(cancelled).toHaveBeenCalledOnce();
  });

  test('an async generator: its return is called', async () => {
    const ended = vi.fn();
    await endsWell(
      (async function* () {
        yield* longLines(ended);
      })(),
    );
    expect(ended).toHaveBeenCalledOnce();
  });

  test('an iterator: its return is called', async () => {
    const ended = vi.fn();
    await endsWell(longLines(ended));
    expect(ended).toHaveBeenCalledOnce();
  });

  test('whatever stack traces the application keeps', async () => {
    const { stackTraceLimit } = Error;
    for (const limit of [0, 1, 100]) {
      Error.stackTraceLimit = limit;
      const ended = vi.fn();
      await endsWell(longLines(ended));
      expect(ended).toHaveBeenCalledOnce();
      expect(Error.stackTraceLimit).toBe(limit);
    }
    Error.stackTraceLimit = stackTraceLimit;
  });

  test('lineEvents as a stage', async () => {
    for (const open of [() => Readable.from(longLines()), () => streamOf(longLines())]) {
      const source = open();
      const sink = new SlowSink();
      await pipeline(source as Readable, lineEvents, sink);
      expect(lastTypes(sink.events)).toEqual(['limit', 'end']);
      if (source instanceof Readable) expect(source.destroyed).toBe(true);
    }
  });

  test('a generator between a Readable and the parser', async () => {
    const source = Readable.from(longLines());
    const ended = vi.fn();
    const sink = new SlowSink();
    await pipeline(
      source,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        try {
          yield* chunks;
        } finally {
          ended();
        }
      },
      new LineTransform(),
      sink,
    );
    expect(lastTypes(sink.events)).toEqual(['limit', 'end']);
    expect(sink.isFinished).toBe(true);
    expect(source.destroyed).toBe(true);
    expect(ended).toHaveBeenCalledOnce();
  });

  test('a pipe', async () => {
    const source = Readable.from(longLines(), { objectMode: false });
    const transform = source.pipe(new LineTransform());
    const other = source.pipe(new PassThrough()).resume();
    expect(lastTypes(await transform.toArray())).toEqual(['limit', 'end']);
    expect(source.destroyed).toBe(true);
    other.destroy();
  });

  test('a chunk that runs past it by far is let go behind it', async () => {
    const transform = new LineTransform();
    transform.end(utf8(`${'allow: /a\n'.repeat(60_000)}`));
    const events = await transform.toArray();
    expect(lastTypes(events)).toEqual(['limit', 'end']);
    expect(events.length).toBe(1 + PARSING_LIMIT_OCTETS / 10 + 2);
  });

  test('just reached is not passed', async () => {
    const source = Readable.from([new Uint8Array(PARSING_LIMIT_OCTETS).fill(0x0a), new Uint8Array()]);
    const transform = source.pipe(new LineTransform());
    const events = await transform.toArray();
    expect(lastTypes(events)).toEqual(['blank', 'end']);
    expect(source.readableEnded).toBe(true);
  });

  /** No pipeline of Node resolves if a stream in its midst is destroyed; lineEvents is no better off. */
  test.each<[string, (gunzip: Transform, sink: SlowSink) => Promise<unknown>]>([
    ['a file', (gunzip, sink) => pipeline(zippedLines(), gunzip, new LineTransform(), sink)],
    [
      'a Web stream',
      (gunzip, sink) => {
        const zipped = Readable.toWeb(zippedLines());
        return pipeline(zipped as unknown as NodeJS.ReadableStream, gunzip, new LineTransform(), sink);
      },
    ],
  ])(
    'gunzip behind %s: the reader has all events, all is destroyed, the pipeline rejects',
    async (_, run) => {
      const gunzip = createGunzip();
      const sink = new SlowSink();
      await expect(run(gunzip, sink)).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
      expect(lastTypes(sink.events)).toEqual(['limit', 'end']);
      expect([gunzip.destroyed, sink.destroyed]).toEqual([true, true]);
    },
  );

  function zippedLines(): Readable {
    // One line zips to nearly nothing: what is not read of it is worth letting go of.
    return createReadStream(fileWith(gzipSync(utf8(`${'disallow: /'.padEnd(8191, 'x')}\n`.repeat(4000)))));
  }

  describe('a writer by hand', () => {
    const overTheLimit = new Uint8Array(PARSING_LIMIT_OCTETS + 1).fill(0x23);

    test('finds the stream ended; what it goes on to write is dropped', async () => {
      const transform = new LineTransform();
      const written = vi.fn();
      expect(transform.write(overTheLimit, written)).toBe(true);
      expect(transform.writableEnded).toBe(true);
      const dropped = [vi.fn(), vi.fn(), vi.fn()];
      expect(transform.write(BODY, dropped[0])).toBe(true);
      expect(transform.write('allow: /', 'utf8', dropped[1])).toBe(true);
      expect(transform.write(BODY)).toBe(true);
      transform.end(BODY);
      await once(transform, 'readable');
      expect(dropped[0]).not.toHaveBeenCalled();
      expect((await transform.toArray()).map(({ type }) => type)).toEqual(['start', 'limit', 'end']);
      transform.write(BODY, dropped[2]);
      await new Promise(setImmediate);
      expect(written.mock.calls[0][0] ?? null).toBe(null);
      for (const { mock } of dropped)
        expect(mock.calls).toEqual([
          [expect.objectContaining({ message: expect.stringContaining('limit of 512000 octets') })],
        ]);
    });

    test('a loop inside a generator that a pipeline reads is no pipeline', async () => {
      const transform = new LineTransform();
      const reading = transform.toArray();
      await pipeline(async function* () {
        for (let i = 0; i < 3; i++) transform.write(overTheLimit);
        yield BODY;
      }, new PassThrough().resume());
      expect(lastTypes(await reading)).toEqual(['limit', 'end']);
    });

    test('a Web writer is told by an error, and the events are there', async () => {
      const transform = new LineTransform();
      const cancelled = vi.fn();
      const source = new ReadableStream<Uint8Array>({
        async pull(controller) {
          await new Promise(setImmediate);
          controller.enqueue(overTheLimit);
        },
        cancel: cancelled,
      });
      const [piped, read] = await Promise.allSettled([
        source.pipeTo(Writable.toWeb(transform) as WritableStream<Uint8Array>),
        transform.toArray(),
      ]);
      expect(piped.status).toBe('rejected');
      expect(read).toMatchObject({ status: 'fulfilled', value: { length: 3 } });
      expect(cancelled).toHaveBeenCalledOnce();
    });
  });
});

describe('a chunk that is not octets', () => {
  const error = { code: 'source-type', message: 'The source yielded a number; a Uint8Array is expected' };

  test('from a Readable is the error of the pipeline, and the source is destroyed', async () => {
    const source = Readable.from([BODY, 5, BODY]);
    const transform = new LineTransform();
    const sink = new SlowSink();
    const failure = pipeline(source, transform, sink);
    await expect(failure).rejects.toThrow(RobotsError);
    await expect(failure).rejects.toMatchObject(error);
    expect([source.destroyed, transform.destroyed, sink.destroyed]).toEqual([true, true, true]);
  });

  test('from a generator, too', async () => {
    const ended = vi.fn();
    function* numbers(): Generator<unknown> {
      try {
        for (;;) yield 5;
      } finally {
        ended();
      }
    }
    await expect(
      pipeline(numbers() as Iterable<Uint8Array>, new LineTransform(), new SlowSink()),
    ).rejects.toMatchObject(error);
    expect(ended).toHaveBeenCalledOnce();
  });

  test("by hand is the stream's error, not a throw", async () => {
    const transform = new LineTransform();
    const written = vi.fn();
    expect(transform.write(5, written)).toBe(false);
    const [failure] = await once(transform, 'error');
    expect(failure).toMatchObject(error);
    expect(written).toHaveBeenCalledWith(failure);
    const ending = new LineTransform();
    ending.end(null);
    expect((await ending.toArray()).length).toBe(2);
    const nulls = new LineTransform();
    nulls.write(null);
    expect((await once(nulls, 'error'))[0]).toMatchObject({
      message: expect.stringContaining('yielded null'),
    });
  });
});

describe('a throw inside', () => {
  // There is none that is known; should there be one, it must not get past the stream.
  test.each(['write', 'end'] as const)('in %s is the error of the pipeline', async (method) => {
    const failure = new Error('a mistake of ours');
    const spy = vi.spyOn(LineParser.prototype, method).mockImplementation(() => {
      throw failure;
    });
    const source = Readable.from(awkwardChunks(BODY), { objectMode: false });
    const transform = new LineTransform();
    await expect(pipeline(source, transform, new SlowSink())).rejects.toBe(failure);
    expect([source.destroyed, transform.destroyed]).toEqual([true, true]);
    spy.mockRestore();
  });
});

describe('leaving nothing open', () => {
  const failure = new Error('the reader has had enough');

  /** What a pipeline is made to break off at, told by the sink. */
  function breaksAt(events: number, how: (sink: Writable) => void): Writable {
    let seen = 0;
    return new Writable({
      objectMode: true,
      highWaterMark: 1,
      write(_, __, callback) {
        if (++seen === events) how(this);
        setImmediate(callback);
      },
    });
  }

  describe.each([1, 2, 17, 100])('broken off at event %s', (events) => {
    const ways: [string, (controller: AbortController) => (sink: Writable) => void, object][] = [
      ['by a signal', (controller) => () => controller.abort(), { name: 'AbortError' }],
      ['by an error of the sink', () => (sink) => sink.destroy(failure), failure],
      ['by the sink closing', () => (sink) => sink.destroy(), { code: 'ERR_STREAM_PREMATURE_CLOSE' }],
    ];
    test.each(ways)('%s: an http response', async (_, how) => {
      const controller = new AbortController();
      const { url, sentAll } = await serve(endlessChunks(1024));
      const response = await request(url);
      const transform = new LineTransform();
      const sink = breaksAt(events, how(controller));
      // Which error it is depends on Node: newer ones give the response's own.
      await expect(pipeline(response, transform, sink, { signal: controller.signal })).rejects.toThrow();
      expect([transform.destroyed, sink.destroyed]).toEqual([true, true]);
      await closed(response);
      expect(await sentAll).toBe(false);
    });

    test.each(ways)('%s: a fetch body', async (_, how, error) => {
      const controller = new AbortController();
      const { url, sentAll } = await serve(endlessChunks(1024));
      const transform = new LineTransform();
      const sink = breaksAt(events, how(controller));
      const body = (await fetchBody(url)) as unknown as NodeJS.ReadableStream;
      await expect(pipeline(body, transform, sink, { signal: controller.signal })).rejects.toMatchObject(
        error,
      );
      expect([transform.destroyed, sink.destroyed]).toEqual([true, true]);
      expect(await sentAll).toBe(false);
    });

    test.each(ways)('%s: a file', async (_, how, error) => {
      const controller = new AbortController();
      const source = createReadStream(fileWith(utf8('allow: /\n'.repeat(5000))), { highWaterMark: 64 });
      const transform = new LineTransform();
      const sink = breaksAt(events, how(controller));
      await expect(pipeline(source, transform, sink, { signal: controller.signal })).rejects.toMatchObject(
        error,
      );
      expect([source.destroyed, transform.destroyed, sink.destroyed]).toEqual([true, true, true]);
      await closed(source);
    });
  });

  test('a source that fails', async () => {
    const transform = new LineTransform();
    const sink = new SlowSink();
    const source = new Readable({
      read() {
        this.push(BODY);
        this.destroy(failure);
      },
    });
    await expect(pipeline(source, transform, sink)).rejects.toBe(failure);
    expect([transform.destroyed, sink.destroyed]).toEqual([true, true]);
  });

  test('its own signal', async () => {
    const controller = new AbortController();
    const transform = new LineTransform({ signal: controller.signal });
    const source = Readable.from(endlessChunks(ENDLESS_LINE_OCTETS));
    const sink = breaksAt(5, () => controller.abort());
    await expect(pipeline(source, transform, sink)).rejects.toMatchObject({ name: 'AbortError' });
    expect([source.destroyed, transform.destroyed, sink.destroyed]).toEqual([true, true, true]);
  });

  test('destroyed between a slice of a chunk and the next', async () => {
    const transform = new LineTransform();
    transform.write(new Uint8Array(40_000).fill(0x0a));
    await once(transform, 'readable');
    const made = transform.readableLength;
    expect(made).toBeLessThan(40_000);
    transform.destroy();
    await once(transform, 'close');
    expect(transform.readableLength).toBe(made);
  });

  test('to a file and back', async () => {
    const path = join(folder, 'events.ndjson');
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
});
