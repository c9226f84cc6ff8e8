/** Many parts become few files: the same rows, a file for each month. */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { expect, test } from 'vitest';
import { compactTables, surveyAll } from '../src/index.js';
import type { TableName } from '../src/tables.js';
import { readTable } from './support/read-table.js';
import { folder, out, useFolder } from './support/survey-folder.js';

useFolder();

const MONTHS = ['2024-04-30T23:30:00-02:00', '2024-05-31T23:59:59.999Z', '2024-06', undefined];
const compact = () => join(folder, 'compact');

async function surveyed(format: 'parquet' | 'csv' = 'parquet'): Promise<void> {
  const inputs = ['a', 'b', 'c'].map((name) => {
    const path = join(folder, `${name}.ndjson`);
    const line = (fetchedAt: string | undefined, i: number) =>
      JSON.stringify({
        url: `https://${name}${i}.example/robots.txt`,
        body: 'User-agent: *\nDisallow: /x\n',
        fetchedAt,
      });
    writeFileSync(path, [...MONTHS.map(line), 'damage'].join('\n'));
    return path;
  });
  const tables: TableName[] = ['captures', 'verdicts', 'rules', 'bodies'];
  await surveyAll({ inputs, folder: out(), tables, format, agents: ['GPTBot', 'ClaudeBot'] });
}

const rowsIn = async (where: string, table: TableName) => {
  const rows: string[] = [];
  for await (const row of readTable(where, table)) rows.push(JSON.stringify(row));
  return rows.sort();
};

test.each(['parquet', 'csv'] as const)('parts of the format %s', async (format) => {
  await surveyed(format);
  const counts = await compactTables(out(), compact());
  expect(counts).toEqual({ parts: 12, files: 3 + 3 + 2, rows: 12 + 24 + 12 + 3 });
  for (const table of ['captures', 'verdicts', 'rules', 'faults'] as const)
    expect(await rowsIn(compact(), table)).toEqual(await rowsIn(out(), table));
  expect(readdirSync(join(compact(), 'verdicts')).sort()).toEqual([
    '2024-05.parquet',
    '2024-06.parquet',
    'undated.parquet',
  ]);
  expect(readdirSync(join(compact(), 'rules'))).toEqual(['all.parquet']);
});

test('says what it is made of, is replaced by the same, and takes no other survey', async () => {
  await surveyed();
  await compactTables(out(), compact());
  const before = readFileSync(join(compact(), 'verdicts', '2024-05.parquet'));
  await compactTables(out(), compact());
  const after = readFileSync(join(compact(), 'verdicts', '2024-05.parquet'));
  expect(after).toEqual(before);
  const { key_value_metadata: metadata = [] } = parquetMetadata(new Uint8Array(after).buffer);
  expect(JSON.parse(metadata.find(({ key }) => key === 'robotstream.survey')?.value ?? '')).toMatchObject({
    compactedParts: 3,
    questions: { agents: ['GPTBot', 'ClaudeBot'] },
  });
  await expect(surveyAll({ inputs: [], folder: compact() })).rejects.toThrow(/made by compacting others/);
  await expect(compactTables(folder, compact())).rejects.toThrow(
    /is not the folder of a survey.* no survey\.json/,
  );
  await expect(compactTables(out(), out())).rejects.toThrow(/has the parts of a survey made from inputs/);
});

test('a part that cannot be read leaves no file, and the next call replaces those of other months', async () => {
  await surveyed();
  await compactTables(out(), compact());
  const [part = ''] = readdirSync(join(out(), 'verdicts')).sort();
  const path = join(out(), 'verdicts', part);
  const whole = readFileSync(path);
  const files = () => readdirSync(compact(), { recursive: true, encoding: 'utf8' }).sort();
  const before = files();
  const months = join(compact(), 'verdicts');
  renameSync(join(months, '2024-06.parquet'), join(months, '2023-01.parquet'));
  const others = files();
  writeFileSync(path, whole.subarray(0, whole.length - 100));
  await expect(compactTables(out(), compact())).rejects.toThrow();
  expect(files()).toEqual(others);
  writeFileSync(path, whole);
  await compactTables(out(), compact());
  expect(files()).toEqual(before);
});
