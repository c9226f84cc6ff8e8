/** The report with a joined file or a list of sites: its columns in the table of sites, weights, and what is wrong with files. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { JoinError, type SurveyReportOptions, surveyReport, surveySites } from '../src/index.js';
import { type ResultRow, withEngine } from '../src/report/engine.js';
import { folder, out, readLines, run, useFolder, write, writeLines } from './support/survey-folder.js';

useFolder();

const HOSTS = ['a.example', 'www.b.example', 'C.example', 'd.example.co.uk', 'shop.d.example.co.uk'];

/** A survey with a capture of each host. */
async function surveyOf(hosts: readonly string[] = HOSTS): Promise<void> {
  const lines = hosts.map((host) => ({
    url: `https://${host}/robots.txt`,
    body: 'User-agent: *\nDisallow: /',
  }));
  const inputs = [writeLines('captures.ndjson', lines)];
  await run({ inputs, format: 'parquet', tables: ['captures', 'verdicts'] });
}

/** The table of sites as records, and what the join has found. */
async function sites(options: SurveyReportOptions) {
  const file = join(folder, 'sites.ndjson');
  const counts = await surveySites(out(), file, options);
  return { counts, rows: readLines(file) };
}

/** A joined file as Parquet. */
async function parquetOf(query: string): Promise<string> {
  const file = join(folder, 'ranks.parquet');
  await withEngine((engine) => engine.rows(`COPY (${query}) TO '${file}'`));
  return file;
}

describe('a joined file', () => {
  test.each([
    ['CSV', (text: string) => text],
    ['CSV with a byte order mark and CRLF', (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}`],
    [
      'CSV under gzip in two members',
      (text: string) => Buffer.concat([gzipSync(text.slice(0, 20)), gzipSync(text.slice(20))]),
    ],
  ])('adds its columns to the table of sites: %s', async (_, written) => {
    await surveyOf();
    const text =
      'Host,rank,share,code,note\nhttps://WWW.A.example:443/,1,0.5,007,"x, ""y"""\nb.example,2,1,010,\nz.example,3,2e-3,1,z\n';
    const file = write("ra'nks[1].csv", written(text));
    const { rows, counts } = await sites({ join: { file, on: 'host' } });
    expect(counts).toEqual({ sites: 5, sitesWithoutRow: 3, rows: 3, rowsWithoutSite: 1 });
    const none = [null, null, null, null];
    expect(rows.map(({ site, rank, share, code, note }) => [site, rank, share, code, note])).toEqual([
      ['a.example', 1, 0.5, '007', 'x, "y"'],
      ['b.example', 2, 1, '010', null],
      ...['c.example', 'd.example.co.uk', 'shop.d.example.co.uk'].map((site) => [site, ...none]),
    ]);
    expect(await surveyReport(out(), { join: { file } })).toContain(
      '3 of 5 sites have no row of the joined file, and 1 of its 3 rows have no site.',
    );
  });

  test('may be Parquet, and a column may have another name', async () => {
    await surveyOf();
    const file = await parquetOf(
      "SELECT * FROM (VALUES ('https://a.example', 7, [1, 2]), ('https://www.c.example', 8, NULL)) AS crux(origin, place, list)",
    );
    const { rows } = await sites({ join: { file, column: 'origin' } });
    const cells = rows.map(({ place, list }) => JSON.stringify([place, list]));
    expect(cells.slice(0, 3)).toEqual(['[7,[1,2]]', '[null,null]', '[8,null]']);
  });

  test.each([
    ['host', [1, 1, 2]],
    ['domain', [1, 2]],
  ] as const)('of domains has a row for each %s', async (by, places) => {
    await surveyOf(['a.example.co.uk', 'b.example.co.uk', 'github.io', 'z.example']);
    const text = 'place,domain\n1,www.example.co.uk\n2,github.io\n3,y.example\n';
    const { rows, counts } = await sites({ by, join: { file: write('ranks.csv', text), on: 'domain' } });
    expect(rows.map(({ place }) => place)).toEqual([...places, null]);
    expect(counts).toEqual({ sites: places.length + 1, sitesWithoutRow: 1, rows: 3, rowsWithoutSite: 1 });
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
    const file = write('ranks.csv', `host,${names.join()}\na.example,${names.map((_, nth) => nth)}\n`);
    const { rows } = await sites({ join: { file } });
    expect(names.map((name) => rows[0][name])).toEqual(names.map((_, nth) => nth));
    for (const strata of names.slice(0, 3))
      expect(await surveyReport(out(), { join: { file }, strata })).toContain(`By ${strata}`);
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
    ['has a long row', 'host,rank\na,1\nb,2,3\n', /cannot be read: line 3: .*Columns: 2 Found: 3/],
    ['has a row without a host', 'host,rank\na,1\n,2\n" ",3\n', /has 2 rows without host/],
    ['has a host twice', 'host\na.b\nc\nhttp://www.A.b/x\n', /has several rows for 1 host, such as "a\.b"/],
    ['is not text', Buffer.from('host\na\n\xff\n', 'latin1'), /is neither CSV in UTF-8 nor Parquet/],
    ['is damaged Parquet', 'PAR1 and something', /is damaged Parquet: /],
    ['is cut off', gzipSync('host,rank\na,1\n').subarray(0, 24), /cannot be decompressed: /],
    ['has a quote that does not end', 'host,rank\n"a,1\n', /cannot be read: /],
    ['has a first line with a quote that does not end', 'host,"rank\na,1\n', /has a damaged first line: /],
  ])('is refused if it %s', async (_, content, message) => {
    await surveyOf();
    const refused = sites({ join: { file: write('ranks.csv', content), on: 'host' } });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(JoinError);
  });

  test('is refused if it cannot be read, or is about hosts where sites are domains', async () => {
    await surveyOf();
    const reportOf = (options: SurveyReportOptions) => surveyReport(out(), options);
    await expect(reportOf({ join: { file: join(folder, 'none') } })).rejects.toMatchObject({
      code: 'ENOENT',
    });
    mkdirSync(join(folder, 'ranks'));
    await expect(reportOf({ join: { file: join(folder, 'ranks') } })).rejects.toMatchObject({
      code: 'EISDIR',
    });
    const file = write('ranks.csv', 'host\na\n');
    const domains = reportOf({ by: 'domain', join: { file, on: 'host' } });
    await expect(domains).rejects.toThrow(/join\.on is "host", and a site is a domain/);
    await expect(reportOf({ join: {} as never })).rejects.toThrow(
      'join.file is undefined; a string is expected',
    );
  });

  test('is in docs/survey-report.sql, which gives the same rows', async () => {
    await surveyOf();
    const file = write('ranks.csv', 'host,rank\nWWW.a.example,1\nb.example,2\n');
    const script = readFileSync('docs/survey-report.sql', 'utf8')
      .replaceAll("'tables/", `'${out()}/`)
      .replace("'ranks.csv'", `'${file}'`)
      .replaceAll(/^-- (?:What|With) .*$/gm, '')
      .replaceAll(/^-- ?/gm, '');
    let joined: readonly ResultRow[] = [];
    const weights: unknown[] = [];
    await withEngine(async (engine) => {
      for (const statement of script.split(';\n').slice(0, -1)) {
        const rows = await engine.rows(statement);
        if (rows[0] !== undefined && 'rank' in rows[0]) joined = rows;
        if (rows[0] !== undefined && 'squares' in rows[0]) weights.push([rows[0].weight, rows[0].squares]);
      }
    });
    expect(joined.filter(({ rank }) => rank !== null)).toHaveLength(2);
    expect(joined).toEqual((await sites({ join: { file } })).rows);
    // Five captures of five sites; ranks 1 and 2.
    expect(weights.map(String)).toEqual(['5,5', '3,5']);
  });
});

describe('a weight', () => {
  test.each<[string, string, string]>([
    [
      'a column that is not there',
      'page\na.example,1\n',
      'weight is "pages"; "captures" or "page" is accepted',
    ],
    [
      'negative',
      'pages\na.example,1\nwww.b.example,-0.5\n',
      'ranks.csv has the "pages" "-0.5" for "b.example"; a weight is 0, or a number',
    ],
    ['text', 'pages\na.example,1\nz.example,"1,000"\n', 'the "pages" "1,000" for "z.example"; a weight is'],
    ['blank', 'pages\na.example,1\nz.example," "\n', 'the "pages" " " for "z.example"; a weight is'],
    ['not a number', 'pages\na.example,NaN\n', 'the "pages" "NaN" for "a.example"; a weight is'],
    ['infinite', 'pages\nb.example,inf\n', 'the "pages" "inf" for "b.example"; a weight is'],
    ['too large', 'pages\na.example,1e308\n', 'the "pages" "1e308" for "a.example"; a weight is'],
    ['too small', 'pages\na.example,1e-101\n', 'for "a.example"; a weight is'],
    [
      'missing everywhere',
      'pages\na.example,\nb.example,\n',
      'no site of the survey has a weight in the column "pages"',
    ],
    [
      'that of other sites',
      'pages\nz.example,5\n',
      'no site of the survey has a weight in the column "pages"',
    ],
    [
      'beside its own name',
      'pages,weight\na.example,1,2\n',
      'has a column "weight", and so has the table of sites',
    ],
  ])('is refused if it is %s', async (_, content, message) => {
    await surveyOf();
    const options = { weight: 'pages', join: { file: write('ranks.csv', `host,${content}`) } };
    const refused = surveyReport(out(), options);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(JoinError);
    await expect(sites(options)).rejects.toThrow(message);
  });

  test.each([
    ['true', /has a column "pages" of the type BOOLEAN; a weight is a number/],
    ["'-inf'::FLOAT", /has the "pages" "-inf" for "a\.example"; a weight is/],
    ['3::DECIMAL(9, 3)', undefined],
    ["'3'", undefined],
  ])('of Parquet: %s', async (value, message) => {
    await surveyOf();
    const file = await parquetOf(`SELECT 'a.example' AS host, ${value} AS pages`);
    const found = sites({ weight: 'pages', join: { file } });
    if (message !== undefined) await expect(found).rejects.toThrow(message);
    else expect((await found).rows).toMatchObject([{ site: 'a.example', weight: 3 }]);
  });

  test('is refused without a joined file, if it is not that of captures', async () => {
    await surveyOf();
    await expect(surveyReport(out(), { weight: 'pages' })).rejects.toThrow(
      'weight is "pages"; "captures" is accepted, and the columns of a joined file',
    );
    await expect(surveyReport(out(), { weight: 5 as never })).rejects.toThrow(TypeError);
  });
});

test('a list of sites leaves others out, counts the hosts of a domain, and goes with a join', async () => {
  await surveyOf();
  const list = write('sites.txt', gzipSync('https://A.example/\nd.example.co.uk\nnone.example\n'));
  expect((await sites({ sites: list })).rows.map(({ site }) => site)).toEqual([
    'a.example',
    'd.example.co.uk',
  ]);
  const page = await surveyReport(out(), { sites: list });
  expect(page).toContain('2 captures of 2 sites');
  expect(page).toContain('Only the 3 sites of a list count. 1 of them have no capture.');
  const file = write('ranks.csv', 'domain,place\nexample.co.uk,1\nb.example,2\n');
  const joined = await sites({ sites: list, by: 'domain', join: { file, on: 'domain' } });
  expect(joined.rows.map(({ site, captures }) => `${site} ${captures}`)).toEqual([
    'a.example 1',
    'example.co.uk 2',
  ]);
  expect(joined.counts).toEqual({ sites: 2, sitesWithoutRow: 1, rows: 2, rowsWithoutSite: 1 });
  await expect(sites({ sites: write('sites.txt', 'rank,host\n') })).rejects.toBeInstanceOf(JoinError);
});
