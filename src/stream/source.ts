/**
 * Any source of octets as one thing that can be read and cancelled.
 */
import { RobotsError } from '../errors.js';

/**
 * Where octets can come from: a fetch body or another `ReadableStream`, a Node `Readable` or another (async) iterable
 * of `Uint8Array`, a `Blob`, the octets themselves, or text (taken as UTF-8).
 */
export type OctetSource =
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | Iterable<Uint8Array>
  | Blob
  | Uint8Array
  | ArrayBuffer
  | string;

export interface ReadOptions {
  /** Cancels the source and throws the signal's reason when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** A source that is being read. */
interface OpenSource {
  next(): Promise<IteratorResult<unknown>> | IteratorResult<unknown>;
  /** Lets the source go before its end: cancels the fetch, destroys the `Readable`. */
  cancel(reason?: unknown): Promise<unknown> | unknown;
}

/**
 * The chunks of a source. Leaving the loop early cancels the source; so does aborting, even while a read is pending.
 *
 * @throws {TypeError} if the source is none of the kinds above
 * @throws {RobotsError} `source-type` if it yields something that is not octets
 */
export async function* octetChunks(
  source: OctetSource,
  options: ReadOptions = {},
): AsyncGenerator<Uint8Array, void> {
  const { signal } = options;
  const opened = open(source);
  const aborted = signal && rejectWhenAborted(signal);
  let isDone = false;
  try {
    signal?.throwIfAborted();
    for (;;) {
      const read = opened.next();
      const { done, value } = await (aborted === undefined ? read : Promise.race([read, aborted.promise]));
      if (done === true) {
        isDone = true;
        return;
      }
      if (!(value instanceof Uint8Array)) throw notOctets(value);
      yield value;
    }
  } finally {
    aborted?.release();
    if (!isDone) {
      const cancelled = Promise.resolve(opened.cancel(signal?.reason));
      // An aborted reader must not wait for a source that hangs; what its cancellation says has nobody to go to.
      if (signal?.aborted) cancelled.catch(() => {});
      else await cancelled;
    }
  }
}

const encoder = new TextEncoder();

function open(source: OctetSource): OpenSource {
  if (typeof source === 'string') return openIterator([encoder.encode(source)][Symbol.iterator]());
  if (source instanceof Uint8Array) return openIterator([source][Symbol.iterator]());
  if (source instanceof ArrayBuffer) return openIterator([new Uint8Array(source)][Symbol.iterator]());
  if (typeof source === 'object' && source !== null) {
    if (typeof Blob !== 'undefined' && source instanceof Blob) return openStream(source.stream());
    if ('getReader' in source && typeof source.getReader === 'function') return openStream(source);
    if (Symbol.asyncIterator in source) return openAsyncIterable(source);
    if (Symbol.iterator in source) return openIterator(source[Symbol.iterator]());
  }
  throw new TypeError(
    `The source is ${kindOf(source)}; a ReadableStream (such as a fetch response's body), a Node Readable, an (async) ` +
      'iterable of Uint8Array, a Blob, a Uint8Array, an ArrayBuffer or a string is expected',
  );
}

function openIterator(iterator: AsyncIterator<unknown> | Iterator<unknown>): OpenSource {
  return { next: () => iterator.next(), cancel: () => iterator.return?.() };
}

/** An async iterable; if it is a Node `Readable`, one whose read is pending can be cancelled too. */
function openAsyncIterable(source: AsyncIterable<unknown> & { destroy?: unknown }): OpenSource {
  const opened = openIterator(source[Symbol.asyncIterator]());
  const cancel = (): unknown => {
    // An iterator's `return` waits for the read before it; a `Readable` can be told at once.
    if (typeof source.destroy === 'function') source.destroy();
    return opened.cancel();
  };
  return { next: opened.next, cancel };
}

function openStream(stream: ReadableStream<unknown>): OpenSource {
  const reader = stream.getReader();
  return {
    next: () => reader.read() as Promise<IteratorResult<unknown>>,
    cancel: (reason) => reader.cancel(reason),
  };
}

/** A promise that rejects with the signal's reason when it aborts. `release` takes its listener off again. */
function rejectWhenAborted(signal: AbortSignal): { promise: Promise<never>; release: () => void } {
  let release = (): void => {};
  const promise = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    release = () => signal.removeEventListener('abort', onAbort);
  });
  promise.catch(() => {});
  return { promise, release };
}

/** The error for a chunk that is not octets. */
export function notOctets(value: unknown): RobotsError {
  const hint = typeof value === 'string' ? '; take off setEncoding() or encode the text first' : '';
  return new RobotsError(
    'source-type',
    `The source yielded ${kindOf(value)}; a Uint8Array is expected${hint}`,
  );
}

/** What a value is, for messages. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value !== 'object') return `a ${typeof value}`.replace('a undefined', 'undefined');
  return `an instance of ${value.constructor?.name ?? 'no class'}`;
}
