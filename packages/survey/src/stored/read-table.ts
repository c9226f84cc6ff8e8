/**
 * The rows of a table, from the parts of a survey in any of their formats.
 */

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { joinedOctets } from 'robotstream/internal';
import { type Cell, type Column, type ColumnType, type RowOf, TABLES, type TableName } from '../tables.js';

/** The columns of text without which a file is no part of a survey, and which every row has. */
export const NEEDED: Readonly<Record<TableName, readonly string[]>> = {
  captures: ['url'],
  verdicts: ['url', 'agent', 'path'],
  rules: ['url'],
  pages: ['url', 'agent'],
  bodies: ['digest', 'body'],
  faults: [],
};

/**
 * Yields the rows of one part. Columns that are missing become null, and others are left out.
 *
 * @param name the name of its file
 * @throws {Error} (`next` rejects) if there is none, or it is not part of a survey or is damaged
 */
export function readPart<Table extends TableName>(
  folder: string,
  table: Table,
  name: string,
): AsyncGenerator<RowOf<Table>, void> {
  return checkedRows(folder, table, name) as AsyncGenerator<RowOf<Table>, void>;
}

/** The values of one column in a part, in the order of its rows. Of Parquet, no other column is read. */
export async function* columnOf(
  folder: string,
  table: TableName,
  name: string,
  column: string,
): AsyncGenerator<Cell, void> {
  for await (const rows of batchesOf(folder, table, name, [column]))
    for (const row of rows) yield row?.[column] ?? null;
}

async function* checkedRows(folder: string, table: TableName, name: string): AsyncGenerator<PlainRow, void> {
  const columns = Object.entries<Column>(TABLES[table]);
  const needed = NEEDED[table];
  const notAPart = (wrong: string) => new Error(`${table}/${name} is not part of a survey: ${wrong}`);
  let count = 0;
  for await (const rows of batchesOf(folder, table, name)) {
    for (const row of rows) {
      count++;
      if (row === null) throw notAPart(`row ${count} has no columns`);
      const checked: Record<string, Cell> = {};
      for (const [column, { type }] of columns) {
        const cell = row[column] ?? null;
        if (!isAccepted(cell, type, needed.includes(column)))
          throw notAPart(`row ${count} has ${cell === null ? 'no' : 'a wrong'} ${column}`);
        checked[column] = cell;
      }
      yield checked;
    }
  }
}

/** The rows of a part in batches, not checked yet. Errors name the part. */
async function* batchesOf(
  folder: string,
  table: TableName,
  name: string,
  columns?: string[],
): AsyncGenerator<readonly (PlainRow | null)[], void> {
  const read = READERS[extname(name)];
  if (read === undefined) throw new Error(`${table}/${name} is not part of a survey`);
  try {
    yield* read(join(folder, table, name), table, columns);
  } catch (error) {
    throw new Error(`${table}/${name} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

function isAccepted(cell: Cell, type: ColumnType, isNeeded: boolean): boolean {
  if (cell === null) return !isNeeded;
  if (type === 'list') return Array.isArray(cell) && cell.every((item) => typeof item === 'string');
  if (type === 'octets') return typeof cell === 'string';
  if (type === 'timestamp') return typeof cell === 'string' && TIMESTAMP.test(cell);
  return typeof cell === (type === 'integer' || type === 'double' ? 'number' : type);
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** The cells of a row, by the names of their columns. */
export type PlainRow = Readonly<Record<string, Cell>>;

type Reader = (
  path: string,
  table: TableName,
  columns?: string[],
) => AsyncGenerator<readonly (PlainRow | null)[], void>;

const READERS: Readonly<Record<string, Reader>> = {
  '.parquet': parquetRows,
  '.ndjson': ndjsonRows,
  '.csv': csvRows,
};

/** Reads a row group at a time. */
async function* parquetRows(
  path: string,
  _table: TableName,
  columns?: string[],
): AsyncGenerator<PlainRow[], void> {
  const { size } = await stat(path);
  // hyparquet has a reader of files, too, but not where a bundler takes its build for browsers.
  const file = { byteLength: size, slice: (start: number, end = size) => octetsBetween(path, start, end) };
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const rows = await parquetReadObjects({
      file,
      metadata,
      rowStart,
      rowEnd,
      ...(columns === undefined ? {} : { columns }),
      utf8: false, // the texts say that they are text
      compressors: { GZIP: (octets) => gunzipSync(octets) },
    });
    for (const row of rows) for (const name of Object.keys(row)) row[name] = plain(row[name]);
    yield rows as PlainRow[];
    rowStart = rowEnd;
  }
}

async function octetsBetween(path: string, start: number, end: number): Promise<ArrayBuffer> {
  if (start === end) return new ArrayBuffer(0);
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { start, end: end - 1 })) chunks.push(chunk as Buffer);
  return joinedOctets(chunks).buffer as ArrayBuffer; // one of its own, never a shared one
}

function plain(value: unknown): Cell {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  return typeof value === 'bigint' ? Number(value) : ((value ?? null) as Cell);
}

/** Lines end at LF alone: a JSON string may contain U+2028 and U+2029, where `node:readline` ends a line, too. */
async function* ndjsonRows(path: string): AsyncGenerator<(PlainRow | null)[], void> {
  let unfinished = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const [first, ...others] = (chunk as string).split('\n');
    const lines = [unfinished + first, ...others];
    unfinished = lines.pop() ?? '';
    yield lines.filter(isNotBlank).map(rowOf);
  }
  if (isNotBlank(unfinished)) yield [rowOf(unfinished)];
}

function isNotBlank(line: string): boolean {
  return line.trim() !== '';
}

function rowOf(line: string): PlainRow | null {
  return JSON.parse(line) as PlainRow | null;
}

/** The columns are found by the names in the first line. */
async function* csvRows(path: string, table: TableName): AsyncGenerator<PlainRow[], void> {
  const columns: Readonly<Record<string, Column>> = TABLES[table];
  let names: readonly (string | null)[] | undefined;
  for await (const fields of csvRecords(createReadStream(path, 'utf8') as AsyncIterable<string>)) {
    if (names === undefined) {
      names = fields;
      continue;
    }
    if (fields.length !== names.length)
      throw new Error(`a row has ${fields.length} fields; ${names.length} are expected`);
    const cells = names.flatMap((name, i) =>
      name !== null && Object.hasOwn(columns, name) ? [[name, cellOf(fields[i], columns[name])]] : [],
    );
    yield [Object.fromEntries(cells)];
  }
}

/** A field of CSV as its column has it. An empty field that is not quoted is null. */
function cellOf(field: string | null, { type }: Column): Cell {
  if (field === null) return null;
  if (type === 'boolean') return field === 'true';
  if (type === 'list') return field === '' ? [] : field.split(' ');
  return type === 'integer' || type === 'double' ? Number(field) : field;
}

/** The records of CSV (RFC 4180). Each chunk is searched once, however long a record is. */
export async function* csvRecords(
  chunks: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<(string | null)[], void> {
  /** The lines of the record that is not complete, and whether it ends in a quoted field, where a line feed ends no record. */
  let unfinished: string[] = [];
  let isQuoted = false;
  for await (const chunk of chunks) {
    for (const line of chunk.split(LINE_START)) {
      unfinished.push(line);
      if (line.split('"').length % 2 === 0) isQuoted = !isQuoted;
      if (isQuoted || !line.endsWith('\n')) continue;
      yield* recordsOf(unfinished.join(''));
      unfinished = [];
    }
  }
  const rest = unfinished.join('');
  if (rest !== '') yield* recordsOf(rest);
}

const LINE_START = /(?<=\n)/;

/** The records of a text that ends where a record does (RFC 4180 §2). */
function* recordsOf(text: string): Generator<(string | null)[], void> {
  let record: (string | null)[] = [];
  for (let at = 0; ; ) {
    const { value, end } = text[at] === '"' ? quotedField(text, at) : plainField(text, at);
    record.push(value);
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
    if (text[end] === ',') continue;
    yield record;
    record = [];
    if (at >= text.length) return;
  }
}

interface CsvField {
  readonly value: string | null;
  readonly end: number;
}

/** A field without quotes; null if it is empty. */
function plainField(text: string, start: number): CsvField {
  FIELD_END.lastIndex = start;
  const end = FIELD_END.exec(text)?.index ?? text.length;
  return { value: text.slice(start, end) || null, end };
}

const FIELD_END = /,|\r?\n/g;

/** A field in quotes. No regular expression: a long field would exhaust its stack. */
function quotedField(text: string, start: number): CsvField {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end === -1) throw new Error('a quoted field does not end');
  const next = text[end + 1] ?? '\n';
  if (!',\r\n'.includes(next)) throw new Error('text follows a quoted field');
  return { value: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
}
