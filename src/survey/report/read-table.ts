/**
 * The rows of a table, from the parts of a survey in any of their formats.
 */
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { joinedOctets } from '../../compare/joined-octets.js';
import { type Cell, type Column, type RowOf, TABLES, type TableName } from '../tables.js';
import { csvRecords } from './csv-records.js';

/** The text columns that every row must have. */
const NEEDED: Readonly<Record<TableName, readonly string[]>> = {
  captures: ['url'],
  verdicts: ['url', 'agent', 'path'],
  rules: ['url'],
  faults: [],
};

/**
 * Yields the rows of a table's parts, in the order of their names. None if the folder has no such table.
 *
 * @throws {Error} (`next` rejects) if a file is not part of a survey, or is damaged; the message names it
 */
export async function* readTable<Table extends TableName>(
  folder: string,
  table: Table,
): AsyncGenerator<RowOf<Table>, void> {
  const names = await readdir(join(folder, table)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names.sort()) {
    const read = READERS[extname(name)];
    if (read === undefined) continue;
    const rows = checkedRows(read(join(folder, table, name), table), `${table}/${name}`, table);
    yield* rows as AsyncGenerator<RowOf<Table>, void>;
  }
}

/** The rows of a part. Columns that are missing become null. Errors name the part. */
async function* checkedRows(
  rows: AsyncGenerator<PlainRow | null, void>,
  part: string,
  table: TableName,
): AsyncGenerator<PlainRow, void> {
  const columns = Object.entries<Column>(TABLES[table]);
  let count = 0;
  let wrong: string | undefined;
  try {
    for await (const row of rows) {
      count++;
      const cells = columns.map(([name]) => [name, row?.[name] ?? null] as const);
      const at = cells.findIndex(
        ([name, cell], i) => !isAccepted(cell, columns[i][1], NEEDED[table].includes(name)),
      );
      if (row === null || at !== -1) {
        wrong = `${row === null || cells[at][1] === null ? 'no' : 'a wrong'} ${cells[at]?.[0] ?? 'columns'}`;
        break;
      }
      yield Object.fromEntries(cells);
    }
  } catch (error) {
    throw new Error(`${part} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (wrong !== undefined) throw new Error(`${part} is not part of a survey: row ${count} has ${wrong}`);
}

function isAccepted(cell: Cell, { type }: Column, isNeeded: boolean): boolean {
  if (cell === null) return !isNeeded;
  if (type === 'list') return Array.isArray(cell) && cell.every((item) => typeof item === 'string');
  return typeof cell === (type === 'integer' || type === 'double' ? 'number' : type);
}

type PlainRow = Readonly<Record<string, Cell>>;

const READERS: Readonly<Record<string, (path: string, table: TableName) => AsyncGenerator<PlainRow, void>>> =
  {
    '.parquet': parquetRows,
    '.ndjson': ndjsonRows,
    '.csv': csvRows,
  };

/** Reads a row group at a time. */
async function* parquetRows(path: string): AsyncGenerator<PlainRow, void> {
  const { size } = await stat(path);
  // hyparquet has a reader of files, too, but not where a bundler takes its build for browsers.
  const file = { byteLength: size, slice: (start: number, end = size) => octetsBetween(path, start, end) };
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    for (const row of await parquetReadObjects({ file, metadata, rowStart, rowEnd })) {
      yield Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));
    }
    rowStart = rowEnd;
  }
}

async function octetsBetween(path: string, start: number, end: number): Promise<ArrayBuffer> {
  if (start === end) return new ArrayBuffer(0);
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { start, end: end - 1 })) chunks.push(chunk as Buffer);
  return joinedOctets(chunks).buffer;
}

function plain(value: unknown): Cell {
  return typeof value === 'bigint' ? Number(value) : ((value ?? null) as Cell);
}

/** Lines end at LF alone: a JSON string may contain U+2028 and U+2029, where `node:readline` ends a line, too. */
async function* ndjsonRows(path: string): AsyncGenerator<PlainRow, void> {
  let unfinished = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const [first, ...others] = (chunk as string).split('\n');
    const lines = [unfinished + first, ...others];
    unfinished = lines.pop() ?? '';
    yield* lines.filter(isNotBlank).map(rowOf);
  }
  if (isNotBlank(unfinished)) yield rowOf(unfinished);
}

function isNotBlank(line: string): boolean {
  return line.trim() !== '';
}

function rowOf(line: string): PlainRow {
  return JSON.parse(line) as PlainRow;
}

/** The columns are found by the names in the first line. */
async function* csvRows(path: string, table: TableName): AsyncGenerator<PlainRow, void> {
  const columns: Readonly<Record<string, Column>> = TABLES[table];
  let names: readonly (string | null)[] | undefined;
  for await (const fields of csvRecords(path)) {
    if (names === undefined) {
      names = fields;
      continue;
    }
    if (fields.length !== names.length)
      throw new Error(`a row has ${fields.length} fields; ${names.length} are expected`);
    const cells = names.flatMap((name, i) =>
      name !== null && Object.hasOwn(columns, name) ? [[name, cellOf(fields[i], columns[name])]] : [],
    );
    yield Object.fromEntries(cells);
  }
}

/** A field of CSV as its column has it. An empty field that is not quoted is null. */
function cellOf(field: string | null, { type }: Column): Cell {
  if (field === null) return null;
  if (type === 'boolean') return field === 'true';
  if (type === 'list') return field === '' ? [] : field.split(' ');
  return type === 'string' ? field : Number(field);
}
