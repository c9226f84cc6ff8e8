/**
 * The line parser as a Node `Transform`.
 */
import { type Readable, Transform, type TransformCallback } from 'node:stream';
import type { RobotsEvent } from './events.js';
import { LineParser, type LineParserOptions } from './line-parser.js';

export interface LineTransformOptions extends LineParserOptions {
  /** How many events the readable side holds before it holds up the source. Default: Node's for objects, 16. */
  readonly readableHighWaterMark?: number | undefined;
  /** How many octets the writable side holds before it holds up the source. Default: Node's. */
  readonly writableHighWaterMark?: number | undefined;
  /** Destroys the stream when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** How much of a chunk is parsed before the reader is asked whether it wants more, in octets. */
const SLICE_OCTETS = 16 * 1024;

/**
 * Octets in, one event an object out; for `stream.pipeline`, `pipe` and stream-chain.
 *
 * A reader that falls behind holds up the source: no more than the events of 16 KiB are made ahead. At the parsing
 * limit the readable side ends with the `limit` and `end` events and the source is let go: whatever is piped into this
 * stream is ended and destroyed, so that a `pipeline` from a `Readable` resolves.
 */
export class LineTransform extends Transform {
  readonly #parser: LineParser;
  readonly #sources = new Set<Readable>();
  /** Goes on with a chunk that the reader's falling behind has interrupted. */
  #resume: (() => void) | undefined;

  /** @throws {RangeError | TypeError} as `LineParser` does */
  constructor(options: LineTransformOptions = {}) {
    super({
      readableObjectMode: true,
      writableObjectMode: false,
      decodeStrings: true,
      ...(options.readableHighWaterMark !== undefined && {
        readableHighWaterMark: options.readableHighWaterMark,
      }),
      ...(options.writableHighWaterMark !== undefined && {
        writableHighWaterMark: options.writableHighWaterMark,
      }),
      ...(options.signal !== undefined && { signal: options.signal }),
    });
    this.#parser = new LineParser(options);
    this.on('pipe', (source: Readable) => this.#sources.add(source));
    this.on('unpipe', (source: Readable) => this.#sources.delete(source));
  }

  override _transform(chunk: Uint8Array, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.#parse(chunk, 0, callback);
  }

  override _flush(callback: TransformCallback): void {
    this.#pushAll(this.#parser.end());
    callback();
  }

  override _read(size: number): void {
    const resume = this.#resume;
    this.#resume = undefined;
    if (resume === undefined) super._read(size);
    else resume();
  }

  #parse(chunk: Uint8Array, from: number, callback: TransformCallback): void {
    const to = Math.min(from + SLICE_OCTETS, chunk.length);
    let wantsMore: boolean;
    try {
      wantsMore = this.#pushAll(this.#parser.write(chunk.subarray(from, to)));
    } catch (error) {
      callback(error as Error);
      return;
    }
    if (this.#parser.limitReached) this.#finishEarly(callback);
    else if (to === chunk.length) callback();
    else if (wantsMore) this.#parse(chunk, to, callback);
    else this.#resume = () => this.#parse(chunk, to, callback);
  }

  #pushAll(events: RobotsEvent[]): boolean {
    let wantsMore = true;
    for (const event of events) wantsMore = this.push(event);
    return wantsMore;
  }

  /** The parsing limit: ends this stream, and whatever feeds it. */
  #finishEarly(callback: TransformCallback): void {
    for (const source of this.#sources) letGo(source, this);
    // `end` flushes, which tells the `end` event; what a writer that is not piped still has waiting is dropped.
    callback();
    this.end();
  }
}

/**
 * Ends and destroys a source. It is told of its end first, and emptied, because `stream.pipeline` takes a source that
 * closes with octets left for a failure.
 */
function letGo(source: Readable, destination: LineTransform): void {
  source.unpipe(destination);
  source.push(null);
  while (source.read() !== null);
  source.destroy();
}
