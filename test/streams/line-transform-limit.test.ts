/** `LineTransform` at the parsing limit: long files end well, endless sources fail, whatever the source is. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { PassThrough, Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { lineEvents, PARSING_LIMIT_OCTETS, type RobotsEvent } from '../../src/core.js';
import { DISCARD_LIMIT_OCTETS } from '../../src/limits.js';
import { LineTransform } from '../../src/stream/node-line-transform.js';
import { utf8 } from '../support/octets.js';
import { BODY } from './bodies.js';
import { fileWith, useFiles } from './files.js';
import { settles } from './quiescence.js';
import { lastTypes, SlowSink } from './sinks.js';
import { ENDLESS_STAGES, type OpenStage, STAGES, type Stage } from './stages.js';

useFiles();

const LINE_OCTETS = 8192;

/** A line so long that few of them reach the parsing limit. */
const LONG_LINE = utf8(`${'disallow: /'.padEnd(LINE_OCTETS - 1, 'x')}\n`);

/** Events of long lines up to the limit: start, whole lines, limit, end. */
const EVENTS = 1 + Math.floor(PARSING_LIMIT_OCTETS / LINE_OCTETS) + 2;

/** Long lines, one for each chunk, and what became of them. */
class Lines {
  yielded = 0;
  /** Resolves when the consumer is done with the lines: it has read all of them, or has returned early. */
  readonly released: Promise<void>;
  #release: () => void = () => {};

  constructor() {
    this.released = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  *take(count: number): Generator<Uint8Array> {
    try {
      while (this.yielded < count) {
        this.yielded++;
        yield LONG_LINE;
      }
    } finally {
      this.#release();
    }
  }
}

/** What a pipeline rejects with when its source is endless. */
const ENDLESS_SOURCE = {
  name: 'RobotsError',
  code: 'endless-source',
  message:
    'The source went on for more than 4194304 octets past the parsing limit; lineEvents() stops it there',
};

function expectAllEvents(events: readonly RobotsEvent[]): void {
  expect(lastTypes(events)).toEqual(['limit', 'end']);
  expect(events.at(-1)).toMatchObject({ octets: PARSING_LIMIT_OCTETS, truncated: true });
  expect(events.length).toBe(EVENTS);
}

/** The two ways to read events at the end of a pipeline. */
const CONSUMERS: {
  readonly [name: string]: (source: Stage, transform: LineTransform, events: RobotsEvent[]) => Promise<void>;
} = {
  'a slow Writable': async (source, transform, events) => {
    const sink = new SlowSink();
    await pipeline(source as Readable, transform, sink).finally(() => events.push(...sink.events));
    expect(sink.isFinished).toBe(true);
  },
  'an async function': async (source, transform, events) =>
    pipeline(source as Readable, transform, async (all: AsyncIterable<RobotsEvent>) => {
      for await (const event of all) events.push(event);
    }),
};

describe.each(Object.entries(CONSUMERS))('read by %s', (_, read) => {
  /** More than the limit, by less than is discarded. */
  const LONG_FILE_LINES = 200;

  const long = Object.entries(STAGES).filter(([kind]) => kind !== 'a file in chunks of 5 octets');
  test.each(long)('a long file from %s ends well', async (_, open) => {
    const lines = new Lines();
    const events: RobotsEvent[] = [];
    const source = await open(lines.take(LONG_FILE_LINES));
    await settles('the pipeline', read(source, new LineTransform(), events));
    expectAllEvents(events);
    await settles('the source', lines.released);
    expect(lines.yielded).toBe(LONG_FILE_LINES);
  });

  test.each(Object.entries(ENDLESS_STAGES))(
    'an endless source, %s: the consumer gets all events, then the pipeline rejects and the source is released',
    async (_, open) => {
      const lines = new Lines();
      const events: RobotsEvent[] = [];
      const transform = new LineTransform();
      const source = await open(lines.take(Infinity));
      const reading = settles('the pipeline', read(source, transform, events));
      await expect(reading).rejects.toMatchObject(ENDLESS_SOURCE);
      expectAllEvents(events);
      expect(transform.destroyed).toBe(true);
      await settles('the source', lines.released);
    },
  );

  test.each<[string, number]>([
    ['a long file', LONG_FILE_LINES],
    ['a file that goes on for too long', 2000],
  ])('gunzip before the transform, %s', async (_, lines) => {
    const gunzip = createGunzip();
    const events: RobotsEvent[] = [];
    const zipped = createReadStream(fileWith(gzipSync(Buffer.alloc(lines * LINE_OCTETS, LONG_LINE))));
    const unzipped = zipped.pipe(gunzip);
    const reading = settles('the pipeline', read(unzipped, new LineTransform(), events));
    if (lines === LONG_FILE_LINES) await reading;
    else await expect(reading).rejects.toMatchObject(ENDLESS_SOURCE);
    expectAllEvents(events);
    expect(gunzip.destroyed).toBe(true);
    zipped.destroy();
  });
});

test('an endless source is read for no more than the octets that are discarded', async () => {
  const lines = new Lines();
  const reading = pipeline(lines.take(Infinity), new LineTransform(), new SlowSink());
  await expect(settles('the pipeline', reading)).rejects.toMatchObject(ENDLESS_SOURCE);
  const most = PARSING_LIMIT_OCTETS + DISCARD_LIMIT_OCTETS;
  // Both limits are passed within a chunk.
  expect(lines.yielded * LINE_OCTETS).toBeLessThanOrEqual(most + 2 * LINE_OCTETS);
});

test('an endless source waits while the events are not read', async () => {
  const lines = new Lines();
  const transform = Readable.from(lines.take(Infinity)).pipe(new LineTransform());
  await expect(settles('reading', lines.released, 500)).rejects.toThrow('hangs');
  const { yielded } = lines;
  expect(yielded * LINE_OCTETS).toBeLessThan(PARSING_LIMIT_OCTETS);
  transform.destroy();
});

test('an endless source of a pipe: the consumer gets all events, the transform emits the error, the source is paused', async () => {
  const lines = new Lines();
  const source = Readable.from(lines.take(Infinity));
  const transform = source.pipe(new LineTransform());
  const failure = once(transform, 'error');
  expectAllEvents(await settles('toArray', transform.toArray()));
  expect(await settles('the transform', failure)).toMatchObject([ENDLESS_SOURCE]);
  const { yielded } = lines;
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
  expect(lines.yielded).toBe(yielded);
  source.destroy();
  await settles('the source', lines.released);
});

test('a second consumer of a piped source gets all of a long file', async () => {
  const lines = new Lines();
  const source = Readable.from(lines.take(200), { objectMode: false });
  const other = source.pipe(new PassThrough());
  const transform = source.pipe(new LineTransform());
  const [events, copies] = await settles('both', Promise.all([transform.toArray(), other.toArray()]));
  expectAllEvents(events);
  expect(Buffer.concat(copies).length).toBe(200 * LINE_OCTETS);
});

test('an endless source fails under any Error.prepareStackTrace', async () => {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const prepare = vi.fn(() => 'no stack');
  try {
    Error.prepareStackTrace = prepare;
    Error.stackTraceLimit = 0;
    await pumpToNode();
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  }

  // The name of the function in Node that an earlier version looked for.
  async function pumpToNode(): Promise<void> {
    const lines = new Lines();
    const reading = pipeline(lines.take(Infinity), new LineTransform(), new SlowSink());
    await expect(settles('the pipeline', reading)).rejects.toMatchObject(ENDLESS_SOURCE);
    const transform = new LineTransform();
    expect(() => transform.write(new Uint8Array(PARSING_LIMIT_OCTETS + 1))).not.toThrow();
    expect(() => transform.end(BODY)).not.toThrow();
    expect(lastTypes(await transform.toArray())).toEqual(['limit', 'end']);
  }
});

test('a chunk far longer than the limit', async () => {
  const transform = new LineTransform();
  transform.end(utf8('allow: /a\n'.repeat(600_000)));
  const events = await settles('reading', transform.toArray());
  expect(lastTypes(events)).toEqual(['limit', 'end']);
  expect(events.length).toBe(1 + PARSING_LIMIT_OCTETS / 10 + 2);
});

test('a file of exactly the limit is not truncated', async () => {
  const source = Readable.from([new Uint8Array(PARSING_LIMIT_OCTETS).fill(0x0a), new Uint8Array()]);
  const events = await settles('reading', source.pipe(new LineTransform()).toArray());
  expect(lastTypes(events)).toEqual(['blank', 'end']);
  expect(source.readableEnded).toBe(true);
});

describe('written to by hand', () => {
  const overTheLimit = new Uint8Array(PARSING_LIMIT_OCTETS + 1).fill(0x23);

  test('what follows the limit is discarded', async () => {
    const transform = new LineTransform();
    const written = vi.fn();
    transform.write(overTheLimit, written);
    transform.write(BODY, written);
    transform.write('allow: /', 'utf8', written);
    transform.end(BODY, written);
    const events = await settles('reading', transform.toArray());
    expect(events.map(({ type }) => type)).toEqual(['start', 'limit', 'end']);
    expect(written.mock.calls.map(([error]) => error ?? null)).toEqual([null, null, null, null]);
  });

  test('the write that exceeds the discard limit fails when the consumer has all events', async () => {
    const transform = new LineTransform();
    const written = vi.fn();
    transform.on('error', () => {});
    transform.write(overTheLimit);
    const discarded = vi.fn();
    transform.write(new Uint8Array(DISCARD_LIMIT_OCTETS), discarded);
    transform.write(BODY, written);
    await new Promise(setImmediate);
    expect(written).not.toHaveBeenCalled();
    const events: RobotsEvent[] = [];
    transform.on('data', (event) => events.push(event));
    await settles('the transform', new Promise((resolve) => transform.once('close', resolve)));
    expect(events.map(({ type }) => type)).toEqual(['start', 'limit', 'end']);
    expect(written).toHaveBeenCalledWith(expect.objectContaining(ENDLESS_SOURCE));
    expect(discarded.mock.calls.map(([error]) => error ?? null)).toEqual([null]);
  });

  test('through Writable.toWeb: an endless Web stream is cancelled', async () => {
    const transform = new LineTransform();
    const lines = new Lines();
    const source = (ENDLESS_STAGES['a Web stream'] as OpenStage)(lines.take(Infinity)) as ReadableStream;
    const reading = transform.toArray();
    const piping = source.pipeTo(Writable.toWeb(transform) as WritableStream<Uint8Array>);
    const [piped] = await settles('both', Promise.allSettled([piping, reading]));
    expect(piped.status).toBe('rejected');
    await settles('the source', lines.released);
  });
});

describe('lineEvents as a stage stops the source at the limit itself', () => {
  test.each(Object.entries(ENDLESS_STAGES))('%s', async (_, open) => {
    const lines = new Lines();
    const sink = new SlowSink();
    const source = await open(lines.take(Infinity));
    await settles('the pipeline', pipeline(source as Readable, lineEvents, sink));
    expectAllEvents(sink.events);
    expect(sink.isFinished).toBe(true);
    await settles('the source', lines.released);
  });

  test('with gunzip before it', async () => {
    const zipped = createReadStream(fileWith(gzipSync(Buffer.alloc(4000 * LINE_OCTETS, LONG_LINE))));
    const sink = new SlowSink();
    const reading = settles('the pipeline', pipeline(zipped, createGunzip(), lineEvents, sink));
    await expect(reading).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' });
    expectAllEvents(sink.events);
    expect(zipped.destroyed).toBe(true);
  });
});
