/** Every shell of the parser, driven by every consumer that it can have. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { LineTransformStream, lineEventBatches, lineEvents, type RobotsEvent } from '../../../src/core.js';
import { LineTransform } from '../../../src/stream/node-line-transform.js';
import { LAST_STAGES, NODE_CONSUMERS } from './node-consumers.js';
import { ENOUGH, type Probe } from './probe.js';
import type { Source } from './sources.js';

export interface Settings {
  /** Of the events that wait for the consumer, where the shell has it. */
  readonly highWaterMark: number | undefined;
}

export interface Shell {
  readonly consumers: readonly string[];
  /** Reads the source until its end, or until the probe has enough; then everything must be closed. */
  run(source: Source, consumer: string, probe: Probe, settings: Settings): Promise<void>;
}

/** A shell whose consumers are a table. */
function shell<Consumer>(
  consumers: { readonly [name: string]: Consumer },
  run: (source: Source, consumer: Consumer, probe: Probe, settings: Settings) => Promise<void>,
): Shell {
  return {
    consumers: Object.keys(consumers),
    run: (source, name, ...rest) => run(source, consumers[name] as Consumer, ...rest),
  };
}

function transformWith({ highWaterMark }: Settings): LineTransform {
  return new LineTransform({ readableHighWaterMark: highWaterMark });
}

/** Runs a pipeline. Once the probe has enough, how it settles is up to Node. */
async function piped(
  probe: Probe,
  stage: keyof typeof LAST_STAGES,
  run: (last: NodeJS.WritableStream, options: { signal: AbortSignal }) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const last = LAST_STAGES[stage](probe, () => controller.abort(ENOUGH));
  try {
    await run(last as NodeJS.WritableStream, { signal: controller.signal });
  } catch (error) {
    if (!probe.hasEnough) throw error;
  }
}

type IterateEvents = (
  events: (signal: AbortSignal) => AsyncGenerator<RobotsEvent | RobotsEvent[]>,
  probe: Probe,
) => Promise<void>;

async function loop(
  probe: Probe,
  items: AsyncIterable<RobotsEvent | RobotsEvent[]>,
  enough: () => void,
  isSlow = false,
): Promise<void> {
  for await (const item of items) {
    const batch = Array.isArray(item) ? item : [item];
    for (const event of batch) probe.see(event, batch.length);
    if (probe.hasEnough) return enough();
    if (isSlow) await probe.dawdle();
  }
}

const { signal: NEVER } = new AbortController();

const LOOPS: { readonly [name: string]: IterateEvents } = {
  'for await': (events, probe) => loop(probe, events(NEVER), () => {}),
  'for await, slow': (events, probe) => loop(probe, events(NEVER), () => {}, true),
  'for await, left by a throw': async (events, probe) => {
    const leave = (): never => {
      throw ENOUGH;
    };
    await loop(probe, events(NEVER), leave).catch(passOnly);
  },
  'for await, aborted': async (events, probe) => {
    const controller = new AbortController();
    const items = events(controller.signal);
    try {
      for await (const item of items) {
        const batch = Array.isArray(item) ? item : [item];
        for (const event of batch) probe.see(event, batch.length);
        if (probe.hasEnough) controller.abort(ENOUGH);
      }
    } catch (error) {
      passOnly(error);
    }
  },
  'next() called ahead': async (events, probe) => {
    const items = events(NEVER);
    for (let isDone = false; !isDone; ) {
      const results = await Promise.all([items.next(), items.next(), items.next()]);
      for (const { done, value } of results) {
        if (done) isDone = true;
        else for (const event of [value].flat() as RobotsEvent[]) probe.see(event, 0);
      }
      if (!probe.hasEnough) continue;
      await items.return(undefined);
      return;
    }
  },
};

function passOnly(error: unknown): void {
  if (error !== ENOUGH) throw error;
}

const WEB_CONSUMERS = {
  'a consumer': async (stream: ReadableStream<RobotsEvent>, probe: Probe, made: () => number) => {
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (!probe.see(value, made() - probe.events.length)) return reader.cancel(ENOUGH);
    }
  },
  'a slow consumer': async (stream: ReadableStream<RobotsEvent>, probe: Probe, made: () => number) => {
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (!probe.see(value, made() - probe.events.length)) return reader.cancel(ENOUGH);
      await probe.dawdle();
    }
  },
  'reads ahead': async (stream: ReadableStream<RobotsEvent>, probe: Probe, made: () => number) => {
    const reader = stream.getReader();
    for (;;) {
      const results = await Promise.all([reader.read(), reader.read(), reader.read()]);
      for (const { done, value } of results) {
        if (done) return;
        if (!probe.see(value, made() - probe.events.length)) return reader.cancel(ENOUGH);
      }
    }
  },
};

export const SHELLS: { readonly [name: string]: Shell } = {
  'LineTransform in a pipeline': shell(keysOf(LAST_STAGES), (source, stage, probe, settings) =>
    piped(probe, stage, (last, options) =>
      pipeline(source as Readable, transformWith(settings), last, options),
    ),
  ),
  'LineTransform after a generator in a pipeline': shell(
    keysOf(LAST_STAGES),
    (source, stage, probe, settings) =>
      piped(probe, stage, (last, options) =>
        pipeline(source as Readable, halves, transformWith(settings), last, options),
      ),
  ),
  'LineTransform by pipe': shell(NODE_CONSUMERS, async (source, read, probe, settings) => {
    const readable = asReadable(source);
    await read(readable.pipe(transformWith(settings)), probe);
    // `pipe` leaves the source open if the other end is destroyed.
    if (probe.hasEnough) readable.destroy();
  }),
  'LineTransform written to by hand': shell(NODE_CONSUMERS, async (source, read, probe, settings) => {
    const transform = transformWith(settings);
    await Promise.all([read(transform, probe), writeAll(source, transform)]);
  }),
  'lineEvents in a pipeline': shell(keysOf(LAST_STAGES), (source, stage, probe) =>
    piped(probe, stage, (last, options) => pipeline(source as Readable, lineEvents, last, options)),
  ),
  lineEvents: shell(LOOPS, (source, iterate, probe) =>
    iterate((signal) => lineEvents(source, { signal }), probe),
  ),
  lineEventBatches: shell(LOOPS, (source, iterate, probe) =>
    iterate((signal) => lineEventBatches(source, { signal }), probe),
  ),
  LineTransformStream: shell(WEB_CONSUMERS, async (source, read, probe, { highWaterMark = 0 }) => {
    let made = 0;
    const size = (): number => {
      made++;
      return 1;
    };
    const transform = new LineTransformStream({}, undefined, { highWaterMark, size });
    await read(asWebStream(source).pipeThrough(transform), probe, () => made);
  }),
};

/** A table whose consumers are their own names. */
function keysOf<Name extends string>(
  table: { readonly [name in Name]: unknown },
): { readonly [name: string]: Name } {
  return Object.fromEntries(Object.keys(table).map((name) => [name, name as Name]));
}

async function* halves(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk.subarray(0, chunk.length >> 1);
    yield chunk.subarray(chunk.length >> 1);
  }
}

/** Writes as a careful writer does: waits when the buffer is full, stops when the stream is closed. */
async function writeAll(source: Source, transform: LineTransform): Promise<void> {
  const isClosed = new Promise<void>((resolve) => {
    transform.once('close', resolve);
  });
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    if (transform.destroyed) return;
    if (transform.write(chunk)) continue;
    await Promise.race([isClosed, new Promise((resolve) => transform.once('drain', resolve))]);
  }
  transform.end();
}

function asReadable(source: Source): Readable {
  if (source instanceof Readable) return source;
  if (source instanceof ReadableStream) return Readable.fromWeb(source as NodeReadableStream);
  return Readable.from(source);
}

/** Not `Readable.toWeb`: in Node 20, it throws outside of any stream if data arrives after a cancellation. */
function asWebStream(source: Source): ReadableStream<Uint8Array> {
  if (source instanceof ReadableStream) return source;
  const chunks = asReadable(source)[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
