/** `LineTransform` when something goes wrong: wrong chunks, failing sources, consumers that leave. Nothing stays open. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, test, vi } from 'vitest';
import { RobotsError } from '../../src/core.js';
import { SLICE_OCTETS } from '../../src/limits.js';
import { LineParser } from '../../src/stream/line-parser.js';
import { LineTransform } from '../../src/stream/node-line-transform.js';
import { utf8 } from '../support/octets.js';
import { BODY, ENDLESS_LINE_OCTETS, endlessChunks } from './bodies.js';
import { fileWith, useFiles } from './files.js';
import { awkwardChunks, serve } from './loopback.js';
import { closed, SlowSink } from './sinks.js';
import { fetchBody, request } from './stages.js';

useFiles();

describe('a chunk that is not octets', () => {
  const error = {
    code: 'source-type',
    message: 'The source yielded 5; a Uint8Array, a DataView or an ArrayBuffer is expected',
  };

  test('from a Readable: the pipeline rejects, and everything is destroyed', async () => {
    const source = Readable.from([BODY, 5, BODY]);
    const transform = new LineTransform();
    const sink = new SlowSink();
    const failure = pipeline(source, transform, sink);
    await expect(failure).rejects.toThrow(RobotsError);
    await expect(failure).rejects.toMatchObject(error);
    expect([source.destroyed, transform.destroyed, sink.destroyed]).toEqual([true, true, true]);
  });

  test('from a Readable that flows on a later turn: an error of the stream, not an uncaught exception', async () => {
    const source = new Readable({ objectMode: true, read() {} });
    const failure = pipeline(source, new LineTransform(), new SlowSink());
    setImmediate(() => source.push(5));
    await expect(failure).rejects.toMatchObject(error);
    expect(source.destroyed).toBe(true);
  });

  test('from a generator: the pipeline rejects, and the generator returns', async () => {
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

  test('by hand: an error of the stream, not a throw', async () => {
    const transform = new LineTransform();
    const written = vi.fn();
    transform.write(5, written);
    const [failure] = await once(transform, 'error');
    expect(failure).toMatchObject(error);
    expect(written).toHaveBeenCalledWith(failure);
  });

  test('end(null) is an end without a chunk', async () => {
    const transform = new LineTransform();
    transform.end(null);
    expect((await transform.toArray()).map(({ type }) => type)).toEqual(['start', 'end']);
  });
});

describe('a bug in the parser', () => {
  // None is known. One must fail the stream, and no more.
  test.each(['write', 'end'] as const)(
    'a throw of its %s method makes the pipeline reject',
    async (method) => {
      const failure = new Error('a bug');
      const spy = vi.spyOn(LineParser.prototype, method).mockImplementation(() => {
        throw failure;
      });
      const source = Readable.from(awkwardChunks(BODY), { objectMode: false });
      const transform = new LineTransform();
      await expect(pipeline(source, transform, new SlowSink())).rejects.toBe(failure);
      expect([source.destroyed, transform.destroyed]).toEqual([true, true]);
      spy.mockRestore();
    },
  );
});

describe('a listener that throws', () => {
  const failure = new Error('a bug of the program');
  const LINES = 2 * SLICE_OCTETS;

  /** What throws while `run` runs and afterwards, for a few turns. */
  async function uncaught(run: () => void): Promise<unknown[]> {
    const errors: unknown[] = [];
    process.setUncaughtExceptionCaptureCallback((error) => errors.push(error));
    try {
      run();
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    } finally {
      process.setUncaughtExceptionCaptureCallback(null);
    }
    return errors;
  }

  // The first is buffered when it is written, the second goes to the listener at once.
  test.each([5, SLICE_OCTETS + 5])(
    'at event %i: an uncaught exception, and the other events wait',
    async (at) => {
      const transform = new LineTransform();
      let events = 0;
      transform.on('data', () => {
        if (++events === at) throw failure;
      });
      const errors = await uncaught(() => transform.end(new Uint8Array(LINES).fill(0x0a)));
      expect(errors).toEqual([failure]);
      expect([transform.destroyed, events]).toEqual([false, at]);
      transform.pause();
      transform.resume();
      await once(transform, 'end');
      expect(events).toBe(LINES + 2);
    },
  );

  test('while it is written to: the writer does not get the error', async () => {
    const transform = new LineTransform();
    const written = vi.fn();
    transform.on('data', ({ type }) => {
      if (type === 'disallow') throw failure;
    });
    await new Promise(setImmediate);
    expect(await uncaught(() => transform.write('disallow: /\nallow: /\n', written))).toEqual([failure]);
    expect(transform.readableLength).toBe(1);
    transform.resume();
    await new Promise(setImmediate);
    expect(written.mock.calls.map(([error]) => error ?? null)).toEqual([null]);
  });
});

describe('leaving nothing open', () => {
  const failure = new Error('the consumer gives up');

  /** A sink that does something to its pipeline at an event. */
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

  describe.each([1, 2, 17, 100])('stopped at event %s', (events) => {
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
      // Which error it is depends on the version of Node.
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

  test('a source that fails: the pipeline rejects with its error', async () => {
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

  test('the signal of the transform', async () => {
    const controller = new AbortController();
    const transform = new LineTransform({ signal: controller.signal });
    const source = Readable.from(endlessChunks(ENDLESS_LINE_OCTETS));
    const sink = breaksAt(5, () => controller.abort());
    await expect(pipeline(source, transform, sink)).rejects.toMatchObject({ name: 'AbortError' });
    expect([source.destroyed, transform.destroyed, sink.destroyed]).toEqual([true, true, true]);
  });

  test('destroyed in the middle of a chunk: no event follows, and the callback of the write is called', async () => {
    const transform = new LineTransform();
    const written = vi.fn();
    transform.write(new Uint8Array(40_000).fill(0x0a), written);
    await once(transform, 'readable');
    const made = transform.readableLength;
    expect(made).toBeLessThan(40_000);
    expect(written).not.toHaveBeenCalled();
    transform.destroy();
    await once(transform, 'close');
    expect(transform.readableLength).toBe(made);
    expect(written).toHaveBeenCalledOnce();
  });

  test('destroyed by a data listener in the middle of a slice: no event follows', async () => {
    const transform = new LineTransform();
    let seen = 0;
    transform.on('data', () => {
      seen++;
      if (seen === 3) transform.destroy();
    });
    // From the next turn on, the stream flows and emits each event as it is pushed.
    await new Promise(setImmediate);
    transform.write(new Uint8Array(40_000).fill(0x0a));
    await once(transform, 'close');
    expect(seen).toBe(3);
  });
});
