/** The statements of docs/survey.md, run by DuckDB on the tables of a survey. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { surveySites } from '../src/index.js';
import { CLOSED, robots } from './support/redirecting.js';
import { folder, out, run, useFolder, writeLines } from './support/survey-folder.js';

useFolder();

let db: DuckDBConnection;
beforeAll(async () => {
  db = await (await DuckDBInstance.create()).connect();
});
afterAll(() => db.closeSync());

const rowsOf = async (sql: string) => (await db.runAndReadAll(sql)).getRowObjectsJson();

/** The statements of the page in blocks that contain a text, on the folder of this test. */
const statements = (text: string) =>
  [...readFileSync('docs/survey.md', 'utf8').matchAll(/^```sql\n(.*?)^```$/gms)]
    .map(([, block = '']) => block)
    .filter((block) => block.includes(text))
    .flatMap((block) => block.split(';\n').slice(0, -1))
    .map((sql) => sql.replaceAll(/'(tables|compact)\//g, `'${folder}/$1/`));

test('the query of the documentation', async () => {
  const body = 'User-agent: *\nAllow: /\nContent-Signal: ai-train=no\n';
  const inputs = [
    writeLines('a.ndjson', [
      { url: robots('a'), body },
      { url: robots('b'), body: '' },
    ]),
  ];
  await run({ inputs, format: 'parquet', agents: ['GPTBot'], paths: ['/', '/ä?b'] });
  const [query = ''] = statements('AS preference');
  expect(await rowsOf(query.replace('count(*)', 'count(*) AS n'))).toEqual([
    { agent: 'GPTBot', preference: 'content-signal:ai-train=disallowed', n: '2' },
  ]);
});

test('parts in folders of folders, and few large files made of them by the documentation, have the same report', async () => {
  const survey = { format: 'parquet', tables: ['captures', 'verdicts'] } as const;
  for (const [i, year] of ['2023', '2024', undefined].entries()) {
    const dates = ['01', '02', '03', '04'].map((month) => (year === undefined ? year : `${year}-${month}`));
    const lines = dates.map((fetchedAt) => ({ url: robots(`${i}`), fetchedAt, body: CLOSED }));
    await run({ ...survey, inputs: [writeLines(`${i}.ndjson`, lines)], folder: join(out(), `${i}`) });
  }
  const sitesIn = async (from: string) => {
    await surveySites(join(folder, from), join(folder, `${from}.csv`));
    return readFileSync(join(folder, `${from}.csv`), 'utf8')
      .split('\n')
      .sort();
  };
  const all = await sitesIn('tables');
  expect(all).toHaveLength(2 * 4 + 1 + 2); // months, no month, and the header with the end of the last line
  mkdirSync(join(folder, 'compact'));
  for (const sql of statements('PARTITION_BY')) await rowsOf(sql);
  expect(readdirSync(join(folder, 'compact/verdicts'))).toContain('month=2024-04');
  expect(await sitesIn('compact')).toEqual(all);
  await run({ inputs: [], format: 'parquet', agents: ['OtherBot'], folder: join(out(), 'other') });
  const message = /parts of different surveys: the second is made with other options/;
  await expect(sitesIn('tables')).rejects.toThrow(message);
});
