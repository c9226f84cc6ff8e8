/**
 * The line parser as a Node stream.
 */
import { Duplex, type Readable } from 'node:stream';
import { parsingLimit } from '../limits.js';
import { anAbortSignal, checkedElsewhere, checkOptions, optionTable } from '../option-checks.js';
import type { RobotsEvent } from './events.js';
import { LINE_PARSER_CHECKS } from './line-batch-parser.js';
import { LineParser, type LineParserOptions } from './line-parser.js';
import { notOctets } from './source.js';

export interface LineTransformOptions extends LineParserOptions {
  /** How many events the readable side holds before it holds up the source. Default: Node's for objects, 16. */
  readonly readableHighWaterMark?: number | undefined;
  /** How many octets the writable side holds before it holds up the source. Default: Node's. */
  readonly writableHighWaterMark?: number | undefined;
  /** Destroys the stream when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

const LINE_TRANSFORM_OPTIONS = optionTable<LineTransformOptions>({
  ...LINE_PARSER_CHECKS,
  readableHighWaterMark: checkedElsewhere,
  writableHighWaterMark: checkedElsewhere,
  signal: anAbortSignal,
});

/** How much of a chunk is parsed before the reader is asked whether it wants more, in octets. */
const SLICE_OCTETS = 16 * 1024;

type WriteCallback = (error?: Error | null) => void;

interface PendingChunk {
  readonly octets: Uint8Array;
  /** Where the next slice begins. */
  at: number;
  /** Called when the chunk is parsed and the reader wants more; the next chunk waits for it. */
  readonly callback: WriteCallback;
}

/**
 * Octets in, one event an object out; for `stream.pipeline`, `pipe` and stream-chain. Text is taken as UTF-8; a chunk
 * that is neither is the stream's error, a `RobotsError` `source-type`.
 *
 * A reader that falls behind holds up the source: no more than the events of 16 KiB are made ahead.
 *
 * At the parsing limit the readable side ends with the `limit` and `end` events, and the source is let go at once:
 * - a `Readable` that is piped into this stream, by `pipe` or by a `pipeline` that it begins, is ended and destroyed; a
 *   Web stream or an (async) iterable that a `pipeline` reads is cancelled. The `pipeline` resolves.
 * - a stream that is itself written to, such as gunzip between a file and this stream, is ended and destroyed once the
 *   reader has all events. Node calls that no success: the `pipeline` rejects with `ERR_STREAM_PREMATURE_CLOSE`.
 * - who writes by hand finds `writableEnded` set. What is written from then on is dropped, and its callback told so by an
 *   error once the reader has all events.
 */
export class LineTransform extends Duplex {
  readonly #parser: LineParser;
  readonly #maxOctets: number;
  readonly #sources = new Set<Readable>();
  /** Octets written so far, up to one past the parsing limit: whether it is passed is known before they are parsed. */
  #written = 0;
  /** Callbacks of chunks behind the parsing limit, which wait for the reader. */
  readonly #dropped: WriteCallback[] = [];
  /** The chunk being parsed. */
  #chunk: PendingChunk | undefined;
  /** Whether the reader wants events: until it is full, and again once it asks. */
  #wantsMore = true;
  #isAdvancing = false;

  /** @throws {RangeError | TypeError} as `LineParser` does */
  constructor(options: LineTransformOptions = {}) {
    checkOptions('LineTransform', options, LINE_TRANSFORM_OPTIONS);
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
    this.#parser = new LineParser({ maxOctets: options.maxOctets, keepOverlong: options.keepOverlong });
    this.#maxOctets = parsingLimit(options.maxOctets);
    this.on('pipe', (source: Readable) => this.#sources.add(source));
    this.on('unpipe', (source: Readable) => this.#sources.delete(source));
  }

  /** As every `Writable`'s, but that it takes no more than the parsing limit, and that no chunk makes it throw. */
  override write(
    chunk: unknown,
    encoding?: BufferEncoding | WriteCallback,
    callback?: WriteCallback,
  ): boolean {
    const done = typeof encoding === 'function' ? encoding : callback;
    const octets =
      typeof chunk === 'string'
        ? Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8')
        : chunk;
    if (!(octets instanceof Uint8Array)) {
      const error = notOctets(chunk);
      this.destroy(error);
      if (done !== undefined) process.nextTick(done, error);
      return false;
    }
    const room = this.#maxOctets - this.#written;
    if (room < 0) {
      this.#drop(done);
      return true;
    }
    this.#written += Math.min(octets.length, room + 1);
    if (octets.length <= room) return super.write(octets, done);

    // One octet past the limit tells that there is more.
    super.write(octets.subarray(0, room + 1), done);
    super.end();
    for (const source of this.#sources) this.#letGo(source);
    // The loop in which `pipeline` reads iterables and Web streams takes this for its end, and no error: leaving the loop
    // cancels the source, and that there is no error lets the pipeline resolve.
    if (isCalledByPump(this.write)) throw undefined;
    return true;
  }

  override end(chunk?: unknown, encoding?: BufferEncoding | (() => void), callback?: () => void): this {
    if (typeof chunk === 'function') return super.end(chunk as () => void);
    if (chunk !== undefined && chunk !== null)
      this.write(chunk, typeof encoding === 'string' ? encoding : undefined);
    return super.end(typeof encoding === 'function' ? encoding : callback);
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, callback: WriteCallback): void {
    this.#chunk = { octets: chunk, at: 0, callback };
    this.#advance();
  }

  override _final(callback: WriteCallback): void {
    try {
      this.#pushAll(this.#parser.end());
    } catch (error) {
      callback(error as Error);
      return;
    }
    this.push(null);
    callback();
  }

  override _read(): void {
    this.#wantsMore = true;
    this.#advance();
  }

  /**
   * Parses chunks slice by slice until the reader is full or the chunks run out. A reader that has asked gets at least
   * one event, however many slices that takes, because Node does not call `_read` again before it has. A chunk's
   * callback can bring the next chunk, and a pushed event can bring the next `_read`; both call this method again, and
   * the loop in progress goes on with what they brought.
   */
  #advance(): void {
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    try {
      while (this.#wantsMore && this.#chunk !== undefined && !this.destroyed)
        this.#advanceBySlice(this.#chunk);
    } finally {
      this.#isAdvancing = false;
    }
  }

  #advanceBySlice(chunk: PendingChunk): void {
    const { octets, at, callback } = chunk;
    if (at >= octets.length) {
      this.#chunk = undefined;
      callback();
      return;
    }
    chunk.at += SLICE_OCTETS;
    try {
      this.#pushAll(this.#parser.write(octets.subarray(at, chunk.at)));
    } catch (error) {
      this.#chunk = undefined;
      callback(error as Error);
    }
  }

  /** Pushes events. The reader wants more if the last push said so, or if it has asked since. */
  #pushAll(events: readonly RobotsEvent[]): void {
    for (const event of events) {
      this.#wantsMore = false;
      if (this.push(event)) this.#wantsMore = true;
    }
  }

  /** Lets a source go: at once, or where something may still be written to it once the reader has all events. */
  #letGo(source: Readable): void {
    source.unpipe(this);
    // Whoever writes to the source takes its early end for a failure, and may destroy the reader with it.
    if (hasOpenWritableSide(source)) this.once('end', () => endEarly(source));
    else endEarly(source);
  }

  /** Drops a chunk behind the parsing limit. Its error waits, because the writer may destroy the reader for it. */
  #drop(done: WriteCallback | undefined): void {
    if (done === undefined) return;
    if (this.#dropped.push(done) > 1) return;
    const tell = (): void => {
      const error = new Error(`The parsing limit of ${this.#maxOctets} octets is reached; no more is read`);
      for (const callback of this.#dropped.splice(0)) callback(error);
    };
    if (this.closed) process.nextTick(tell);
    else this.once('close', tell);
  }
}

/**
 * Ends and destroys a source. It is told of its end first, and emptied, because `stream.pipeline` takes a source that
 * closes with octets left for a failure.
 */
function endEarly(source: Readable): void {
  source.push(null);
  while (source.read() !== null);
  source.destroy();
}

function hasOpenWritableSide(stream: Readable & { writableFinished?: boolean }): boolean {
  return stream.writableFinished === false;
}

/**
 * Whether `write` was called by the loop in which `stream.pipeline` reads an iterable or a Web stream (`pumpToNode` in
 * Node's `lib/internal/streams/pipeline.js`). That loop knows no other way to be told that there is enough.
 */
function isCalledByPump(write: LineTransform['write']): boolean {
  const trace = { stack: '' };
  const { stackTraceLimit } = Error;
  // Not by assignment, which throws where intrinsics are frozen.
  Reflect.set(Error, 'stackTraceLimit', 1);
  Error.captureStackTrace(trace, write);
  Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
  return /^.*\n\s*at pumpToNode\b/.test(trace.stack);
}
