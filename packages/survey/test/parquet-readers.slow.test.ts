/** Readers that are unrelated to hyparquet read every table: with rows and without, with nulls everywhere and with lists. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installAside } from '../../../test/support/aside.js';
import { describeWith } from '../../../test/support/needs.js';
import { parquetWriter, type RowOf, TABLES, type TableName } from '../src/index.js';
import type { Cell, Column } from '../src/tables.js';

const aside = installAside('parquet-readers');

/** As much of the readers as is used here. */
interface ParquetWasm {
  readParquet(octets: Uint8Array): { intoIPCStream(): Uint8Array };
}
interface Arrow {
  tableFromIPC(octets: Uint8Array): { toArray(): { toJSON(): Record<string, unknown> }[] };
}
interface ParquetJs {
  readonly ParquetReader: {
    openBuffer(octets: Buffer): Promise<{
      getCursor(): { next(): Promise<Record<string, unknown> | null> };
      close(): Promise<void>;
    }>;
  };
}

/** The types of columns as DuckDB names them. */
const TYPES: Readonly<Record<Column['type'], string>> = {
  ...{ string: 'VARCHAR', integer: 'BIGINT', double: 'DOUBLE', boolean: 'BOOLEAN', octets: 'BLOB' },
  ...{ timestamp: 'TIMESTAMP WITH TIME ZONE', list: 'VARCHAR[]' },
};

type Row = Readonly<Record<string, Cell>>;

const NAMES = Object.keys(TABLES) as TableName[];

const columnsOf = (table: TableName): [string, Column][] => Object.entries(TABLES[table]);

const VALUES: Readonly<Record<Column['type'], (nth: number) => Cell>> = {
  string: (nth) => ['', 'ä\u{1f600}', 'a,b\n'][nth % 3] as string,
  integer: (nth) => [0, 7, 2 ** 40][nth % 3] as number,
  double: (nth) => nth + 0.5,
  boolean: (nth) => nth % 2 === 0,
  timestamp: (nth) => new Date(-1 + 86_400_001 * nth).toISOString(),
  octets: (nth) => Buffer.from([0, 255, nth]).toString('base64'),
  list: (nth) => [[], ['a'], ['b', 'ü', '']][nth % 3] as string[],
};

function rowOf(table: TableName, nth: number, isNull: boolean): Row {
  const cells = columnsOf(table).map(([name, { type, nullable }], at) => [
    name,
    isNull && nullable ? null : VALUES[type](nth + at),
  ]);
  return Object.fromEntries(cells) as Row;
}

const ROWS: Readonly<Record<string, (table: TableName) => readonly Row[]>> = {
  'no rows': () => [],
  'a row with nulls wherever there may be some': (table) => [rowOf(table, 0, true)],
  'rows without nulls': (table) => [0, 1, 2].map((nth) => rowOf(table, nth, false)),
  'rows with nulls and without': (table) => [0, 1, 2, 3, 4, 5].map((nth) => rowOf(table, nth, nth % 2 === 0)),
};

async function parquetOf(table: TableName, rows: readonly Row[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const writer = parquetWriter(table, async (octets) => void chunks.push(octets), '{"agents":["GPTBot"]}');
  for (const row of rows) writer.write(row as unknown as RowOf<TableName>);
  await writer.end();
  return Buffer.concat(chunks);
}

/** Cells as a survey has them: 64-bit integers are bigints to the readers, lists are objects, and timestamps are dates or milliseconds. */
function plainRow(row: Record<string, unknown>): Row {
  const cells = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array
      ? Buffer.from(value).toString('base64')
      : ['fetchedAt', 'unavailableAfter'].includes(name) && value !== null
        ? new Date(Number(value)).toISOString()
        : plain(value),
  ]);
  return Object.fromEntries(cells) as Row;
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value ?? null;
  if ('list' in value)
    return ((value.list as { element: string }[] | null) ?? []).map(({ element }) => element);
  return [...(value as Iterable<string>)];
}

describeWith(aside, 'Parquet', () => {
  const load = createRequire(join(aside.folder, 'package.json'));

  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'robotstream-parquet-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const READERS: Readonly<Record<string, (octets: Buffer) => Promise<Record<string, unknown>[]>>> = {
    'arrow-rs (parquet-wasm)': async (octets) => {
      const { readParquet } = load('parquet-wasm') as ParquetWasm;
      const { tableFromIPC } = load('apache-arrow') as Arrow;
      const table = tableFromIPC(readParquet(new Uint8Array(octets)).intoIPCStream());
      return table.toArray().map((row) => row.toJSON());
    },
    DuckDB: async (octets) => {
      writeFileSync(join(folder, 'table.parquet'), octets);
      const db = await (await DuckDBInstance.create()).connect();
      const read = await db.runAndReadAll(`SELECT * FROM '${join(folder, 'table.parquet')}'`);
      db.closeSync();
      return read.getRowObjectsJS() as Record<string, unknown>[];
    },
    'parquetjs (@dsnp/parquetjs)': async (octets) => {
      const { ParquetReader } = load('@dsnp/parquetjs') as ParquetJs;
      const reader = await ParquetReader.openBuffer(octets);
      const cursor = reader.getCursor();
      const rows: Record<string, unknown>[] = [];
      for (let row = await cursor.next(); row !== null; row = await cursor.next()) rows.push(row);
      await reader.close();
      return rows;
    },
  };

  test.each(NAMES)('DuckDB has the types of the table %s', async (table) => {
    const db = await (await DuckDBInstance.create()).connect();
    const file = join(folder, `${table}.parquet`);
    writeFileSync(file, await parquetOf(table, []));
    const described = await db.runAndReadAll(`DESCRIBE SELECT * FROM '${file}'`);
    db.closeSync();
    expect(described.getRowObjectsJson().map((row) => [row.column_name, row.column_type])).toEqual(
      columnsOf(table).map(([name, { type }]) => [name, TYPES[type]]),
    );
  });

  const cases = Object.keys(READERS).flatMap((reader) =>
    NAMES.flatMap((table) => Object.keys(ROWS).map((what) => [reader, table, what] as const)),
  );
  test.each(cases)('%s reads the table %s: %s', async (reader, table, what) => {
    const rows = ROWS[what]?.(table) ?? [];
    const read = await READERS[reader]?.(await parquetOf(table, rows));
    expect(read?.map(plainRow)).toEqual(rows);
  });
});
