/**
 * The line parser as a Node stream.
 */
import { addAbortSignal, Duplex } from 'node:stream';
import { RobotsError } from '../errors.js';
import { DISCARD_LIMIT_OCTETS } from '../limits.js';
import { plainOctets } from '../octets.js';
import { aWholeNumber, checkOptions, optionTable } from '../option-checks.js';
import type { RobotsEvent } from './events.js';
import { LINE_PARSER_OPTIONS, type LineParserOptions } from './line-parser.js';
import { EventFlow } from './line-transform.js';
import { notOctets, READ_OPTIONS, type ReadOptions } from './source.js';

/** Options for `LineTransform`. */
export interface LineTransformOptions extends LineParserOptions {
  /** How many events the readable side buffers before it holds up the source. Default: Node's for objects, 16. */
  readonly readableHighWaterMark?: number | undefined;
  /** How many chunks the writable side buffers before it holds up the source. Default: 1. */
  readonly writableHighWaterMark?: number | undefined;
  /** Destroys the stream with an `AbortError` when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

const LINE_TRANSFORM_OPTIONS = [
  ...LINE_PARSER_OPTIONS,
  ...optionTable<Omit<LineTransformOptions, keyof LineParserOptions | keyof ReadOptions>>({
    readableHighWaterMark: aWholeNumber(0, Number.MAX_SAFE_INTEGER, 'events'),
    writableHighWaterMark: aWholeNumber(0, Number.MAX_SAFE_INTEGER, 'chunks'),
  }),
  ...READ_OPTIONS,
];

/** Chunks can be large: 16 of them, Node's default, can exceed the parsing limit. */
const DEFAULT_CHUNKS = 1;

type WriteCallback = (error?: Error | null) => void;

/**
 * Octets in, one event per object out, for `stream.pipeline`, `pipe` and stream-chain. Text is taken as UTF-8, or in the
 * encoding that `write` names; any other chunk that is not octets destroys the stream with a `RobotsError` `source-type`.
 *
 * A slow consumer holds up the source: at most `readableHighWaterMark` events and those of 16 KiB are buffered.
 *
 * At the parsing limit the `limit` and `end` events follow. A stream cannot stop the source that is piped into it, so the
 * transform then discards further chunks, and its readable side ends when the source does. A source
 * that continues for more than 4 MiB is considered endless: once the consumer has read all events, the transform fails with a
 * `RobotsError` `endless-source`, which makes `pipeline` reject and destroy the source. To stop reading at the limit
 * itself, use `lineEvents` as the stage of the pipeline.
 *
 * @example
 * ```js
 * import { Readable } from 'node:stream';
 * import { LineTransform } from 'robotstream';
 *
 * const source = Readable.from([Buffer.from('User-agent: *\nDisallow: /private/')]);
 * for await (const event of source.pipe(new LineTransform())) {
 *   if (event.type === 'disallow') console.log(event.value.text); // → /private/
 * }
 * ```
 */
export class LineTransform extends Duplex {
  readonly #flow: EventFlow;
  /** Whether the consumer has asked for events, and has received none since. */
  #isAsked = false;
  /**
   * Goes on parsing if the consumer still waits for events. If events go to a listener, it runs after `_read` has returned: Node buffers every
   * event that is pushed during `_read`, and the listener gets others at once.
   */
  readonly #resume = (): void => {
    if (this.#isAsked) this.#flow.resume();
  };
  #discardedOctets = 0;
  #defaultEncoding: BufferEncoding = 'utf8';

  /** @throws {RangeError | TypeError} as `LineParser` does */
  constructor(options: LineTransformOptions = {}) {
    checkOptions('LineTransform', options, LINE_TRANSFORM_OPTIONS);
    const { readableHighWaterMark, writableHighWaterMark = DEFAULT_CHUNKS, signal } = options;
    super({
      // The writable side takes objects, too: a stream of octets throws at a chunk of another type instead of failing.
      objectMode: true,
      writableHighWaterMark,
      readableHighWaterMark,
    });
    const push = (event: RobotsEvent): boolean => {
      this.#isAsked = false;
      try {
        return this.push(event);
      } catch (error) {
        // A listener has thrown. As with every stream, that is an uncaught exception of the program, and the events after it wait.
        this.pause();
        process.nextTick(() => {
          throw error;
        });
        return false;
      }
    };
    this.#flow = new EventFlow(options, push, true);
    // Not as an option of the stream, which would call `_destroy` before there is a flow if the signal has aborted.
    if (signal !== undefined) addAbortSignal(signal, this);
  }

  /** Sets the encoding of text that is written without one, as every `Writable` does. Default: UTF-8. */
  override setDefaultEncoding(encoding: BufferEncoding): this {
    super.setDefaultEncoding(encoding);
    this.#defaultEncoding = encoding;
    return this;
  }

  // Node does not apply the default encoding to a stream that takes objects.
  override _write(
    chunk: unknown,
    encoding: BufferEncoding = this.#defaultEncoding,
    callback: WriteCallback,
  ): void {
    const octets = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : plainOctets(chunk);
    if (octets === undefined) callback(notOctets(chunk));
    else if (this.#flow.limitReached) this.#discard(octets, callback);
    else this.#flow.write(octets, callback);
  }

  override _final(callback: WriteCallback): void {
    this.#flow.end();
    this.push(null);
    callback();
  }

  override _read(): void {
    this.#isAsked = true;
    if (this.readableFlowing) process.nextTick(this.#resume);
    else this.#resume();
  }

  override _destroy(error: Error | null, callback: WriteCallback): void {
    this.#flow.cancel();
    callback(error);
  }

  /** Discards a chunk after the parsing limit. One chunk too many fails once the consumer has read all events. */
  #discard(octets: Uint8Array, callback: WriteCallback): void {
    this.#discardedOctets += octets.length;
    if (this.#discardedOctets <= DISCARD_LIMIT_OCTETS) {
      callback();
      return;
    }
    const message = `The source went on for more than ${DISCARD_LIMIT_OCTETS} octets past the parsing limit; lineEvents() stops it there`;
    this.once('end', () => callback(new RobotsError('endless-source', message)));
    this.push(null);
  }
}
