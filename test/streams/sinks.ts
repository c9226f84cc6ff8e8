/** Readers of events at the end of a pipeline. */
import { type Readable, Writable } from 'node:stream';
import type { RobotsEvent } from '../../src/core.js';

/** Collects events, and takes one turn of the event loop for each. */
export class SlowSink extends Writable {
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

/** Waits until a stream is closed, with or without an error. */
export async function closed(stream: Readable | Writable): Promise<void> {
  if (!stream.closed) await new Promise((resolve) => stream.once('close', resolve));
}

/** The types of the last two events. */
export function lastTypes(events: readonly RobotsEvent[]): string[] {
  return events.slice(-2).map(({ type }) => type);
}
