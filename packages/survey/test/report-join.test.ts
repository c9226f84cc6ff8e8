/** The report with a joined file: its columns in the table of sites, and what is wrong with files. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { JoinError, type SurveyReportOptions, surveyReport, surveySites } from '../src/index.js';
import { type ResultRow, withEngine } from '../src/report/engine.js';
import { folder, out, run, useFolder } from './support/survey-folder.js';

useFolder();

const HOSTS = ['a.example', 'www.b.example', 'C.example', 'd.example.co.uk', 'shop.d.example.co.uk'];

/** A survey with a capture of each host. */
async function surveyOf(hosts: readonly string[] = HOSTS): Promise<void> {
  const input = join(folder, 'captures.ndjson');
  const line = (host: string) => JSON.stringify({ url: `https://${host}/robots.txt`, body: 'Disallow: /' });
  writeFileSync(input, hosts.map(line).join('\n'));
  await run({ inputs: [input], format: 'parquet', tables: ['captures', 'verdicts'] });
}

function fileOf(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** The table of sites as records, and what the join has found. */
async function sites(options: SurveyReportOptions) {
  const file = join(folder, 'sites.ndjson');
  const counts = await surveySites(out(), file, options);
  const rows = readFileSync(file, 'utf8').trim().split('\n');
  return { counts, rows: rows.map((line) => JSON.parse(line)) };
}

describe('a joined file', () => {
  test.each([
    ['CSV', (text: string) => text],
    ['CSV with a byte order mark and CRLF', (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}`],
    ['CSV under gzip', (text: string) => gzipSync(text)],
    [
      'CSV under gzip in two members',
      (text: string) => Buffer.concat([gzipSync(text.slice(0, 20)), gzipSync(text.slice(20))]),
    ],
  ])('adds its columns to the table of sites: %s', async (_, written) => {
    await surveyOf();
    const text =
      'Host,rank,share,code,note\nhttps://WWW.A.example:443/,1,0.5,007,"x, ""y"""\nb.example,2,1,010,\nz.example,3,2e-3,1,z\n';
    const { rows, counts } = await sites({
      join: { file: fileOf("ra'nks[1].csv", written(text)), on: 'host' },
    });
    expect(counts).toEqual({ sites: 5, sitesWithoutRow: 3, rows: 3, rowsWithoutSite: 1 });
    const cells = rows.map(({ site, rank, share, code, note }) => [site, rank, share, code, note]);
    expect(cells).toEqual([
      ['a.example', 1, 0.5, '007', 'x, "y"'],
      ['b.example', 2, 1, '010', null],
      ['c.example', null, null, null, null],
      ['d.example.co.uk', null, null, null, null],
      ['shop.d.example.co.uk', null, null, null, null],
    ]);
  });

  test('may be Parquet, and a column may have another name', async () => {
    await surveyOf();
    const file = join(folder, 'ranks.parquet');
    await withEngine((engine) =>
      engine.rows(
        `COPY (SELECT * FROM (VALUES ('https://a.example', 7, [1, 2]), ('https://www.c.example', 8, NULL)) AS crux(origin, place, list)) TO '${file}'`,
      ),
    );
    const { rows, counts } = await sites({ join: { file, column: 'origin' } });
    expect(counts).toEqual({ sites: 5, sitesWithoutRow: 3, rows: 2, rowsWithoutSite: 0 });
    expect(rows.map(({ place, list }) => [place, list])).toEqual([
      [7, [1, 2]],
      [null, null],
      [8, null],
      [null, null],
      [null, null],
    ]);
  });

  test.each([
    ['host', [1, 1, 2]],
    ['domain', [1, 2]],
  ] as const)('of domains has a row for each %s', async (by, places) => {
    await surveyOf(['a.example.co.uk', 'b.example.co.uk', 'github.io', 'z.example']);
    const text = 'place,domain\n1,www.example.co.uk\n2,github.io\n3,y.example\n';
    const { rows, counts } = await sites({ by, join: { file: fileOf('ranks.csv', text), on: 'domain' } });
    expect(rows.map(({ place }) => place)).toEqual([...places, null]);
    expect(counts).toEqual({
      sites: places.length + 1,
      sitesWithoutRow: 1,
      rows: 3,
      rowsWithoutSite: 1,
    });
  });

  test('gives each month of a site the columns of its row, as a naive count has it', async () => {
    const input = join(folder, 'captures.ndjson');
    const captures = Array.from({ length: 600 }, (_, nth) => ({
      url: `https://${nth % 3 ? 'www.' : ''}site-${(nth * 7) % 40}.example/robots.txt`,
      fetchedAt: `2026-0${1 + (nth % 5)}-01`,
      body: nth % 4 ? 'Disallow: /' : '',
    }));
    writeFileSync(input, captures.map((capture) => JSON.stringify(capture)).join('\n'));
    await run({ inputs: [input], format: 'csv', tables: ['captures', 'verdicts'], agents: ['A', 'B'] });
    const ranks = new Map(Array.from({ length: 30 }, (_, nth) => [`site-${nth * 2}.example`, nth]));
    const text = [...ranks].map(([host, rank]) => `${rank},${host}\n`).join('');
    const { rows, counts } = await sites({ join: { file: fileOf('ranks.csv', `place,host\n${text}`) } });
    const hostOf = (url: string) => new URL(url).host.replace('www.', '');
    const expected = new Map<string, number>();
    for (const { url, fetchedAt } of captures)
      for (const agent of ['A', 'B']) {
        const site = hostOf(url);
        const key = [site, fetchedAt.slice(0, 7), agent, ranks.get(site) ?? null].join();
        expected.set(key, (expected.get(key) ?? 0) + 1);
      }
    const found = rows.map(({ site, month, agent, place, captures: n }) => [
      [site, month, agent, place].join(),
      n,
    ]);
    expect(new Map(found as [string, number][])).toEqual(expected);
    expect(rows).toHaveLength(expected.size);
    expect(counts).toEqual({ sites: 40, sitesWithoutRow: 20, rows: 30, rowsWithoutSite: 10 });
  });

  test('may have columns whose names the report uses itself', async () => {
    await surveyOf();
    const names = [
      'url',
      'tld',
      'capture',
      'moment',
      'first_capture',
      'months',
      'agents',
      'weight',
      'host_2',
    ];
    const join = {
      file: fileOf('ranks.csv', `host,${names.join()}\na.example,${names.map((_, nth) => nth)}\n`),
    };
    const { rows } = await sites({ join });
    expect(names.map((name) => rows[0][name])).toEqual(names.map((_, nth) => nth));
    for (const strata of names) expect(await surveyReport(out(), { join, strata })).toContain(`By ${strata}`);
  });

  test('says on the page how many sites and rows have found each other', async () => {
    await surveyOf();
    const file = fileOf('ranks.csv', 'host,rank\na.example,1\nz.example,2\n');
    expect(await surveyReport(out(), { join: { file } })).toContain(
      '4 of 5 sites have no row of the joined file, and 1 of its 2 rows have no site.',
    );
  });

  test.each<[string, string | Uint8Array, RegExp]>([
    ['is empty', '', /ranks\.csv is empty; a first line that names the columns is expected/],
    ['has no header', '1,google.com\n', /has no column "host"; its columns are "1", "google\.com"/],
    ['has no rows', 'host,rank\n', /ranks\.csv has no rows/],
    ['has another separator', 'host;rank\na;1\n', /has no column "host"; its columns are "host;rank"/],
    ['has a column without a name', 'host,,rank\na,1,2\n', /has no name for column 2/],
    ['has a column twice', 'host,rank,RANK\na,1,2\n', /two columns called "RANK"/],
    ['has a name with a space', 'host,"the rank"\na,1\n', /has a column "the rank"; a name that SQL takes/],
    ['has a word of SQL', 'host,order\na,1\n', /has a column "order"; a name that SQL takes/],
    ['has a column of the table', 'host,Month\na,1\n', /has a column "Month", and so has the table of sites/],
    [
      'has a share of the table',
      'host,refusedShare\na,1\n',
      /has a column "refusedShare", and so has the table/,
    ],
    [
      'has a row that is too long',
      'host,rank\na,1\nb,2,3\n',
      /cannot be read: line 3: Expected Number of Columns: 2 Found: 3/,
    ],
    [
      'has a row that is too short',
      'host,rank\na,1\nb\n',
      /cannot be read: line 3: Expected Number of Columns: 2 Found: 1/,
    ],
    ['has a row without a host', 'host,rank\na,1\n,2\n" ",3\n', /has 2 rows without host/],
    [
      'has a host twice',
      'host,rank\na.b,1\nc,3\nhttp://www.A.b/x,2\n',
      /has several rows for 1 host, such as "a\.b"/,
    ],
    ['is not text', Buffer.from([0x68, 0xff, 0xfe, 0x0a]), /is neither CSV in UTF-8 nor Parquet/],
    [
      'is not text further on',
      Buffer.from('host\na\n\xff\n', 'latin1'),
      /is neither CSV in UTF-8 nor Parquet/,
    ],
    ['is damaged Parquet', 'PAR1 and something', /is damaged Parquet: /],
    ['is cut off', gzipSync('host,rank\na,1\n').subarray(0, 24), /cannot be decompressed: /],
    ['has a quote that does not end', 'host,rank\n"a,1\n', /cannot be read: /],
    ['has a first line with a quote that does not end', 'host,"rank\na,1\n', /has a damaged first line: /],
  ])('is refused if it %s', async (_, content, message) => {
    await surveyOf();
    const refused = surveySites(out(), join(folder, 'sites.csv'), {
      join: { file: fileOf('ranks.csv', content), on: 'host' },
    });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(JoinError);
  });

  test('is refused if it cannot be read, or is about hosts where sites are domains', async () => {
    await surveyOf();
    const reportOf = (options: SurveyReportOptions) => surveyReport(out(), options);
    await expect(reportOf({ join: { file: join(folder, 'none.csv') } })).rejects.toMatchObject({
      code: 'ENOENT',
    });
    mkdirSync(join(folder, 'ranks'));
    await expect(reportOf({ join: { file: join(folder, 'ranks') } })).rejects.toMatchObject({
      code: 'EISDIR',
    });
    const file = fileOf('ranks.csv', 'host\na\n');
    await expect(reportOf({ by: 'domain', join: { file, on: 'host' } })).rejects.toThrow(
      /join\.on is "host", and a site is a domain/,
    );
    await expect(reportOf({ join: {} as never })).rejects.toThrow(
      'join.file is undefined; a string is expected',
    );
  });

  test('is in docs/survey-report.sql, which gives the same rows', async () => {
    await surveyOf();
    const file = fileOf('ranks.csv', 'host,rank\nWWW.a.example,1\nb.example,2\n');
    const script = readFileSync('docs/survey-report.sql', 'utf8')
      .replaceAll("'tables/", `'${out()}/`)
      .replace("'ranks.csv'", `'${file}'`)
      .replaceAll(/^-- (?:What|With) .*$/gm, '')
      .replaceAll(/^-- ?/gm, '');
    const rows = await withEngine(async (engine) => {
      let found: readonly ResultRow[] = [];
      for (const statement of script.split(';\n').slice(0, -1)) {
        const result = await engine.rows(statement);
        if (result[0] !== undefined && 'rank' in result[0]) found = result;
      }
      return found;
    });
    expect(rows.filter(({ rank }) => rank !== null)).toHaveLength(2);
    expect(rows).toEqual((await sites({ join: { file } })).rows);
  });
});
