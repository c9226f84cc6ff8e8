/**
 * A log as a stream of requests.
 */

import { aString, checkOptions, isArray, isObject, misshapen, optionTable } from 'robotstream/internal';
import { asBuffer } from '../../../decoding/src/buffers.js';
import { blocksOf } from '../../../decoding/src/decompress.js';
import { aFormat } from '../formats/log-formats.js';
import type { LogRequest } from '../formats/log-request.js';
import { LogCounts, LogReader, type LogReaderOptions } from './log-reader.js';

/** The octets of a log: a stream of Node or of the web, or anything else that yields chunks. */
export type LogSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Options for `logRequests`. */
export interface LogRequestsOptions extends LogReaderOptions {
  /** Counts what is read, while it is read. */
  readonly counts?: LogCounts | undefined;
}

const LOG_REQUESTS_OPTIONS = optionTable<LogRequestsOptions>({
  format: aFormat,
  name: aString,
  counts: (value, name) => {
    if (value !== undefined && !(isObject(value) && value instanceof LogCounts))
      throw misshapen(value, name, 'a LogCounts of this package');
  },
});

/**
 * Reads the requests of a log, one after the other. Logs that are compressed with gzip or Zstandard are recognised by their octets. Lines that
 * cannot be read are counted, and nothing stops.
 *
 * @throws {TypeError} if the source is not of an accepted kind, or there is no such format
 * @throws {Error} (`next` rejects) if it is compressed with Zstandard, which this version of Node does not have
 * @throws (`next` rejects) what the source throws
 * @example
 * ```js
 * import { logRequests } from '@robotstream/audit';
 *
 * const log = new Blob([
 *   '192.0.2.7 - - [24/Nov/2026:10:00:00 +0000] "GET /private/ HTTP/1.1" 200 512 "-" "GPTBot/1.2"\n',
 * ]);
 * for await (const { userAgent, target } of logRequests(log.stream())) console.log(userAgent, target); // → GPTBot/1.2 /private/
 * ```
 */
export function logRequests(
  source: LogSource,
  options: LogRequestsOptions = {},
): AsyncGenerator<LogRequest, void> {
  checkOptions('logRequests', options, LOG_REQUESTS_OPTIONS);
  const reader = new LogReader(options.counts ?? new LogCounts(), options);
  return flat(requestBatches(aSource(source), reader));
}

async function* flat(batches: AsyncIterable<LogRequest[]>): AsyncGenerator<LogRequest, void> {
  for await (const batch of batches) yield* batch;
}

function aSource(source: unknown): AsyncIterable<Uint8Array> {
  const isIterable =
    isArray(source) || (isObject(source) && (Symbol.asyncIterator in source || Symbol.iterator in source));
  if (isIterable && !ArrayBuffer.isView(source)) return octetsIn(source as AsyncIterable<unknown>);
  throw misshapen(source, 'source', 'a stream, or another iterable of octets,');
}

async function* octetsIn(source: AsyncIterable<unknown>): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of source) {
    if (!(chunk instanceof Uint8Array)) throw misshapen(chunk, 'a chunk of source', 'a Uint8Array');
    yield chunk;
  }
}

/**
 * The requests of a log in batches. Damage to compressed octets is reported, and what can be read around it is read.
 *
 * @param onFault called for each part that cannot be decompressed
 */
export async function* requestBatches(
  source: AsyncIterable<Uint8Array>,
  reader: LogReader,
  onFault: (message: string) => void = () => {},
): AsyncGenerator<LogRequest[], void> {
  for await (const block of blocksOf(source)) {
    // Nothing of such a log can be read.
    if (block.kind === 'fault' && block.code === 'zstd-missing') {
      throw new Error(reader.name === '' ? block.message : `${reader.name}: ${block.message}`);
    }
    if (block.kind === 'fault') {
      onFault(block.message);
      reader.cut();
    } else yield* reader.read(asBuffer(block.octets));
  }
  const last = reader.end();
  if (last.length > 0) yield last;
}
