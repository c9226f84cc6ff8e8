/** Tables as NDJSON, CSV and Parquet: what is written is read back. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetMetadata } from 'hyparquet';
import { afterAll, expect, test } from 'vitest';
import { checkProperty } from '../../../test/support/property.js';
import { readCaptures } from '../src/captures/read-captures.js';
import { csvWriter, ndjsonWriter, parquetWriter, type RowOf, type TableWriter } from '../src/index.js';
import { questionsOf } from '../src/questions.js';
import { rowBatches } from '../src/rows/rows.js';
import { ParquetTableWriter } from '../src/writers/parquet-writer.js';
import { inChunks } from './support/read.js';
import { readTable } from './support/read-table.js';

const root = mkdtempSync(join(tmpdir(), 'robotstream-outputs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const FORMATS = {
  ndjson: (_: 'rules' | 'verdicts', output: (octets: Uint8Array) => Promise<void>) => ndjsonWriter(output),
  csv: csvWriter,
  parquet: parquetWriter,
};

async function written(
  writer: (output: (octets: Uint8Array) => Promise<void>) => TableWriter,
  rows: readonly unknown[],
  rowsAFlush = 1,
) {
  const chunks: Uint8Array[] = [];
  const table = writer(async (octets) => {
    chunks.push(octets);
  });
  for (const [i, row] of rows.entries()) {
    table.write(row as RowOf<'verdicts'>);
    if ((i + 1) % rowsAFlush === 0) await table.flush();
  }
  await table.end();
  return Buffer.concat(chunks);
}

async function readBack(
  table: 'rules' | 'verdicts' | 'faults',
  format: keyof typeof FORMATS,
  octets: Uint8Array,
) {
  const folder = mkdtempSync(join(root, 'table-'));
  mkdirSync(join(folder, table));
  writeFileSync(join(folder, table, `part.${format}`), octets);
  const rows: unknown[] = [];
  for await (const row of readTable(folder, table)) rows.push(row);
  return rows;
}

const nullable = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: null });
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', '"', 'a,b', 'a\r\nb', '"\r\n"', ' ', '\u2028', '\u2029\ufeff\0'),
);

/** A timestamp of the years that a date of an archive can have. */
const moment = fc
  .date({
    min: new Date('0000-01-01T00:00:00.000Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString());

const verdict = fc.record({
  source: text,
  inputOffset: fc.nat({ max: 2 ** 40 }),
  offsetInMember: fc.nat(),
  url: text,
  fetchedAt: nullable(moment),
  datePrecision: nullable(text),
  agent: text,
  profile: text,
  path: text,
  allowed: nullable(fc.boolean()),
  line: fc.nat(),
  directive: nullable(fc.constantFrom('allow', 'disallow')),
  pattern: nullable(text),
  reason: nullable(text),
  authority: nullable(text),
  location: nullable(text),
  selectedBy: nullable(text),
  restriction: nullable(text),
  refusedShare: nullable(fc.double({ min: 0, max: 1, noNaN: true })),
  crawlDelay: nullable(fc.double({ min: 0, max: 1000, noNaN: true })),
  appliedUsage: nullable(fc.array(fc.stringMatching(/^[a-z:=]{1,9}$/), { maxLength: 3 })),
  statedUsage: nullable(fc.array(fc.stringMatching(/^[a-z:=]{1,9}$/), { maxLength: 3 })),
});

const rule = fc.record({
  source: text,
  inputOffset: fc.nat(),
  offsetInMember: fc.nat(),
  url: text,
  groupNumber: fc.nat(),
  agents: fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 1, maxLength: 3 }),
  line: fc.nat(),
  directive: fc.constantFrom('allow', 'disallow'),
  pattern: text,
});

for (const format of ['ndjson', 'csv', 'parquet'] as const) {
  checkProperty(
    `verdicts as ${format} are read back`,
    fc.asyncProperty(fc.array(verdict, { maxLength: 6 }), async (rows) => {
      const octets = await written((output) => FORMATS[format]('verdicts', output), rows);
      expect(await readBack('verdicts', format, octets)).toEqual(
        rows.map((row) => ({ ...row, crawlDelay: row.crawlDelay === null ? null : row.crawlDelay + 0 })),
      );
    }),
    { runsShare: 0.1 },
  );

  checkProperty(
    `rules as ${format} are read back, with their lists`,
    fc.asyncProperty(fc.array(rule, { maxLength: 6 }), async (rows) => {
      const octets = await written((output) => FORMATS[format]('rules', output), rows);
      expect(await readBack('rules', format, octets)).toEqual(rows);
    }),
    { runsShare: 0.1 },
  );
}

test('a large table has several row groups, and the same rows give the same octets, however they are flushed', async () => {
  const rows = Array.from({ length: 150_000 }, (_, i) => ({
    source: 'input',
    inputOffset: i,
    code: 'member-damaged',
    message: `fault ${i % 10}`,
  }));
  const write = (rowsAFlush: number) =>
    written((output) => parquetWriter('faults', output), rows, rowsAFlush);
  const octets = await write(1);
  const groups = parquetMetadata(new Uint8Array(octets).buffer).row_groups;
  expect(groups.map(({ num_rows: count }) => Number(count))).toEqual([50_000, 50_000, 50_000]);
  // A survey flushes after each batch, and batches depend on how the octets arrive.
  for (const rowsAFlush of [1, 7001, rows.length + 1])
    expect((await write(rowsAFlush)).equals(octets)).toBe(true);
  expect(octets.length).toBeLessThan(2_000_000);
});

test.each(['captures', 'verdicts', 'rules', 'faults'] as const)(
  'Parquet without rows, %s: the empty list of row groups has the type of its elements',
  async (table) => {
    const octets = await written((output) => parquetWriter(table, output), []);
    const footer = octets.subarray(octets.length - 8 - octets.readUInt32LE(octets.length - 8));
    // `num_rows` 0, then the list `row_groups` with no elements, structs (Thrift's compact protocol). arrow-rs reads no other.
    expect(footer.indexOf(Uint8Array.of(0x16, 0x00, 0x19, 0x0c))).toBeGreaterThan(0);
    expect(parquetMetadata(new Uint8Array(octets).buffer)).toMatchObject({ num_rows: 0n, row_groups: [] });
  },
);

test('CSV has the names of the columns in its first line', async () => {
  const octets = await written(
    (output) => csvWriter('faults', output),
    [{ source: 'a', inputOffset: 1, code: 'x', message: 'a "b", c' }],
  );
  expect(octets.toString()).toBe('source,inputOffset,code,message\r\na,1,x,"a ""b"", c"\r\n');
});

test('a row group has the bounds of the columns by which a reader can pass over it', async () => {
  const row = {
    source: 'a',
    offsetInMember: 0,
    url: 'u',
    fetchedAt: null,
    groupNumber: 1,
    agents: [],
    line: 1,
  };
  const rows = [512, 0, 2 ** 40].map((inputOffset) => ({
    ...row,
    inputOffset,
    directive: 'allow',
    pattern: '/',
  }));
  const file = await written((output) => parquetWriter('rules', output), rows);
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
