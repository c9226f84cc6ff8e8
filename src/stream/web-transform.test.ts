import { describe, expect, test, vi } from 'vitest';
import { utf8 } from '../../test/support/octets.js';
import { eventsOf, sameEvents, waysToCut } from '../../test/support/ways.js';
import { readAll, streamOf } from '../../test/support/web-streams.js';
import { PARSING_LIMIT_OCTETS } from '../limits.js';
import type { RobotsEvent } from './events.js';
import { LineTransformStream } from './line-transform.js';

const BODY = utf8('\ufeffUser-agent: é\r\nDisallow: /é # c\r\r\nx');

/** One octet more than the parsing limit, in lines that are scanned quickly. */
const TOO_LONG = utf8(`${'#'.repeat(4_095)}\n`.repeat(126)).subarray(0, PARSING_LIMIT_OCTETS + 1);

function* endless(octets: number): Generator<Uint8Array> {
  for (;;) yield utf8(`${'#'.repeat(octets - 1)}\n`);
}

async function through(source: ReadableStream<Uint8Array>): Promise<RobotsEvent[]> {
  return readAll(source.pipeThrough(new LineTransformStream()));
}

test('yields the events of the whole, however the octets are cut', async () => {
  for (const { chunks } of waysToCut(BODY)) sameEvents(await through(streamOf(chunks)), eventsOf([BODY]));
});

test('yields start and end of an empty file', async () => {
  sameEvents(await through(streamOf([])), eventsOf([]));
});

test("takes a Blob's stream and a response's body", async () => {
  sameEvents(await through(new Blob([BODY.slice()]).stream()), eventsOf([BODY]));
  const { body } = new Response(BODY.slice());
  if (body === null) throw new Error('no body');
  sameEvents(await through(body), eventsOf([BODY]));
});

test('takes the options of the parser and strategies of its own', async () => {
  const transform = new LineTransformStream(
    { maxOctets: Infinity, keepOverlong: true },
    new ByteLengthQueuingStrategy({ highWaterMark: 100 }),
    new CountQueuingStrategy({ highWaterMark: 7 }),
  );
  const writer = transform.writable.getWriter();
  expect(writer.desiredSize).toBe(100);
  writer.releaseLock();
  const events = await readAll(streamOf([TOO_LONG]).pipeThrough(transform));
  sameEvents(events, eventsOf([TOO_LONG], { maxOctets: Infinity, keepOverlong: true }));
  expect(() => new LineTransformStream({ maxOctets: 1 })).toThrow(RangeError);
});

test('keeps the octets past the line limit, if it is asked to', async () => {
  const body = new Uint8Array(17_000).fill(0x23);
  const transform = new LineTransformStream({ keepOverlong: true });
  sameEvents(
    await readAll(streamOf([body]).pipeThrough(transform)),
    eventsOf([body], { keepOverlong: true }),
  );
});

test('refuses an option that it does not know, by its own name', () => {
  const options = { maxOctet: 500_000 } as object;
  expect(() => new LineTransformStream(options)).toThrow(
    new TypeError(
      'LineTransformStream: unknown option maxOctet; did you mean maxOctets? Known options: maxOctets, keepOverlong',
    ),
  );
});

test.each<[string, unknown, string]>([
  ['nothing', null, 'null; a queuing strategy, such as { highWaterMark: 1 }, is expected'],
  ['a number', 1, '1; a queuing strategy, such as { highWaterMark: 1 }, is expected'],
  ['less than nothing', { highWaterMark: -1 }, '-1; a number from 0 is expected'],
  ['not a number', { highWaterMark: Number.NaN }, 'NaN; a number from 0 is expected'],
  ['a text', { highWaterMark: '1' }, '"1"; a number from 0 is expected'],
  ['a size that is no function', { size: 1 }, '1; a function is expected'],
])('refuses %s as a strategy, and says which', (_, strategy, what) => {
  const field = typeof strategy === 'object' && strategy !== null ? `.${Object.keys(strategy)[0]}` : '';
  expect(() => new LineTransformStream({}, strategy as object)).toThrow(
    new TypeError(`writableStrategy${field} is ${what}`),
  );
  expect(() => new LineTransformStream({}, {}, strategy as object)).toThrow(
    new TypeError(`readableStrategy${field} is ${what}`),
  );
});

test('takes a strategy without a mark, or whose mark is 0', async () => {
  for (const strategy of [{}, { highWaterMark: 0 }, { size: () => 1 }]) {
    const transform = new LineTransformStream({}, { highWaterMark: 1 }, strategy);
    sameEvents(await readAll(streamOf([BODY]).pipeThrough(transform)), eventsOf([BODY]));
  }
});

test('by default it buffers one chunk, and parses nothing before the consumer asks', async () => {
  const { readable, writable } = new LineTransformStream();
  const writer = writable.getWriter();
  expect(writer.desiredSize).toBe(1);
  let isWritten = false;
  // There is no event in it to wait for.
  const writing = writer.write(new Uint8Array()).then(() => {
    isWritten = true;
  });
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
  expect(isWritten).toBe(false);
  const reading = readAll(readable);
  await writing;
  await writer.close();
  expect((await reading).map(({ type }) => type)).toEqual(['start', 'end']);
});

test('after an event, the rest of a chunk waits until the consumer asks again', async () => {
  const { readable, writable } = new LineTransformStream();
  const writer = writable.getWriter();
  const reader = readable.getReader();
  let isWritten = false;
  // One line in many slices: no event but that of the start.
  const writing = writer.write(utf8('#'.repeat(100_000))).then(() => {
    isWritten = true;
  });
  expect((await reader.read()).value).toMatchObject({ type: 'start' });
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
  expect(isWritten).toBe(false);
  const next = reader.read();
  await writing;
  await writer.close();
  expect((await next).value).toMatchObject({ type: 'comment' });
});

test('a consumer that does not read holds up the source', async () => {
  let asked = 0;
  function* counted(): Generator<Uint8Array> {
    for (const chunk of endless(100)) {
      asked++;
      yield chunk;
    }
  }
  const events = streamOf(counted()).pipeThrough(new LineTransformStream({ maxOctets: Infinity }));
  const reader = events.getReader();
  await reader.read();
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
  expect(asked).toBeLessThanOrEqual(4);
  const held = asked;
  for (let i = 0; i < 20; i++) await reader.read();
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
  expect(asked).toBeGreaterThan(held);
  expect(asked).toBeLessThanOrEqual(held + 24);
  await reader.cancel();
});

describe('at the parsing limit', () => {
  test('the readable side ends, the source is cancelled and asked for no more', async () => {
    const cancelled = vi.fn();
    let asked = 0;
    function* counted(): Generator<Uint8Array> {
      for (const chunk of endless(1024)) {
        asked++;
        yield chunk;
      }
    }
    const events = await through(streamOf(counted(), cancelled));
    expect(events.slice(-2)).toEqual([
      { type: 'limit', maxOctets: PARSING_LIMIT_OCTETS, line: 501, span: { start: 512_000, end: 512_000 } },
      { type: 'end', octets: PARSING_LIMIT_OCTETS, lines: 500, truncated: true },
    ]);
    expect(cancelled).toHaveBeenCalledOnce();
    expect(asked).toBeLessThanOrEqual(502);
  });

  test('a file of exactly the limit is not truncated', async () => {
    const cancelled = vi.fn();
    const events = await through(streamOf([TOO_LONG.subarray(1)], cancelled));
    expect(events.at(-1)).toMatchObject({ truncated: false });
    expect(cancelled).not.toHaveBeenCalled();
  });

  test('a writer gets an error; the consumer still gets the events', async () => {
    const transform = new LineTransformStream();
    const writer = transform.writable.getWriter();
    const reading = readAll(transform.readable);
    await writer.write(TOO_LONG);
    await expect(writer.write(BODY)).rejects.toEqual(
      new TypeError('The parsing limit is reached; no more is read'),
    );
    expect((await reading).map(({ type }) => type).slice(-2)).toEqual(['limit', 'end']);
  });
});

describe('a chunk that is not octets', () => {
  test.each<[string, unknown]>([
    ['text', 'allow: /'],
    ['a number', 5],
    ['wider elements', new Uint16Array(1)],
    ['undefined', undefined],
  ])('%s: both sides fail with the error, and the source is cancelled with it', async (_, chunk) => {
    const cancelled = vi.fn();
    const source = streamOf([BODY, chunk as Uint8Array, BODY], cancelled);
    await expect(through(source)).rejects.toMatchObject({ code: 'source-type' });
    // Browsers pass the controller, too.
    expect(cancelled.mock.calls[0]?.[0]).toMatchObject({ code: 'source-type' });
  });
});

describe('failures and cancellations', () => {
  const failure = new Error('the connection is lost');

  test("an error of the source is the consumer's", async () => {
    const source = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(failure),
    });
    await expect(through(source)).rejects.toBe(failure);
  });

  /** Until a write has reached the parser, where it waits because nothing reads the events. */
  async function untilParsing(): Promise<void> {
    for (let turn = 0; turn < 100; turn++) await Promise.resolve();
  }

  test('an abort does not wait for the consumer', async () => {
    const { readable, writable } = new LineTransformStream();
    const writer = writable.getWriter();
    const writing = writer.write(BODY);
    await untilParsing();
    await writer.abort(failure);
    await writing;
    await expect(readAll(readable)).rejects.toBe(failure);
  });

  test('a cancellation does not wait for the parser', async () => {
    const { readable, writable } = new LineTransformStream();
    const writer = writable.getWriter();
    const writing = writer.write(BODY);
    await untilParsing();
    await readable.cancel(failure);
    await writing;
    await expect(writer.closed).rejects.toBe(failure);
  });

  test.each(['cancels', 'aborts'] as const)(
    'a consumer that %s at the limit: the write that reached it succeeds',
    async (ends) => {
      const { readable, writable } = new LineTransformStream();
      const writer = writable.getWriter();
      const reader = readable.getReader();
      // Both read before there is an event, so that the consumer acts before the writer goes on.
      const [, limit] = [reader.read(), reader.read()];
      const ending = limit.then(async ({ value }) => {
        await (ends === 'cancels' ? reader.cancel(failure) : writer.abort(failure));
        return value?.type;
      });
      await writer.write(new Uint8Array(PARSING_LIMIT_OCTETS + 1));
      expect(await ending).toBe('limit');
      await expect(writer.closed).rejects.toThrow();
    },
  );

  test('a strategy that fails: both sides fail with its error', async () => {
    const size = () => {
      throw failure;
    };
    const transform = new LineTransformStream({}, undefined, { highWaterMark: 1, size });
    const writer = transform.writable.getWriter();
    await expect(writer.write(BODY)).rejects.toBe(failure);
    await expect(readAll(transform.readable)).rejects.toBe(failure);
    await expect(writer.closed).rejects.toBe(failure);
  });

  test('a consumer that cancels cancels the source', async () => {
    const cancelled = new Promise((resolve) => {
      const events = streamOf(endless(10), resolve).pipeThrough(new LineTransformStream());
      const reader = events.getReader();
      reader.read().then(() => reader.cancel(failure));
    });
    expect(await cancelled).toBe(failure);
  });

  test('a signal cancels both sides', async () => {
    const controller = new AbortController();
    let cancel: (reason: unknown) => void = () => {};
    const cancelled = new Promise((resolve) => {
      cancel = resolve;
    });
    const events = streamOf(endless(10), cancel).pipeThrough(new LineTransformStream(), {
      signal: controller.signal,
    });
    const reader = events.getReader();
    await reader.read();
    controller.abort(failure);
    await expect(
      (async () => {
        for (;;) await reader.read();
      })(),
    ).rejects.toBe(failure);
    expect(await cancelled).toBe(failure);
  });
});
