/**
 * Runs one of Node's zlib streams over a body.
 */

import type { Transform } from 'node:stream';
import { abortError, onAbort } from 'robotstream/internal';
import { DecodingError } from './decoding-error.js';

/** A zlib stream of Node: a transform that counts the octets it has consumed. */
export type Decoder = Transform & { readonly bytesWritten: number };

/**
 * Yields the decoded octets of a body. It stops where the encoded data ends, and returns the octets after that to the
 * reader. The decoder is always destroyed: at the end of the data, after an error or an abort, and if the consumer stops
 * early.
 *
 * It throws a `DecodingError`: `bad-encoding` if the data is malformed, `body-cut-off` if the body ends within it. It throws
 * what the body throws, and the signal's reason if it aborts.
 *
 * @param coding the name of the content coding, for messages
 */
export async function* decode(
  decoder: Decoder,
  coding: string,
  reader: OctetReader,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  signal.throwIfAborted();
  const stopListening = onAbort(signal, () => decoder.destroy(abortError(signal)));
  const fed = feed(decoder, reader);
  try {
    yield* decoder as AsyncIterable<Uint8Array>;
    // Octets that the decoder did not use must be returned before the next read.
    await fed;
  } catch (error) {
    throw decodingFault(error, coding);
  } finally {
    stopListening();
    decoder.destroy();
  }
}

/** Writes one chunk at a time, so that only the last one can have octets left over. Never rejects. */
async function feed(decoder: Decoder, reader: OctetReader): Promise<void> {
  let written = 0;
  try {
    while (!decoder.destroyed) {
      const chunk = await reader.next();
      if (chunk === undefined) {
        decoder.end();
        return;
      }
      await new Promise<void>((resolve) => decoder.write(chunk, () => resolve()));
      written += chunk.length;
      const left = written - decoder.bytesWritten;
      if (left > 0) {
        reader.unread(chunk.subarray(chunk.length - left));
        return;
      }
    }
  } catch (error) {
    decoder.destroy(error as Error);
  }
}

/** zlib: the input ended before the end of the encoded data. */
const UNEXPECTED_END = 'Z_BUF_ERROR';

/** The codes of zlib, Brotli and Zstandard in Node. */
const DECODER_ERROR = /^(?:Z_|ERR__ERROR_|ERR_BROTLI_|ZSTD_)/;

function decodingFault(error: unknown, coding: string): unknown {
  const { code } = error as { code?: unknown };
  if (code === UNEXPECTED_END) return cutOff(coding, error);
  return DECODER_ERROR.test(String(code)) ? malformed(coding, error) : error;
}

/** The body ended within its encoded data. */
export function cutOff(coding: string, cause?: unknown): DecodingError {
  return new DecodingError('body-cut-off', `The body ends within its ${coding} data`, { cause });
}

/** The body is not encoded as its header says. */
export function malformed(coding: string, cause?: unknown): DecodingError {
  return new DecodingError('bad-encoding', `The body is not valid ${coding}`, { cause });
}

/** A body with one reader. It never yields an empty chunk. */
export class OctetReader {
  readonly #source: AsyncIterator<Uint8Array>;
  readonly #returned: Uint8Array[] = [];
  /** How many octets have been read and not put back. */
  position = 0;

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#source = body[Symbol.asyncIterator]();
  }

  /** Reads the next chunk; undefined at the end of the body. Throws what the body throws. */
  async next(): Promise<Uint8Array | undefined> {
    const chunk = this.#returned.pop() ?? (await this.#nextOfSource());
    this.position += chunk?.length ?? 0;
    return chunk;
  }

  async #nextOfSource(): Promise<Uint8Array | undefined> {
    for (;;) {
      const { done, value } = await this.#source.next();
      if (done === true) return undefined;
      if (value.length > 0) return value;
    }
  }

  /** Puts octets back: the next read returns them first. */
  unread(octets: Uint8Array): void {
    this.position -= octets.length;
    if (octets.length > 0) this.#returned.push(octets);
  }

  /** Reads exactly `count` octets; fewer if the body ends before. */
  async take(count: number): Promise<Uint8Array> {
    const taken = new Uint8Array(count);
    let length = 0;
    while (length < count) {
      const chunk = await this.next();
      if (chunk === undefined) return taken.subarray(0, length);
      const part = chunk.subarray(0, count - length);
      taken.set(part, length);
      length += part.length;
      this.unread(chunk.subarray(part.length));
    }
    return taken;
  }

  /** Ends the body early. Does not wait: the body may itself be waiting for a chunk that never arrives. */
  close(): void {
    this.#source.return?.().then(undefined, () => {});
  }
}
