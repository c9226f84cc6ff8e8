/** A source that is being read. `test/streams` reads every kind of source. */
import { describe, expect, test, vi } from 'vitest';
import { utf8 } from '../../test/support/octets.js';
import { eventsOf, parsedFileOf, sameEvents, waysToCut } from '../../test/support/ways.js';
import { streamOf } from '../../test/support/web-streams.js';
import { parse, parseSync } from '../parse.js';
import type { RobotsEvent } from './events.js';
import { lineEventBatches, lineEvents, SourceChunks } from './source.js';

const reason = new Error('enough');

test('an abort between two reads cancels the source at once, with the reason', async () => {
  for (const readsBefore of [0, 1]) {
    const cancelled = vi.fn();
    const controller = new AbortController();
    const chunks = [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)];
    const opened = new SourceChunks(streamOf(chunks, cancelled), { signal: controller.signal });
    for (let read = 0; read < readsBefore; read++) await opened.read();
    controller.abort(reason);
    expect(cancelled.mock.calls.map(([given]) => given)).toEqual([reason]);
    expect(() => opened.read()).toThrow(reason);
    await opened.close();
    opened.stop();
    expect(cancelled).toHaveBeenCalledOnce();
  }
});

test('a source that is closed is at its end', async () => {
  const opened = new SourceChunks([Uint8Array.of(1), Uint8Array.of(2)]);
  expect(opened.read()).toEqual({ done: false, value: Uint8Array.of(1) });
  await opened.close();
  expect(opened.read()).toEqual({ done: true, value: undefined });
});

test('a response without a body has no octets', () => {
  expect(new SourceChunks(new Response(null)).read()).toEqual({ done: true, value: undefined });
});

describe('line events', () => {
  const TEXT = '\ufeffUser-agent: é\r\nDisallow: /é # c\r\r\nx';
  const BODY = utf8(TEXT);

  describe('from', () => {
    test.each([
      ['a ReadableStream', () => streamOf([BODY.subarray(0, 5), BODY.subarray(5)])],
      ['a Blob', () => new Blob([BODY.slice()])],
      ['octets', () => BODY],
      ['an ArrayBuffer', () => BODY.slice().buffer],
      ['text', () => TEXT],
      ['an array of chunks', () => [BODY.subarray(0, 7), BODY.subarray(7)]],
    ])('%s', async (_, source) => {
      const events: RobotsEvent[] = [];
      for await (const event of lineEvents(source())) events.push(event);
      sameEvents(events, eventsOf([BODY]));
      expect(parsedFileOf(await parse(source()))).toEqual(parsedFileOf(parseSync(BODY)));
    });
  });

  test('one batch for each chunk, and no empty one', async () => {
    for (const { chunks } of waysToCut(BODY)) {
      const batches: RobotsEvent[][] = [];
      for await (const batch of lineEventBatches(chunks)) batches.push(batch);
      sameEvents(batches.flat(), eventsOf([BODY]));
      expect(batches.every(({ length }) => length > 0)).toBe(true);
      expect(batches.length).toBeLessThanOrEqual(chunks.length + 1);
    }
  });

  test('at the limit the source is cancelled once the consumer has the last batch', async () => {
    const order: string[] = [];
    function* endless(): Generator<Uint8Array> {
      for (;;) yield new Uint8Array(100_000).fill(0x23);
    }
    for await (const batch of lineEventBatches(streamOf(endless(), () => order.push('cancelled'))))
      order.push(...batch.map(({ type }) => type));
    expect(order).toEqual(['start', 'limit', 'end', 'cancelled']);
  });

  test('an aborted signal throws its reason and cancels the source', async () => {
    const reason = new Error('enough');
    const cancelled = vi.fn();
    const controller = new AbortController();
    const source = new ReadableStream<Uint8Array>({
      pull: () => controller.abort(reason),
      cancel: cancelled,
    });
    await expect(parse(source, { signal: controller.signal })).rejects.toBe(reason);
    // A browser hands its controller over, too.
    expect(cancelled.mock.calls[0]?.[0]).toEqual(reason);
  });

  test('no batch is empty: a chunk that completes no line yields none', async () => {
    const sizes: number[] = [];
    for await (const batch of lineEventBatches(['allow', ': /', '', '\n', '#', '#'].map(utf8)))
      sizes.push(batch.length);
    // The start event, the line, and the last line with the end event.
    expect(sizes).toEqual([1, 1, 2]);
  });
});

test('a source whose next() resolves with no result of an iterator is refused, saying so', async () => {
  const source = {
    [Symbol.asyncIterator]: () => ({ next: async () => 1 }),
  } as unknown as AsyncIterable<never>;
  await expect(parse(source)).rejects.toThrow(
    'what next() resolved with is 1; the result of an iterator is expected',
  );
});

test.each([
  ['lineEvents', lineEvents],
  ['lineEventBatches', lineEventBatches],
])('%s refuses an option that it does not know, by its own name', async (name, read) => {
  await expect(read('', { maxOctet: 500_000 } as object).next()).rejects.toThrow(
    new TypeError(
      `${name}: unknown option maxOctet; did you mean maxOctets? Known options: maxOctets, keepOverlong, signal`,
    ),
  );
});
