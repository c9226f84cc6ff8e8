/**
 * Any source of octets as chunks that can be read one by one and cancelled, and the line events of a source as an async iterable.
 */
import { RobotsError } from '../errors.js';
import { SLICE_OCTETS } from '../limits.js';
import {
  FILE_EXPECTED,
  OCTETS_EXPECTED,
  type Octets,
  octetsOf,
  plainOctets,
  shownOctets,
} from '../octets.js';
import { onAbort } from '../on-abort.js';
import { anAbortSignal, checkOptions, isArray, isObject, misshapen, optionTable } from '../option-checks.js';
import type { RobotsEvent } from './events.js';
import { LINE_PARSER_OPTIONS, LineParser, type LineParserOptions } from './line-parser.js';

/**
 * Where octets can come from: a fetch `Response`, of which the body is read whatever its status; a `ReadableStream`, such as its
 * body; a Node `Readable` or another (async) iterable of octets; a `Blob`; the octets themselves; or text (taken as UTF-8).
 */
export type OctetSource =
  | Pick<Response, 'body'>
  | ReadableStream<Octets>
  | AsyncIterable<Octets>
  | Iterable<Octets>
  | Blob
  | Octets
  | string;

export interface ReadOptions {
  /** Cancels the source and throws the signal's reason when it aborts. Checked before each read, too. */
  readonly signal?: AbortSignal | undefined;
}

export const READ_OPTIONS = optionTable<ReadOptions>({ signal: anAbortSignal });

/** A source that is being read. */
interface OpenSource {
  /** Reads a chunk. Throws or rejects with the source's own error. */
  next(): PromiseLike<IteratorResult<unknown>> | IteratorResult<unknown>;
  /** Ends the source early: cancels the fetch, destroys the `Readable`, calls the iterator's `return`. */
  cancel(reason?: unknown): unknown;
}

/**
 * Reads the chunks of a source by the rules of `for await`: a source that has ended or failed is not called again,
 * and a consumer that stops earlier cancels it.
 */
export class SourceChunks {
  readonly #source: OpenSource;
  readonly #signal: AbortSignal | undefined;
  /** Whether the source has ended, failed or been cancelled. */
  #isOver = false;
  /** Whether `next` of the source is on the stack. */
  #isCalling = false;
  /** Rejects the pending read or cancellation, if there is one that a signal can abort. */
  #rejectPending: ((reason: unknown) => void) | undefined;
  #stopListening: (() => void) | undefined;

  /**
   * @param argument the argument's name, for messages
   * @throws {TypeError} if the source is of no known kind
   */
  constructor(source: OctetSource, { signal }: ReadOptions = {}, argument: string = 'source') {
    this.#source = open(source, argument);
    this.#signal = signal;
    if (signal?.aborted) this.stop(signal.reason);
    else if (signal !== undefined) this.#stopListening = onAbort(signal, () => this.#aborted(signal.reason));
  }

  /**
   * Reads a chunk. There is a promise only if the source has one: a promise for each chunk in memory would take as long as
   * parsing a small file.
   *
   * @returns what the source yielded; {@link octets} makes octets of it
   * @throws (or rejects) the signal's reason if it has aborted; the source's own errors are passed on
   */
  read(): Promise<ChunkResult> | ChunkResult {
    this.#signal?.throwIfAborted();
    if (this.#isOver) return END;
    let read: ReturnType<OpenSource['next']>;
    try {
      read = this.#callNext();
      if (!('then' in read)) return this.#chunkOf(read);
    } catch (error) {
      this.#end();
      throw error;
    }
    return this.#pendingChunk(read);
  }

  /**
   * The octets of a chunk that was read. Call it when you use them, with no `await` in between: the program may transfer the
   * chunk, and it would look empty.
   *
   * @throws {RobotsError} `source-type` if the chunk is not octets; the source is then cancelled
   */
  octets(chunk: unknown): Uint8Array {
    const octets = plainOctets(chunk);
    if (octets !== undefined) return octets;
    this.stop();
    throw notOctets(chunk);
  }

  /** Cancels the source unless it is over. Does not wait, and ignores a failure to cancel. */
  stop(reason?: unknown): void {
    if (this.#isOver) return;
    this.#end();
    const ignore = (): void => {};
    try {
      Promise.resolve(this.#source.cancel(reason)).catch(ignore);
    } catch {
      // Ignored like a rejection.
    }
  }

  /**
   * Cancels the source unless it is over. Waits until that is done, or the signal aborts. Throws what the cancellation throws, or the
   * signal's reason.
   */
  async close(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    try {
      await this.#untilAborted(Promise.resolve(this.#source.cancel()));
    } finally {
      this.#end();
    }
  }

  async #pendingChunk(read: PromiseLike<IteratorResult<unknown>>): Promise<ChunkResult> {
    try {
      return this.#chunkOf(await this.#untilAborted(read));
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  /** What the source yielded, with its getters read once. */
  #chunkOf(result: IteratorResult<unknown>): ChunkResult {
    if (!isObject(result)) throw misshapen(result, 'what next() resolved with', 'the result of an iterator');
    if (!result.done) return { done: false, value: result.value };
    this.#end();
    return END;
  }

  /** Calls the source. If that aborts the signal, the source is cancelled afterwards: a generator cannot end while it runs. */
  #callNext(): ReturnType<OpenSource['next']> {
    this.#isCalling = true;
    const read = this.#source.next();
    this.#isCalling = false;
    if (this.#signal?.aborted) this.stop(this.#signal.reason);
    return read;
  }

  /** The result of a read or a cancellation, rejected as soon as the signal aborts. */
  #untilAborted<Result>(result: PromiseLike<Result>): PromiseLike<Result> {
    const signal = this.#signal;
    if (signal === undefined) return result;
    // Not Promise.race with one promise for all reads: that promise would keep a reaction for each of them.
    return new Promise((resolve, reject) => {
      this.#rejectPending = reject;
      if (signal.aborted) reject(signal.reason);
      result.then(resolve, reject);
    });
  }

  #aborted(reason: unknown): void {
    this.#rejectPending?.(reason);
    if (!this.#isCalling) this.stop(reason);
  }

  #end(): void {
    this.#isOver = true;
    this.#rejectPending = undefined;
    this.#stopListening?.();
  }
}

type ChunkResult = IteratorResult<unknown, undefined>;

const END = { done: true, value: undefined } as const;

function open(source: OctetSource, argument: string): OpenSource {
  if (isIterated(source)) {
    if ('getReader' in source) return openStream(source);
    if (Symbol.asyncIterator in source) return openAsyncIterable(source);
    if (Symbol.iterator in source) return openIterable(source);
    if ('stream' in source) return openStream(source.stream());
    if ('body' in source) {
      const { body } = source;
      if (body === null) return openIterator([].values());
      if (typeof body === 'object' && 'getReader' in body) return openStream(body);
    }
  }
  return openIterator([octetsOf(source, argument, SOURCE_EXPECTED)].values());
}

const SOURCE_EXPECTED = `a Response of fetch(), a ReadableStream, a Node Readable, an (async) iterable of octets, a Blob, ${FILE_EXPECTED}`;

/** Whether a source is an object other than octets in memory. A proxy that was revoked is no source. */
function isIterated(source: unknown): source is Exclude<OctetSource, Octets | string> {
  return (isObject(source) || isArray(source)) && !ArrayBuffer.isView(source);
}

function openIterator(iterator: AsyncIterator<unknown> | Iterator<unknown>): OpenSource {
  return { next: () => iterator.next(), cancel: () => iterator.return?.() };
}

/** A sync iterable. Promises that it yields are awaited: if one were refused unseen, its rejection would end the process. */
function openIterable(source: Iterable<unknown>): OpenSource {
  const iterator = source[Symbol.iterator]();
  const { cancel } = openIterator(iterator);
  return {
    next: () => {
      const result = iterator.next();
      if (!isObject(result)) return result;
      const { done, value } = result;
      if (done || !isObject(value) || !('then' in value)) return { done, value } as IteratorResult<unknown>;
      return Promise.resolve(value).then(
        (awaited) => ({ done: false, value: awaited }),
        (error) => {
          cancel();
          throw error;
        },
      );
    },
    cancel,
  };
}

/** An async iterable. If it is a Node `Readable`, cancelling ends a pending read, too. */
function openAsyncIterable(source: AsyncIterable<unknown> & { destroy?: unknown }): OpenSource {
  const { next, cancel } = openIterator(source[Symbol.asyncIterator]());
  return {
    next,
    cancel: () => {
      // An iterator's `return` waits for the pending read; `destroy` does not.
      if (typeof source.destroy === 'function') source.destroy();
      return cancel();
    },
  };
}

function openStream(stream: ReadableStream<unknown>): OpenSource {
  const reader = stream.getReader();
  return {
    next: () => reader.read() as Promise<IteratorResult<unknown>>,
    cancel: (reason) => reader.cancel(reason),
  };
}

/**
 * A chunk in slices of at most 16 KiB. The program runs between two slices.
 *
 * @throws {RobotsError} `source-type` if the program has transferred the chunk since the last slice
 */
export function* slicesOf(chunk: Uint8Array): Generator<Uint8Array, undefined> {
  const { length } = chunk;
  for (let at = 0; at < length; at += SLICE_OCTETS) {
    if (at >= chunk.length) throw notOctets(chunk);
    yield chunk.subarray(at, at + SLICE_OCTETS);
  }
}

/** The error for a chunk that is not octets, or has lost its memory. */
export function notOctets(chunk: unknown): RobotsError {
  const hint = typeof chunk === 'string' ? '; remove setEncoding() or encode the text first' : '';
  return new RobotsError(
    'source-type',
    `The source yielded ${shownOctets(chunk)}; ${OCTETS_EXPECTED} is expected${hint}`,
  );
}

/** Options for `lineEvents` and `lineEventBatches`. */
export interface LineEventsOptions extends LineParserOptions, ReadOptions {}

const LINE_EVENTS_OPTIONS = [...LINE_PARSER_OPTIONS, ...READ_OPTIONS];

/**
 * The events of a source, an array for each chunk or 16 KiB of it. Faster than `lineEvents`, which waits for each event.
 *
 * At the parsing limit the loop ends and the source is cancelled, without waiting for it; a failure to cancel is ignored.
 * Leaving the loop earlier cancels the source, too, and waits until that is done.
 *
 * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
 * @throws {TypeError} if the source is of no known kind
 * @throws {RobotsError} `source-type` if the source yields something that is not octets; its own errors are passed on
 * @throws the signal's reason when it aborts
 * @example
 * ```js
 * import { lineEventBatches } from 'robotstream';
 *
 * for await (const events of lineEventBatches('User-agent: *\nDisallow: /')) {
 *   for (const { type } of events) console.log(type);
 * }
 * // → start
 * // → user-agent
 * // → disallow
 * // → end
 * ```
 */
export async function* lineEventBatches(
  source: OctetSource,
  options: LineEventsOptions = {},
): AsyncGenerator<RobotsEvent[], void> {
  checkOptions('lineEventBatches', options, LINE_EVENTS_OPTIONS);
  const { maxOctets, keepOverlong } = options;
  const parser = new LineParser({ maxOctets, keepOverlong });
  const chunks = new SourceChunks(source, options);
  try {
    for (;;) {
      const { done, value } = await chunks.read();
      if (done) {
        yield parser.end();
        return;
      }
      for (const slice of slicesOf(chunks.octets(value))) {
        options.signal?.throwIfAborted();
        const events = parser.write(slice);
        if (parser.limitReached) {
          yield events.concat(parser.end());
          return;
        }
        if (events.length > 0) yield events;
      }
    }
  } catch (error) {
    chunks.stop();
    throw error;
  } finally {
    if (parser.limitReached) chunks.stop();
    else await chunks.close();
  }
}

/**
 * The events of a source, one by one: in a loop, or as a stage of `stream.pipeline`, which then takes the stage before it
 * as its source.
 *
 * At the parsing limit the loop ends and the source is cancelled, without waiting for it; a failure to cancel is ignored.
 * Leaving the loop earlier cancels the source, too, and waits until that is done.
 *
 * @throws {RangeError} if `maxOctets` is under 512,000 or not whole
 * @throws {TypeError} if the source is of no known kind
 * @throws {RobotsError} `source-type` if the source yields something that is not octets; its own errors are passed on
 * @throws the signal's reason when it aborts
 * @example
 * ```js
 * import { lineEvents } from 'robotstream';
 *
 * for await (const event of lineEvents(new Blob(['User-agent: *\nDisallow: /private/']))) {
 *   if (event.type === 'disallow') console.log(event.line, event.value.text); // → 2 /private/
 * }
 * ```
 */
export async function* lineEvents(
  source: OctetSource,
  options: LineEventsOptions = {},
): AsyncGenerator<RobotsEvent, void> {
  checkOptions('lineEvents', options, LINE_EVENTS_OPTIONS);
  for await (const events of lineEventBatches(source, options)) {
    for (const event of events) {
      options.signal?.throwIfAborted();
      yield event;
    }
  }
}
