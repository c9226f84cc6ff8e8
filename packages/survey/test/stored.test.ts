/** A survey that keeps the files, and surveys of its tables: the same rows as from the archives, whatever is asked. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { expect, test } from 'vitest';
import { storedParts, tableCaptures } from '../src/captures/table-captures.js';
import { type RunEvent, survey, surveyAll } from '../src/index.js';
import type { TableName } from '../src/tables.js';
import { readTable } from './support/read-table.js';
import { folder, out, readLines, useFolder, write, writeLines } from './support/survey-folder.js';
import { capture, members, record, response } from './support/warc-writer.js';

useFolder();

const RULES = 'User-agent: GPTBot\nDisallow: /ä\nCrawl-delay: 2\n\nUser-agent: *\nDisallow: /\n';
const ALL: readonly TableName[] = ['captures', 'verdicts', 'rules', 'bodies'];

/** Two inputs with everything that a capture can be: files, the same file twice, statuses, revisits, faults, dates of all precisions. */
function inputs(): string[] {
  const unchanged = { type: 'revisit', id: '', content: response('', { status: '304 Not Modified' }) };
  const answer = (host: string, status: string, headers = {}) =>
    capture(host, '', { content: response('', { status, headers }) });
  const warc = members([
    capture('a.example', RULES, { fields: { 'WARC-Record-ID': '<urn:uuid:1>' } }),
    capture('b.example', RULES),
    answer('c.example', '404 Not Found'),
    answer('d.example', '301 Moved', { Location: '../other' }),
    answer('d2.example', '301 Moved'),
    capture('e.example', Buffer.from([0xff, 0xfe, 0, 10, 13])),
    capture('f.example', '<html>'),
    record({
      ...unchanged,
      url: 'https://a.example/robots.txt',
      fields: { 'WARC-Refers-To': '<urn:uuid:1>' },
    }),
    record({ ...unchanged, url: 'https://g.example/robots.txt' }),
    capture('h.example', `User-agent: *\n${'Disallow: /x\n'.repeat(50_000)}`),
    capture('i.example', '', { date: '20240501' }),
  ]);
  const url = (host: string) => `https://${host}.example/robots.txt`;
  const dates = ['2024', '2024-05', '2024-05-02', '2024-05-02T12:30Z', '2024-05-02T12:30:01.5Z'];
  const lines = [
    'damage',
    ...dates.map((fetchedAt) => ({ url: url('h'), fetchedAt, body: RULES })),
    { url: url('i'), status: 304, body: RULES },
    { url: url('j'), status: 304 },
  ];
  return [write('a.warc.gz', warc), writeLines('b.ndjson', lines)];
}

const rowsIn = async (where: string, table: TableName) => {
  const rows: unknown[] = [];
  for await (const row of readTable(where, table)) rows.push(row);
  return rows.map((row) => JSON.stringify(row)).sort();
};

test('the tables of a survey that kept the files give the same rows as the archives, for other crawlers, paths and profiles', async () => {
  const names = inputs();
  await surveyAll({ inputs: names, folder: out(), tables: ['captures', 'bodies'] });
  const again = { agents: ['GPTBot', { crawler: 'Googlebot' }], paths: ['/', '/ä'], tables: ALL } as const;
  for (const profile of [undefined, 'google'] as const) {
    const [fromArchives, fromTables] = [
      join(folder, `archives-${profile}`),
      join(folder, `again-${profile}`),
    ];
    await surveyAll({ ...again, profile, inputs: names, folder: fromArchives });
    const told = new Set<number>();
    const onEvent = ({ inputs }: RunEvent) => told.add(inputs);
    const counts = await surveyAll({ ...again, profile, inputs: [out()], folder: fromTables, onEvent });
    expect(counts).toMatchObject({ done: 2, failed: 0, captures: 18 });
    expect([...told]).toEqual([2]);
    for (const table of [...ALL, 'faults'] as const) {
      const rows = await rowsIn(fromTables, table);
      expect(rows).toEqual(await rowsIn(fromArchives, table));
      expect(rows.length).toBeGreaterThan(0);
    }
  }
});

test('batches of large files are small, and a file is found for each of its captures', async () => {
  const files = [0, 1, 2, 1, 0].map((nth) => `${nth}`.repeat(2 * 1024 * 1024));
  const lines = files.map((body) => ({ url: 'https://a.example/robots.txt', body }));
  await surveyAll({ inputs: [writeLines('large.ndjson', lines)], folder: out(), tables: ALL });
  const [part = ''] = (await storedParts(out())) ?? [];
  const batches: string[][] = [];
  for await (const batch of tableCaptures(part))
    batches.push(
      batch.map((item) => ('payload' in item ? `${Buffer.from(item.payload?.octets ?? [])}` : '')),
    );
  expect(batches.map(({ length }) => length)).toEqual([2, 2, 1]);
  expect(batches.flat().every((text, nth) => text === files[nth])).toBe(true);
});

test('each distinct file is kept once, and found by its digest', async () => {
  const [warc] = inputs() as [string];
  await surveyAll({ inputs: [warc], folder: out(), tables: ['captures', 'bodies'] });
  const bodies = (await rowsIn(out(), 'bodies')).map((row) => JSON.parse(row));
  const captures = (await rowsIn(out(), 'captures')).map((row) => JSON.parse(row));
  const kept = new Set(captures.map(({ digest }) => digest).filter(Boolean));
  expect(new Set(bodies.map(({ digest }) => digest))).toEqual(kept);
  expect(bodies).toHaveLength(kept.size);
  const ofA = captures.find(({ url }) => url === 'https://a.example/robots.txt').digest;
  const { body } = bodies.find(({ digest }) => digest === ofA);
  expect(Buffer.from(body, 'base64').toString()).toBe(RULES);
});

test('the rows of tables are printed, too; tables without files are refused by what is missing', async () => {
  const [warc] = inputs() as [string];
  await surveyAll({ inputs: [warc], folder: out(), tables: ['captures', 'bodies'] });
  const urls: string[] = [];
  for await (const { table, row } of survey(out())) if (table === 'verdicts') urls.push(row.url);
  expect(urls).toHaveLength(11);
  rmSync(join(out(), 'bodies'), { recursive: true });
  await expect(survey(out()).next()).rejects.toThrow(/were not kept; a survey with --keep-bodies keeps them/);
  rmSync(join(out(), 'captures'), { recursive: true });
  await expect(survey(out()).next()).rejects.toThrow(/no captures as Parquet to read again/);
});

test('a part says what it is made of: the survey, the input with its digest, and what its columns hold', async () => {
  const [warc] = inputs() as [string];
  await surveyAll({ inputs: [warc], folder: out(), agents: ['GPTBot'], tables: ['verdicts'] });
  const [name = ''] = readdirSync(join(out(), 'verdicts'));
  const octets = new Uint8Array(readFileSync(join(out(), 'verdicts', name)));
  const pairs = parquetMetadata(octets.buffer).key_value_metadata ?? [];
  const metadata = new Map(pairs.map(({ key, value }) => [key, JSON.parse(value ?? '')]));
  const survey = JSON.parse(readFileSync(join(out(), 'survey.json'), 'utf8'));
  expect(metadata.get('robotstream.survey')).toEqual(survey);
  expect(survey).toMatchObject({
    robotstream: expect.stringMatching(/^\d/),
    registry: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    questions: { agents: ['GPTBot'], paths: ['/'] },
    crawlers: [{ agent: 'GPTBot', tokens: ['GPTBot'], profile: 'rfc9309' }],
  });
  const archived = readFileSync(warc);
  const sha256 = createHash('sha256').update(archived).digest('hex');
  expect(metadata.get('robotstream.input')).toEqual({ name: warc, octets: archived.length, sha256 });
  expect(metadata.get('robotstream.columns').allowed).toMatchObject({ type: 'boolean', nullable: true });
  expect(readLines(join(out(), 'ledger.ndjson'))).toMatchObject([{ input: warc, digest: sha256 }]);
  expect(existsSync(join(out(), 'captures'))).toBe(false);
});
