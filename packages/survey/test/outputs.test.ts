/** Tables as NDJSON, CSV and Parquet: what is written is read back. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetMetadata } from 'hyparquet';
import { afterAll, expect, test } from 'vitest';
import { checkProperty } from '../../../test/support/property.js';
import { readCaptures } from '../src/captures/read-captures.js';
import {
  csvWriter,
  ndjsonWriter,
  parquetWriter,
  type RowOf,
  type TableName,
  type TableWriter,
} from '../src/index.js';
import { questionsOf } from '../src/questions.js';
import { rowBatches } from '../src/rows/rows.js';
import { type Cell, type Column, type ColumnType, type Output, TABLES } from '../src/tables.js';
import { ParquetTableWriter } from '../src/writers/parquet-writer.js';
import { inChunks } from './support/read.js';
import { readTable } from './support/read-table.js';

const root = mkdtempSync(join(tmpdir(), 'robotstream-outputs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const WRITERS: Readonly<
  Record<'ndjson' | 'csv' | 'parquet', (table: TableName, output: Output) => TableWriter>
> = {
  ndjson: (_, output) => ndjsonWriter(output),
  csv: csvWriter,
  parquet: parquetWriter,
};

async function written(
  table: TableName,
  rows: readonly unknown[],
  format: keyof typeof WRITERS = 'parquet',
  rowsAFlush = 1,
) {
  const chunks: Uint8Array[] = [];
  const writer = WRITERS[format](table, async (octets) => void chunks.push(octets));
  for (const [i, row] of rows.entries()) {
    writer.write(row as RowOf<'verdicts'>);
    if ((i + 1) % rowsAFlush === 0) await writer.flush();
  }
  await writer.end();
  return Buffer.concat(chunks);
}

async function readBack(table: TableName, format: keyof typeof WRITERS, octets: Uint8Array) {
  const folder = mkdtempSync(join(root, 'table-'));
  mkdirSync(join(folder, table));
  writeFileSync(join(folder, table, `part.${format}`), octets);
  const rows: unknown[] = [];
  for await (const row of readTable(folder, table)) rows.push(row);
  return rows;
}

/** The years that a date of an archive can have. */
const [min, max] = [new Date('0000-01-01T00:00:00.000Z'), new Date('9999-12-31T23:59:59.999Z')];

const CELLS: Readonly<Record<ColumnType, fc.Arbitrary<Cell>>> = {
  string: fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', '"', 'a,b', 'a\r\nb', '"\r\n"', ' ', '\u2028', '\u2029\ufeff\0'),
  ),
  integer: fc.nat({ max: 2 ** 40 }),
  double: fc.double({ min: 0, max: 1000, noNaN: true }).map((value) => value + 0),
  boolean: fc.boolean(),
  timestamp: fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString()),
  octets: fc.uint8Array().map((octets) => Buffer.from(octets).toString('base64')),
  list: fc.array(fc.stringMatching(/^[a-z:=]{1,9}$/), { maxLength: 3 }),
};

function rowOf(table: TableName): fc.Arbitrary<Record<string, Cell>> {
  const columns = Object.entries<Column>(TABLES[table]);
  return fc.record(
    Object.fromEntries(
      columns.map(([name, { type, nullable }]) => [
        name,
        nullable ? fc.option(CELLS[type], { nil: null }) : CELLS[type],
      ]),
    ),
  );
}

const table = fc
  .constantFrom(...(Object.keys(TABLES) as TableName[]))
  .chain((name) => fc.tuple(fc.constant(name), fc.array(rowOf(name), { maxLength: 6 })));

for (const format of ['ndjson', 'csv', 'parquet'] as const) {
  checkProperty(
    `tables as ${format} are read back`,
    fc.asyncProperty(table, async ([name, rows]) => {
      expect(await readBack(name, format, await written(name, rows, format))).toEqual(rows);
    }),
    { runsShare: 0.2 },
  );
}

test('a large table has several row groups, and the same rows give the same octets, however they are flushed', async () => {
  const rows = Array.from({ length: 45_000 }, (_, i) => ({
    source: 'input',
    inputOffset: i,
    code: 'member-damaged',
    message: `fault ${i % 10}`,
  }));
  const write = (rowsAFlush: number) => written('faults', rows, 'parquet', rowsAFlush);
  const octets = await write(1);
  const groups = parquetMetadata(new Uint8Array(octets).buffer).row_groups;
  expect(groups.map(({ num_rows: count }) => Number(count))).toEqual([15_000, 15_000, 15_000]);
  // A survey flushes after each batch, and batches depend on how the octets arrive.
  for (const rowsAFlush of [1, 7001, rows.length + 1])
    expect((await write(rowsAFlush)).equals(octets)).toBe(true);
  expect(octets.length).toBeLessThan(600_000);
});

test.each(['captures', 'verdicts', 'rules', 'faults'] as const)(
  'Parquet without rows, %s: the empty list of row groups has the type of its elements',
  async (table) => {
    const octets = await written(table, []);
    const footer = octets.subarray(octets.length - 8 - octets.readUInt32LE(octets.length - 8));
    // `num_rows` 0, then the list `row_groups` with no elements, structs (Thrift's compact protocol). arrow-rs reads no other.
    expect(footer.indexOf(Uint8Array.of(0x16, 0x00, 0x19, 0x0c))).toBeGreaterThan(0);
    expect(parquetMetadata(new Uint8Array(octets).buffer)).toMatchObject({ num_rows: 0n, row_groups: [] });
  },
);

test('CSV has the names of the columns in its first line', async () => {
  const row = { source: 'a', inputOffset: 1, code: 'x', message: 'a "b", c' };
  const octets = await written('faults', [row], 'csv');
  expect(octets.toString()).toBe('source,inputOffset,code,message\r\na,1,x,"a ""b"", c"\r\n');
});

test('a row group has the bounds of the columns by which a reader can pass over it', async () => {
  const row = { source: 'a', offsetInMember: 0, url: 'u', groupNumber: 1, agents: [], line: 1 };
  const rule = { ...row, fetchedAt: null, directive: 'allow', pattern: '/' };
  const file = await written(
    'rules',
    [512, 0, 2 ** 40].map((inputOffset) => ({ ...rule, inputOffset })),
  );
  const octets = new Uint8Array(file);
  const [group] = parquetMetadata(octets.buffer).row_groups;
  const bounds = group?.columns.flatMap(({ meta_data: column }) => {
    const { min_value, max_value } = column?.statistics ?? {};
    return min_value === undefined ? [] : [[column?.path_in_schema.join('.'), min_value, max_value]];
  });
  expect(bounds).toEqual([
    ['source', 'a', 'a'],
    ['inputOffset', 0n, 2n ** 40n],
  ]);
});

test('rows that share cells are written as each by itself', async () => {
  const bodies = ['User-agent: *\nDisallow: /a', 'User-agent: b\nDisallow: /', '', '\0', 'Crawl-delay: 5'];
  const captures = bodies.map((body, nth) => ({ url: `https://h${nth % 2}.example/robots.txt`, body }));
  const archive = captures.map((capture) => `${JSON.stringify(capture)}\n`).join('');
  const questions = questionsOf({ agents: ['a', 'b', '*', 'c'], paths: ['/', '/a', '/b'] });
  const octets = (['writeShared', 'write'] as const).map(async (way) => {
    const chunks: Uint8Array[] = [];
    const output = async (chunk: Uint8Array) => void chunks.push(chunk);
    const writer = new ParquetTableWriter('verdicts', output, () => ({}));
    const batches = readCaptures(inChunks(Buffer.from(archive)), { name: 'a' });
    for await (const batch of rowBatches('a', batches, questions)) {
      for (const rows of batch) {
        if ('row' in rows) throw new Error('a row by itself');
        if (way === 'writeShared') writer.writeShared(rows);
        else for (let nth = 0; nth < rows.length; nth++) writer.write(rows.rowAt(nth));
      }
    }
    await writer.end();
    return Buffer.concat(chunks);
  });
  const [shared, single] = await Promise.all(octets);
  expect(shared.equals(single)).toBe(true);
  const rows = await readBack('verdicts', 'parquet', shared);
  expect(rows).toHaveLength(captures.length * questions.agents.length * questions.paths.length);
});
