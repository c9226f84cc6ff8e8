/**
 * The rows of a table, from the parts of a survey in Parquet.
 */

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
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
export async function* readPart<Table extends TableName>(
  folder: string,
  table: Table,
  name: string,
): AsyncGenerator<RowOf<Table>, void> {
  const columns = Object.entries<Column>(TABLES[table]);
  const rows = parquetRows(join(folder, table, name));
  for (let count = 1; ; count++) {
    const { done, value: row } = await rows.next().catch((cause: Error) => {
      throw new Error(`${table}/${name} cannot be read: ${cause.message}`, { cause });
    });
    if (done === true) return;
    const checked: Record<string, Cell> = {};
    for (const [column, { type }] of columns) {
      const cell = row[column] ?? null;
      if (!isAccepted(cell, type, NEEDED[table].includes(column)))
        throw new Error(
          `${table}/${name} is not part of a survey: row ${count} has ${cell === null ? 'no' : 'a wrong'} ${column}`,
        );
      checked[column] = cell;
    }
    yield checked as unknown as RowOf<Table>;
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
type PlainRow = Readonly<Record<string, Cell>>;

/** Reads a row group at a time. */
async function* parquetRows(path: string): AsyncGenerator<PlainRow, void> {
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
      utf8: false, // the texts say that they are text
      compressors: { GZIP: (octets) => gunzipSync(octets) },
    });
    for (const row of rows) for (const name of Object.keys(row)) row[name] = plain(row[name]);
    yield* rows as PlainRow[];
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
