/** Every way to read events from a Node stream: by itself, and as the last stage of a pipeline. */
import { type Readable, Writable } from 'node:stream';
import type { RobotsEvent } from '../../../src/core.js';
import { ENOUGH, type Probe } from './probe.js';

/** Reads until the stream is closed. Destroys it once the probe has enough. */
export type NodeReader = (readable: Readable, probe: Probe) => Promise<void>;

function closed(readable: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    readable.once('error', reject).once('close', resolve);
  });
}

async function iterate(readable: Readable, probe: Probe, wait: () => Promise<void> | void): Promise<void> {
  for await (const event of readable) {
    if (!probe.see(event, readable.readableLength)) break;
    await wait();
  }
  if (!readable.closed) await closed(readable);
}

export const NODE_CONSUMERS = {
  'data events': (readable, probe) => {
    readable.on('data', (event) => {
      if (!probe.see(event, readable.readableLength)) readable.destroy();
    });
    return closed(readable);
  },
  'data events, paused and resumed': (readable, probe) => {
    readable.on('data', (event) => {
      if (!probe.see(event, readable.readableLength)) readable.destroy();
      if (probe.events.length % 100 !== 0) return;
      readable.pause();
      setImmediate(() => readable.resume());
    });
    return closed(readable);
  },
  'for await': (readable, probe) => iterate(readable, probe, () => {}),
  'for await, slow': (readable, probe) => iterate(readable, probe, () => probe.dawdle()),
  'readable events and read()': (readable, probe) => {
    readable.on('readable', () => {
      for (let event = readable.read(); event !== null; event = readable.read()) {
        if (!probe.see(event, readable.readableLength)) readable.destroy();
      }
    });
    return closed(readable);
  },
  'one read() for each readable event or turn': (readable, probe) => {
    const readOne = (): void => {
      const event = readable.read();
      if (event === null) {
        readable.once('readable', readOne);
        return;
      }
      if (!probe.see(event, readable.readableLength)) readable.destroy();
      else if (probe.events.length % 16 === 0) setImmediate(readOne);
      else readOne();
    };
    readOne();
    return closed(readable);
  },
} satisfies { readonly [name: string]: NodeReader };

/** The last stage of a pipeline. It may abort the pipeline's signal. */
type LastStage = (
  probe: Probe,
  abort: () => void,
) => Writable | ((events: AsyncIterable<RobotsEvent>) => Promise<void>);

export const LAST_STAGES = {
  'an async function': (probe) => async (events) => {
    for await (const event of events) if (!probe.see(event, bufferedIn(events))) break;
  },
  'a slow async function': (probe) => async (events) => {
    for await (const event of events) {
      if (!probe.see(event, bufferedIn(events))) break;
      await probe.dawdle();
    }
  },
  'an async function that throws': (probe) => async (events) => {
    for await (const event of events) if (!probe.see(event, bufferedIn(events))) throw ENOUGH;
  },
  'an async function that aborts': (probe, abort) => async (events) => {
    for await (const event of events) if (!probe.see(event, bufferedIn(events))) abort();
  },
  'a Writable': (probe) => sink(probe, (callback) => callback()),
  'a slow Writable': (probe) => sink(probe, (callback) => setImmediate(callback), 1),
  'a Writable that aborts': (probe, abort) =>
    sink(probe, (callback) => {
      if (probe.hasEnough) abort();
      callback();
    }),
} satisfies { readonly [name: string]: LastStage };

function sink(probe: Probe, next: (callback: () => void) => void, highWaterMark = 16): Writable {
  return new Writable({
    objectMode: true,
    highWaterMark,
    write(event, _, callback) {
      if (probe.see(event, 0)) next(callback);
      else {
        next(() => {});
        this.destroy(ENOUGH);
      }
    },
  });
}

function bufferedIn(events: AsyncIterable<RobotsEvent> & { readableLength?: number }): number {
  return events.readableLength ?? 0;
}
