/** DuckDB reads the Parquet files of a survey: every row, type, null and list. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { surveyAll } from '../src/job/survey-all.js';
import { surveySites } from '../src/report/report.js';
import { survey } from '../src/survey.js';
import { type Column, type ColumnType, type RowOf, TABLES, type TableName } from '../src/tables.js';
import { capture, members, record, response } from './support/warc-writer.js';

const TYPES: Readonly<Record<ColumnType, string>> = {
  string: 'VARCHAR',
  integer: 'BIGINT',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  timestamp: 'TIMESTAMP WITH TIME ZONE',
  list: 'VARCHAR[]',
  octets: 'BLOB',
};

const columnsOf = (table: TableName): (readonly [string, Column])[] => Object.entries(TABLES[table]);

const AGENTS = ['GPTBot', 'ExampleBot'];
const PATHS = ['/', '/ä?b'];
const NAMES = Object.keys(TABLES) as TableName[];

/** Captures that have nulls, empty lists and texts beyond ASCII in every table. */
const INPUTS: Readonly<Record<string, Buffer>> = {
  'one.warc.gz': members([
    capture(
      'a.example',
      'User-agent: GPTBot\nUser-agent: Ünicode\nDisallow: /ä\nCrawl-delay: 2.5\n\nUser-agent: *\nAllow: /\nContent-Signal: ai-train=no\n',
    ),
    capture('b.example', '', { content: response('gone', { status: '404 Not Found' }) }),
    capture('c.example', '', {
      content: response('', { status: '301 Moved', headers: { Location: 'https://d.example/robots.txt' } }),
    }),
    capture('e.example', '', { content: response('', { status: '503 Busy' }) }),
    record({ type: 'revisit', url: 'https://f.example/robots.txt', id: '', content: '' }),
  ]),
  'two.warc': Buffer.concat([Buffer.from('damage\n'), capture('g.example', '<html>')]),
  'three.ndjson': Buffer.from(
    '{"url":"https://h.example/robots.txt","body":"User-agent: *\\nDisallow: /"}\n' +
      '{"url":"https://h.example/","headers":{"content-type":"text/html","x-robots-tag":"noai, new"},"body":"<p>"}\n',
  ),
};

describe('DuckDB', () => {
  let folder = '';
  let db: DuckDBConnection;
  const rowsOf = async (sql: string) => (await db.runAndReadAll(sql)).getRowObjectsJson();
  const parts = (table: TableName) => `'${join(folder, 'tables', table, '*.parquet')}'`;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'robotstream-duckdb-'));
    db = await (await DuckDBInstance.create()).connect();
    for (const [name, octets] of Object.entries(INPUTS)) writeFileSync(join(folder, name), octets);
    const inputs = Object.keys(INPUTS).map((name) => join(folder, name));
    const options = { agents: AGENTS, paths: PATHS, tables: NAMES.filter((name) => name !== 'faults') };
    await surveyAll({ ...options, inputs, folder: join(folder, 'tables') });
  });
  afterAll(() => {
    db.closeSync();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(NAMES)('%s: rows and types', async (table) => {
    const types = await rowsOf(`DESCRIBE SELECT * FROM ${parts(table)}`);
    expect(types.map(({ column_name, column_type }) => [column_name, column_type])).toEqual(
      columnsOf(table).map(([name, { type }]) => [name, TYPES[type]]),
    );

    const expected: RowOf<TableName>[] = [];
    for (const name of Object.keys(INPUTS).sort()) {
      const options = { agents: AGENTS, paths: PATHS, tables: NAMES };
      for await (const one of survey(join(folder, name), options)) {
        if (one.table === table) expected.push(one.row);
      }
    }
    expect(expected.length).toBeGreaterThan(0);
    const cells = columnsOf(table).map(([name, { type }]) =>
      type === 'octets' ? `to_base64(${name}) AS ${name}` : name,
    );
    const rows = await rowsOf(`SELECT ${cells.join(', ')} FROM ${parts(table)}`);
    const listed = (all: readonly object[]) => canonical(all.map((row) => asListed(table, row)));
    expect(listed(rows)).toEqual(listed(expected));
  });

  /** A row in the order of the table's columns. DuckDB writes a BIGINT as a text in JSON. */
  function asListed(table: TableName, row: object): unknown {
    const cells = new Map<string, unknown>(Object.entries(row));
    return columnsOf(table).map(([name, { type }]) => {
      const cell = cells.get(name);
      if (cell === null) return [name, null];
      if (type === 'timestamp') return [name, Date.parse(cell as string)];
      return [name, type === 'integer' ? Number(cell) : cell];
    });
  }

  const canonical = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort();

  /** The statements of the page in blocks that contain a text, on the folder of this test. */
  const statements = (text: string) =>
    [...readFileSync('docs/survey.md', 'utf8').matchAll(/^```sql\n(.*?)^```$/gms)]
      .map(([, block = '']) => block)
      .filter((block) => block.includes(text))
      .flatMap((block) => block.split(';\n').slice(0, -1))
      .map((sql) => sql.replaceAll(/'(tables|compact)\//g, `'${folder}/$1/`));

  test('the query of the documentation', async () => {
    const [query = ''] = statements('AS preference');
    expect(await rowsOf(query.replace('count(*)', 'count(*) AS n'))).toEqual([
      { agent: 'ExampleBot', preference: 'content-signal:ai-train=disallowed', n: '2' },
    ]);
  });

  test('parts in folders of folders, and few large files made of them by the documentation, have the same report', async () => {
    const years = ['2023', '2024', ''];
    for (const [i, year] of years.entries()) {
      const lines = Array.from({ length: 4 }, (_, nth) => {
        const fetchedAt = year === '' ? undefined : `${year}-0${nth + 1}`;
        return JSON.stringify({
          url: `https://${i}.example/robots.txt`,
          fetchedAt,
          body: 'User-agent: *\nDisallow: /',
        });
      });
      writeFileSync(join(folder, `${i}.ndjson`), lines.join('\n'));
      const tables = join(folder, 'several/tables', `${i}`);
      await surveyAll({
        inputs: [join(folder, `${i}.ndjson`)],
        tables: ['captures', 'verdicts'],
        folder: tables,
      });
    }
    const sitesIn = async (from: string) => {
      await surveySites(join(folder, 'several', from), join(folder, `${from}.csv`));
      return readFileSync(join(folder, `${from}.csv`), 'utf8')
        .split('\n')
        .sort();
    };
    const all = await sitesIn('tables');
    expect(all).toHaveLength(2 * 4 + 1 + 2); // months, no month, and the header with the end of the last line
    mkdirSync(join(folder, 'several/compact'));
    for (const sql of statements('PARTITION_BY'))
      await rowsOf(sql.replaceAll(`${folder}/`, `${folder}/several/`));
    expect(readdirSync(join(folder, 'several/compact/verdicts'))).toContain('month=2024-04');
    expect(await sitesIn('compact')).toEqual(all);
    await surveyAll({ inputs: [], agents: ['OtherBot'], folder: join(folder, 'several/tables/other') });
    await expect(sitesIn('tables')).rejects.toThrow(
      /parts of different surveys: the second is made with other options/,
    );
  });
});
