/**
 * A file that is joined with a survey: CSV with a header, or Parquet, also compressed, as a query of DuckDB.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asBuffer, matchingOctets } from '../../../decoding/src/buffers.js';
import { blocksOf } from '../../../decoding/src/decompress.js';
import { GZIP_MAGIC } from '../../../decoding/src/gzip.js';
import { InputStart } from '../../../decoding/src/input-start.js';
import { resemblesZstd } from '../../../decoding/src/zstd-frames.js';
import { JoinError } from '../join-error.js';
import { csvRecords } from './csv-records.js';
import { type Engine, literalPath, sqlName } from './engine.js';

/** A file as DuckDB reads it. */
export interface JoinFile {
  readonly columns: readonly string[];
  /** A query of all rows. The columns of CSV are text. */
  readonly query: string;
  readonly isText: boolean;
}

const PARQUET_MAGIC = 'PAR1';

/** How far into CSV the first line may go. */
const MAX_HEADER_OCTETS = 1024 * 1024;

/**
 * Recognizes a file by its octets, and reads the names of its columns.
 *
 * @param scratch a folder for the file without compression
 * @throws {JoinError} (rejects) if it is damaged, or has no header
 * @throws {Error} (rejects) if it cannot be read
 */
export async function openJoinFile(engine: Engine, file: string, scratch: string): Promise<JoinFile> {
  const { path, start } = await openPlain(file, scratch);
  return await plainFile(engine, file, path, start);
}

/**
 * A file without compression: itself, or a copy.
 *
 * @param scratch a folder for the copy
 * @returns where it is, and its first octets
 * @throws {JoinError} (rejects) if it is damaged
 * @throws {Error} (rejects) if it cannot be read
 */
async function openPlain(
  file: string,
  scratch: string,
): Promise<{ readonly path: string; readonly start: Uint8Array }> {
  const start = await firstOctets(file, MAX_HEADER_OCTETS);
  const isCompressed = matchingOctets(start, GZIP_MAGIC) === GZIP_MAGIC.length || resemblesZstd(start);
  if (!isCompressed) return { path: file, start };
  const path = join(scratch, 'plain');
  await pipeline(Readable.from(decompressed(file)), createWriteStream(path));
  return { path, start: await firstOctets(path, MAX_HEADER_OCTETS) };
}

async function firstOctets(file: string, count: number): Promise<Uint8Array> {
  const start = new InputStart<Uint8Array>(createReadStream(file, { end: count - 1 }), (octets) => octets);
  return await start.octets(count);
}

/** @throws {JoinError} (`next` rejects) if the file is damaged */
async function* decompressed(file: string): AsyncGenerator<Uint8Array, void> {
  for await (const block of blocksOf(createReadStream(file))) {
    if (block.kind === 'fault') throw new JoinError(`${file} cannot be decompressed: ${block.message}`);
    yield block.octets;
  }
}

/**
 * @param file the name for messages
 * @param path where it is without compression
 */
async function plainFile(engine: Engine, file: string, path: string, start: Uint8Array): Promise<JoinFile> {
  if (asBuffer(start).toString('latin1', 0, PARQUET_MAGIC.length) === PARQUET_MAGIC) {
    const query = `FROM read_parquet(${literalPath(path)}, hive_partitioning = false)`;
    const columns = await engine.rows(`DESCRIBE ${query}`).catch((error: Error) => {
      throw new JoinError(`${file} is damaged Parquet: ${firstLine(error)}`, { cause: error });
    });
    return { columns: columns.map((row) => String(row.column_name)), query, isText: false };
  }
  const columns = headerOf(file, start);
  const types = columns.map((name) => `${sqlName(name)}: 'VARCHAR'`);
  const query = `FROM read_csv(${literalPath(path)}, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', nullstr = '', columns = {${types.join(', ')}})`;
  return { columns, query, isText: true };
}

/** The names in the first line of CSV. */
function headerOf(file: string, start: Uint8Array): readonly string[] {
  if (start.length === 0)
    throw new JoinError(`${file} is empty; a first line that names the columns is expected`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(start, {
      stream: start.length === MAX_HEADER_OCTETS,
    });
  } catch (cause) {
    throw new JoinError(`${file} is neither CSV in UTF-8 nor Parquet`, { cause });
  }
  try {
    for (const record of csvRecords(text)) return named(file, record);
  } catch (cause) {
    if (cause instanceof JoinError) throw cause;
    throw new JoinError(`${file} has a damaged first line: ${(cause as Error).message}`, { cause });
  }
  return [];
}

/** The names of all columns, which must differ. SQL ignores the case of names. */
function named(file: string, record: readonly (string | null)[]): readonly string[] {
  const names = record.map((name) => (name ?? '').trim());
  for (const [i, name] of names.entries()) {
    if (name === '')
      throw new JoinError(`${file} has no name for column ${i + 1}; the first line must name every column`);
    if (names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < i)
      throw new JoinError(
        `${file} has two columns called ${JSON.stringify(name)}; the case of letters does not count`,
      );
  }
  return names;
}

/** What is wrong with a row of CSV, from the message of DuckDB. */
export function rowFault(error: Error): string {
  const [, line] = /CSV Error on Line: (\d+)/.exec(error.message) ?? [];
  if (line === undefined) return firstLine(error);
  const [, , what = ''] = error.message.split('\n');
  return `line ${line}: ${what}`;
}

function firstLine(error: Error): string {
  return error.message.split('\n', 1)[0] as string;
}
