/**
 * The line parser at its consumer's pace: the flow that the Node and the Web transform share, and the pair of Web streams.
 */
import { type Octets, plainOctets } from '../octets.js';
import { aFunction, checkOptions, isObject, misshapen } from '../option-checks.js';
import type { RobotsEvent } from './events.js';
import { LINE_PARSER_OPTIONS, LineParser, type LineParserOptions } from './line-parser.js';
import { notOctets, slicesOf } from './source.js';

/** Called once: when the chunk is parsed and the consumer wants more, or with the error. */
type Done = (error?: Error) => void;

interface PendingChunk {
  readonly slices: Iterator<Uint8Array, undefined>;
  readonly done: Done;
}

/**
 * Parses one chunk at a time, slice by slice, while the consumer wants events. A full consumer pauses it between two slices,
 * so that a chunk of any size buffers the events of one slice at most.
 *
 * Once the consumer has asked, parsing goes on until there is an event or the chunk is done, however many slices that
 * takes: streams do not ask again before they have received an event.
 */
export class EventFlow {
  readonly #parser: LineParser;
  readonly #push: (event: RobotsEvent) => boolean;
  #chunk: PendingChunk | undefined;
  #wantsMore: boolean;
  #isAdvancing = false;
  #isCancelled = false;

  /**
   * @param options those of the parser; others are ignored
   * @param push passes an event to the consumer; returns whether the consumer wants more
   * @param wantsMore whether the consumer wants events before it asks for them
   * @throws {RangeError | TypeError} as `LineParser` does
   */
  constructor(options: LineParserOptions, push: (event: RobotsEvent) => boolean, wantsMore: boolean) {
    const { maxOctets, keepOverlong } = options;
    this.#parser = new LineParser({ maxOctets, keepOverlong });
    this.#push = push;
    this.#wantsMore = wantsMore;
  }

  /** Whether the parsing limit was reached. The `limit` and `end` events are then pushed, and chunks are ignored. */
  get limitReached(): boolean {
    return this.#parser.limitReached;
  }

  /** Parses a chunk. The next one must wait until `done` is called. */
  write(octets: Uint8Array, done: Done): void {
    this.#chunk = { slices: slicesOf(octets), done };
    this.#advance();
  }

  /** The consumer asks for events. */
  resume(): void {
    this.#wantsMore = true;
    this.#advance();
  }

  /** Pushes the events of the file's end, however full the consumer is. */
  end(): void {
    this.#pushAll(this.#parser.end());
  }

  /** The consumer or the writer is gone: drops the chunk in progress and pushes no more events. */
  cancel(): void {
    this.#isCancelled = true;
    if (this.#chunk !== undefined) this.#finish(this.#chunk);
  }

  /**
   * `done` can bring the next chunk, and a pushed event can make the consumer ask again, before either returns. Both then
   * call this method from within itself; the loop in progress continues with what they brought.
   */
  #advance(): void {
    if (this.#isAdvancing) return;
    this.#isAdvancing = true;
    try {
      while (this.#wantsMore && this.#chunk !== undefined) this.#advanceBySlice(this.#chunk);
    } finally {
      this.#isAdvancing = false;
    }
  }

  #advanceBySlice(chunk: PendingChunk): void {
    let failure: Error | undefined;
    try {
      const { value } = chunk.slices.next();
      if (value !== undefined) {
        this.#pushAll(this.#parser.write(value));
        if (!this.limitReached) return;
        // No event follows the end: the writer need not wait for the consumer.
        this.end();
      }
    } catch (error) {
      failure = error as Error;
    }
    this.#finish(chunk, failure);
  }

  #finish(chunk: PendingChunk, error?: Error): void {
    if (this.#chunk !== chunk) return;
    this.#chunk = undefined;
    chunk.done(error);
  }

  /** The consumer wants more if it said so when it received the last event, or has asked since. */
  #pushAll(events: readonly RobotsEvent[]): void {
    for (const event of events) {
      if (this.#isCancelled) return;
      this.#wantsMore = false;
      if (this.#push(event)) this.#wantsMore = true;
    }
  }
}

/**
 * Octets in, one event per object out: `response.body.pipeThrough(new LineTransformStream())`.
 *
 * A slow consumer holds up the source: at most the events that `readableStrategy` allows (none by default) and those of
 * 16 KiB are buffered.
 *
 * At the parsing limit the readable side ends with the `limit` and `end` events. The writable side then fails with a
 * `TypeError`, so `pipeThrough` cancels the source. A chunk that is not octets makes both sides fail with a
 * `RobotsError` `source-type`.
 *
 * @example
 * ```js
 * import { LineTransformStream } from 'robotstream';
 *
 * const file = new Blob(['User-agent: *\nDisallow: /private/']);
 * for await (const event of file.stream().pipeThrough(new LineTransformStream())) {
 *   if (event.type === 'disallow') console.log(event.value.text); // → /private/
 * }
 * ```
 */
export class LineTransformStream {
  /** The line events. */
  readonly readable: ReadableStream<RobotsEvent>;
  /** Takes the octets. */
  readonly writable: WritableStream<Octets>;

  readonly #flow: EventFlow;
  #controller!: ReadableStreamDefaultController<RobotsEvent>;
  #writer!: WritableStreamDefaultController;
  /** Whether the readable side takes events. */
  #isOpen = true;

  /**
   * @param writableStrategy how many chunks are buffered before they are parsed; default 1
   * @param readableStrategy how many events are buffered before the consumer asks; default none
   * @throws {RangeError | TypeError} as `LineParser` does, and if a strategy is malformed
   */
  constructor(
    options: LineParserOptions = {},
    writableStrategy: QueuingStrategy<Uint8Array> = {},
    readableStrategy: QueuingStrategy<RobotsEvent> = { highWaterMark: 0 },
  ) {
    checkOptions('LineTransformStream', options, LINE_PARSER_OPTIONS);
    checkStrategy(writableStrategy, 'writableStrategy');
    checkStrategy(readableStrategy, 'readableStrategy');
    const push = (event: RobotsEvent): boolean => {
      this.#controller.enqueue(event);
      // A stream that has room for more asks again by itself.
      return false;
    };
    this.#flow = new EventFlow(options, push, false);
    this.readable = new ReadableStream<RobotsEvent>(
      {
        start: (controller) => {
          this.#controller = controller;
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
          // `abort` below waits for the write in progress, which waits for the consumer. Node's types lack `signal`.
          const { signal } = controller as { signal?: AbortSignal };
          signal?.addEventListener('abort', () => this.#abort(signal.reason));
        },
        write: (chunk) => this.#write(chunk),
        close: () => {
          this.#flow.end();
          this.#controller.close();
        },
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
    this.#controller.close();
    this.#stop(new TypeError('The parsing limit is reached; no more is read'));
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
    this.#controller.error(reason);
    this.#flow.cancel();
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
