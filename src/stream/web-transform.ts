/**
 * The line parser as a pair of Web streams.
 */
import { type Octets, plainOctets } from '../octets.js';
import { aFunction, checkOptions, isObject, misshapen } from '../option-checks.js';
import { EventFlow } from './event-flow.js';
import type { RobotsEvent } from './events.js';
import { LINE_PARSER_OPTIONS } from './line-batch-parser.js';
import type { LineParserOptions } from './line-parser.js';
import { notOctets } from './source.js';

/**
 * Octets in, one event per object out: `response.body.pipeThrough(new LineTransformStream())`.
 *
 * A slow reader holds up the source: at most the events that `readableStrategy` allows (none by default) and those of
 * 16 KiB are buffered.
 *
 * At the parsing limit the readable side ends with the `limit` and `end` events. The writable side then fails with a
 * `TypeError`, so `pipeThrough` cancels the source. A chunk that is not octets makes both sides fail with a
 * `RobotsError` `source-type`.
 */
export class LineTransformStream {
  /** The line events. */
  readonly readable: ReadableStream<RobotsEvent>;
  /** Takes the octets. */
  readonly writable: WritableStream<Octets>;

  readonly #flow: EventFlow;
  #reader!: ReadableStreamDefaultController<RobotsEvent>;
  #writer!: WritableStreamDefaultController;
  /** Whether the readable side takes events. */
  #isOpen = true;

  /**
   * @param writableStrategy how many chunks are buffered before they are parsed; default 1
   * @param readableStrategy how many events are buffered before the reader asks; default none
   * @throws {RangeError | TypeError} as `LineParser` does, and if a strategy is malformed
   */
  constructor(
    options: LineParserOptions = {},
    writableStrategy: QueuingStrategy<Uint8Array> = { highWaterMark: 1 },
    readableStrategy: QueuingStrategy<RobotsEvent> = { highWaterMark: 0 },
  ) {
    checkOptions('LineTransformStream', options, LINE_PARSER_OPTIONS);
    checkStrategy(writableStrategy, 'writableStrategy');
    checkStrategy(readableStrategy, 'readableStrategy');
    this.#flow = new EventFlow(options, (event) => this.#push(event), false);
    this.readable = new ReadableStream<RobotsEvent>(
      {
        start: (controller) => {
          this.#reader = controller;
        },
        pull: () => this.#flow.resume(),
        cancel: (reason) => this.#stop(reason),
      },
      readableStrategy,
    );
    this.writable = new WritableStream<Octets>(
      {
        start: (controller) => {
          this.#writer = controller;
          // `abort` below waits for the write in progress, which waits for the reader. Node's types lack `signal`.
          const { signal } = controller as { signal?: AbortSignal };
          signal?.addEventListener('abort', () => this.#abort(signal.reason));
        },
        write: (chunk) => this.#write(chunk),
        close: () => this.#close(),
        abort: (reason) => this.#abort(reason),
      },
      writableStrategy as QueuingStrategy<Octets>,
    );
  }

  async #write(chunk: unknown): Promise<void> {
    try {
      const octets = plainOctets(chunk);
      if (octets === undefined) throw notOctets(chunk);
      await new Promise<void>((resolve, reject) => {
        this.#flow.write(octets, (error) => (error === undefined ? resolve() : reject(error)));
      });
    } catch (error) {
      this.#abort(error);
      throw error;
    }
    if (!this.#isOpen || !this.#flow.limitReached) return;
    this.#reader.close();
    this.#stop(new TypeError('The parsing limit is reached; no more is read'));
  }

  #close(): void {
    this.#flow.end();
    this.#reader.close();
  }

  /** The readable side takes no more events: the writable side fails. */
  #stop(reason: unknown): void {
    this.#isOpen = false;
    this.#writer.error(reason);
    this.#flow.cancel();
  }

  /** The writable side has failed, so the readable side fails, too. */
  #abort(reason: unknown): void {
    this.#isOpen = false;
    this.#reader.error(reason);
    this.#flow.cancel();
  }

  #push(event: RobotsEvent): boolean {
    this.#reader.enqueue(event);
    // A stream that has room for more asks again by itself.
    return false;
  }
}

/** @throws {TypeError} if it is not a queuing strategy of the Streams Standard */
function checkStrategy(strategy: unknown, name: string): void {
  if (!isObject(strategy))
    throw misshapen(strategy, name, 'a queuing strategy, such as { highWaterMark: 1 },');
  const { highWaterMark, size } = strategy;
  if (highWaterMark !== undefined && !(typeof highWaterMark === 'number' && highWaterMark >= 0)) {
    throw misshapen(highWaterMark, `${name}.highWaterMark`, 'a number from 0');
  }
  if (size !== undefined) aFunction(size, `${name}.size`);
}
