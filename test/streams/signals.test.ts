/** An abort signal ends every way of reading a source, at once, whatever the source is doing. */
import { getEventListeners, once } from 'node:events';
import { createReadStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, test, vi } from 'vitest';
import { lineEventBatches, lineEvents, type OctetSource, parse } from '../../src/core.js';
import { LineTransform } from '../../src/stream/node-line-transform.js';
import { utf8 } from '../support/octets.js';
import { streamOf } from '../support/web-streams.js';
import { BODY, endlessChunks } from './bodies.js';
import { fileWith, useFiles } from './files.js';
import { serve } from './loopback.js';
import { settles } from './quiescence.js';
import { SOURCE_CONSUMERS } from './source-consumers.js';
import { fetchBody } from './stages.js';

useFiles();

const reason = new Error('enough');

const CHUNKS = 50;
const CHUNK = utf8('a\n\n\n');

/** Octets for sources that cut them into chunks of their own: lines of 512 octets. */
const OCTETS = utf8(`${'a'.repeat(511)}\n`.repeat(5000));

/** Sources that have all their chunks ready at once, so that no read waits. Some may abort before they yield a chunk. */
const READY_SOURCES: { readonly [kind: string]: (beforeChunk: (index: number) => void) => OctetSource } = {
  'an array': () => Array.from({ length: CHUNKS }, () => CHUNK),
  'an iterator': (beforeChunk) => counted(beforeChunk),
  'an async generator': async function* (beforeChunk) {
    yield* counted(beforeChunk);
  },
  'a Blob': () => new Blob([OCTETS]),
  'a ReadableStream that is asked for each chunk': (beforeChunk) => streamOf(counted(beforeChunk)),
  'a ReadableStream with queued chunks': () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of counted(() => {})) controller.enqueue(chunk);
      },
    }),
  'a Readable with buffered chunks': () => {
    const readable = new Readable({ objectMode: true, highWaterMark: CHUNKS, read() {} });
    for (const chunk of counted(() => {})) readable.push(chunk);
    return readable;
  },
  'a file': () => createReadStream(fileWith(OCTETS)),
  octets: () => OCTETS,
  text: () => new TextDecoder().decode(OCTETS),
};

function* counted(beforeChunk: (index: number) => void): Generator<Uint8Array> {
  for (let i = 0; i < CHUNKS; i++) {
    beforeChunk(i);
    yield CHUNK;
  }
}

describe.each(Object.entries(READY_SOURCES))('%s', (_, open) => {
  test('lineEvents: after an abort in the loop, the next event is the reason', async () => {
    const controller = new AbortController();
    let seen = 0;
    const reading = async (): Promise<void> => {
      for await (const _event of lineEvents(
        open(() => {}),
        { signal: controller.signal },
      )) {
        seen++;
        if (seen === 5) controller.abort(reason);
      }
    };
    await expect(settles('the loop', reading())).rejects.toBe(reason);
    expect(seen).toBe(5);
  });

  test('lineEventBatches: after an abort in the loop, the next batch is the reason', async () => {
    const controller = new AbortController();
    let seen = 0;
    const reading = async (): Promise<void> => {
      for await (const _batch of lineEventBatches(
        open(() => {}),
        { signal: controller.signal },
      )) {
        seen++;
        if (seen === 2) controller.abort(reason);
      }
    };
    await expect(settles('the loop', reading())).rejects.toBe(reason);
    expect(seen).toBe(2);
  });
});

describe('an abort while the source is called', () => {
  test.each(['an iterator', 'an async generator', 'a ReadableStream that is asked for each chunk'])(
    'parse of %s: the reason is thrown, and no chunk is read any more',
    async (kind) => {
      const controller = new AbortController();
      let last = 0;
      const source = READY_SOURCES[kind]?.((index) => {
        last = index;
        if (index === 7) controller.abort(reason);
      }) as OctetSource;
      await expect(settles('parse', parse(source, { signal: controller.signal }))).rejects.toBe(reason);
      expect(last).toBe(7);
    },
  );

  test('a generator that aborts returns', async () => {
    const controller = new AbortController();
    const returned = vi.fn();
    function* aborting(): Generator<Uint8Array> {
      try {
        controller.abort(reason);
        yield BODY;
      } finally {
        returned();
      }
    }
    await expect(parse(aborting(), { signal: controller.signal })).rejects.toBe(reason);
    expect(returned).toHaveBeenCalledOnce();
  });
});

describe.each([
  ['lineEvents', lineEvents],
  ['lineEventBatches', lineEventBatches],
] as const)('%s: a loop that is left, of a source whose cancellation never ends,', (_, read) => {
  /** A source without end that cannot be cancelled. Calls `leaves` when that is tried. */
  const stuck = (leaves: () => void): AsyncIterable<Uint8Array> => ({
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: false, value: BODY }),
      return: () => {
        leaves();
        return new Promise(() => {});
      },
    }),
  });

  const leave = async (leaves: () => void, signal: AbortSignal, error?: Error): Promise<void> => {
    for await (const _event of read(stuck(leaves), { signal })) {
      if (error !== undefined) throw error;
      break;
    }
  };

  test('ends when the signal aborts, with the reason', async () => {
    const controller = new AbortController();
    const leaving = leave(() => setImmediate(() => controller.abort(reason)), controller.signal);
    await expect(settles('the loop', leaving)).rejects.toBe(reason);
  });

  test('ends when its cancellation aborts the signal', async () => {
    const controller = new AbortController();
    const leaving = leave(() => controller.abort(reason), controller.signal);
    await expect(settles('the loop', leaving)).rejects.toBe(reason);
  });

  test('by an error ends with that error when the signal aborts', async () => {
    const controller = new AbortController();
    const failure = new Error('the loop fails');
    const leaving = leave(() => setImmediate(() => controller.abort(reason)), controller.signal, failure);
    await expect(settles('the loop', leaving)).rejects.toBe(failure);
  });

  test('leaves no listener at the signal', async () => {
    const { signal } = new AbortController();
    const remove = vi.spyOn(signal, 'removeEventListener');
    const source = { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: BODY }) }) };
    for await (const _event of read(source, { signal })) break;
    expect(remove).toHaveBeenCalledOnce();
  });
});

test('a LineTransform with a signal that has aborted, or aborts, is destroyed with an AbortError', async () => {
  const controller = new AbortController();
  const transforms = [AbortSignal.abort(reason), controller.signal].map(
    (signal) => new LineTransform({ signal }),
  );
  const failures = transforms.map((transform) => once(transform, 'error'));
  controller.abort(reason);
  for (const failure of failures) {
    expect((await failure)[0]).toMatchObject({ name: 'AbortError', code: 'ABORT_ERR', cause: reason });
  }
  expect(transforms.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  const late = new LineTransform({ signal: AbortSignal.abort() });
  await expect(pipeline([BODY], late, new PassThrough({ objectMode: true }))).rejects.toMatchObject({
    name: 'AbortError',
  });
});

describe.each(Object.entries(SOURCE_CONSUMERS))('%s', (_, read) => {
  test('a signal that has aborted: the reason is thrown, and the source is cancelled unread', async () => {
    const cancelled = vi.fn();
    const next = vi.fn(() => ({ done: false as const, value: BODY }));
    const signal = AbortSignal.abort(reason);
    await expect(read(streamOf([BODY], cancelled), { signal })).rejects.toBe(reason);
    expect(cancelled).toHaveBeenCalledWith(reason);
    const readable = Readable.from([BODY]);
    await expect(read(readable, { signal })).rejects.toBe(reason);
    expect(readable.destroyed).toBe(true);
    await expect(read({ [Symbol.iterator]: () => ({ next }) }, { signal })).rejects.toBe(reason);
    expect(next).not.toHaveBeenCalled();
    await expect(read(BODY, { signal })).rejects.toBe(reason);
    await expect(read('allow: /', { signal })).rejects.toBe(reason);
  });

  describe('a read that never ends does not hold up an abort', () => {
    test('of a ReadableStream: it is cancelled with the reason', async () => {
      const controller = new AbortController();
      const cancelled = vi.fn();
      const stream = new ReadableStream<Uint8Array>({
        pull: () => controller.abort(reason),
        cancel: cancelled,
      });
      await expect(settles('reading', read(stream, { signal: controller.signal }))).rejects.toBe(reason);
      expect(cancelled).toHaveBeenCalledWith(reason);
    });

    test('of a Readable: it is destroyed', async () => {
      const controller = new AbortController();
      const source = new Readable({ read: () => controller.abort(reason) });
      await expect(settles('reading', read(source, { signal: controller.signal }))).rejects.toBe(reason);
      expect(source.destroyed).toBe(true);
    });

    test('of an async generator', async () => {
      const controller = new AbortController();
      async function* hanging(): AsyncGenerator<Uint8Array> {
        yield BODY;
        controller.abort(reason);
        await new Promise(() => {});
      }
      await expect(settles('reading', read(hanging(), { signal: controller.signal }))).rejects.toBe(reason);
    });

    test('of a fetch body: the connection is closed', async () => {
      const controller = new AbortController();
      async function* stalling(): AsyncGenerator<Uint8Array> {
        yield BODY;
        controller.abort(reason);
        await sentAll;
      }
      const { url, sentAll } = await serve(stalling());
      await expect(read(await fetchBody(url), { signal: controller.signal })).rejects.toBe(reason);
      expect(await sentAll).toBe(false);
    });
  });

  test('a source that fails to be cancelled: the reason is still thrown', async () => {
    const controller = new AbortController();
    const stream = new ReadableStream<Uint8Array>({
      pull: () => controller.abort(reason),
      cancel: () => Promise.reject(new Error('cannot be cancelled')),
    });
    await expect(read(stream, { signal: controller.signal })).rejects.toBe(reason);
  });

  test('one listener, which is removed at the end, at an error and at the limit', async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    await read([BODY, BODY, BODY], { signal });
    await read([5 as unknown as Uint8Array], { signal }).catch(() => {});
    await read(endlessChunks(1024), { signal });
    expect(added).toHaveBeenCalledTimes(3);
    expect(removed.mock.calls.map(([type, listener]) => [type, listener])).toEqual(
      added.mock.calls.map(([type, listener]) => [type, listener]),
    );
  });

  test('many consumers of one signal are one listener, so Node warns of no leak', async () => {
    const { signal } = new AbortController();
    const listeners: number[] = [];
    const counting = async function* () {
      yield BODY;
      listeners.push(getEventListeners(signal, 'abort').length);
      yield BODY;
    };
    await Promise.all(Array.from({ length: 20 }, () => read(counting(), { signal })));
    expect(listeners).toEqual(Array(20).fill(1));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
