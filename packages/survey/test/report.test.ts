/** The report of a survey: a page, made of the tables in any format, and its charts. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { surveyReport, surveySites } from '../src/index.js';
import { csvFile, inlineChart, svgFile } from '../src/report/chart.js';
import { countChart, monthCharts, namedChart, refusedChart, strataCharts } from '../src/report/charts.js';
import { NO_SITES, proportion, unweighted } from '../src/report/proportion.js';
import { monthNumber, monthTicks } from '../src/report/scales.js';
import type { CrawlerSummary, Refusals } from '../src/report/summary.js';
import { RESTRICTIONS } from '../src/tables.js';
import { CLOSED, OPEN, robots } from './support/redirecting.js';
import {
  archive,
  folder,
  out,
  readLines,
  run,
  useFolder,
  write,
  writeLines,
} from './support/survey-folder.js';

useFolder();

function writeVerdicts(name: string, text: string): void {
  mkdirSync(join(out(), 'verdicts'), { recursive: true });
  write(`tables/verdicts/${name}`, text);
}

describe('the report', () => {
  test.each(['parquet', 'ndjson', 'csv'] as const)(
    'has the shares of each crawler, from %s',
    async (format) => {
      const inputs = [archive('a.warc.gz', ['a.example', 'b.example', 'c.example'])];
      await run({ inputs, format, agents: ['GPTBot'], tables: ['captures', 'verdicts'] });
      const page = await surveyReport(out());
      expect(page).toContain('3 captures of 3 sites from 1 input');
      expect(page).toMatch(
        /<th scope="row">GPTBot<\/th><td>3<\/td>(?:<td>0\.0 % \(0\.0–56\.1\)<\/td>){4}<td>100\.0 % \(43\.9–100\.0\)<\/td>/,
      );
      expect(page).not.toContain('<script');
    },
  );

  test.each([
    ['a.parquet', '', /verdicts\/a\.parquet cannot be read/],
    ['a.parquet', 'not Parquet, but long enough', /verdicts\/a\.parquet cannot be read/],
    ['a.ndjson', '{"url"', /verdicts\/a\.ndjson cannot be read/],
    ['a.ndjson', '\n{"url": "u"}\n', /verdicts\/a\.ndjson is not part of a survey: a row has no agent/],
    ['a.ndjson', 'null\n', /verdicts\/a\.ndjson is not part of a survey: a row has no url/],
    [
      'a.ndjson',
      '{"url": "u", "agent": "a", "path": "/", "fetchedAt": 5}\n',
      /verdicts\/a\.ndjson cannot be read: .*line 1: Unable to cast '5' to TIMESTAMP/,
    ],
    ['a.csv', 'a,b\r\n1,2\r\n', /verdicts\/a\.csv is not part of a survey: it has no column url/],
    ['a.csv', 'url,agent,path\r\nu,a\r\n', /verdicts\/a\.csv cannot be read: /],
    ['a.csv', 'url,agent\r\n"u', /verdicts\/a\.csv cannot be read: /],
    ['a.csv', 'url,agent\r\n"u"x,y\r\n', /verdicts\/a\.csv cannot be read: /],
  ])('names the part %s that is damaged or of something else: %j', async (name, text, message) => {
    writeVerdicts(name, text);
    await expect(surveyReport(out())).rejects.toThrow(message);
  });

  test.each([
    ['a.ndjson', '{"url": "https://a.example/robots.txt", "agent": "Bot", "path": "/"}\n'],
    ['a.csv', 'path,agent,url,fetchedAt,more\r\n/,Bot,https://a.example/robots.txt,,x\r\n'],
    ['a.csv', 'url,agent,path\n"https://a.example/robots.txt","Bot",/\n'],
  ])('reads a part %s that has other columns: %j', async (name, text) => {
    writeVerdicts(name, text);
    expect(await surveyReport(out())).toMatch(/1 capture of 1 site from .*<th scope="row">Bot<\/th>/s);
  });

  test('a table of sites is complete or as it was', async () => {
    writeVerdicts('a.ndjson', JSON.stringify({ agent: 'Bot', path: '/', url: robots('a') }));
    const taken = join(folder, 'taken.csv');
    mkdirSync(taken);
    await expect(surveySites(out(), taken)).rejects.toMatchObject({ code: 'EISDIR' });
    await expect(surveySites(out(), join(folder, 'none', 'a.csv'))).rejects.toThrow(/none\/a\.csv": No such/);
    expect(readdirSync(folder).sort()).toEqual(['tables', 'taken.csv']);
  });

  test('shows texts of the tables as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const row = { source: hostile, url: hostile, reason: hostile, agent: hostile };
    writeVerdicts('a.ndjson', JSON.stringify({ ...row, path: '/', restriction: 'all' }));
    const page = await surveyReport(out());
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page).not.toMatch(/<img|<script/);
  });

  test('counts each usage preference once a site, however many crawlers have it, and where they may fetch nothing', async () => {
    const signal = (rule: string) => `User-agent: *\nContent-Signal: ai-train=no\n${rule}: /\n`;
    const files = [signal('Allow'), signal('Disallow'), 'User-agent: *\nDisallow:\n'];
    const lines = files.map((body, i) => ({ url: robots(`${i}`), body }));
    await run({ inputs: [writeLines('a.ndjson', lines)], agents: ['GPTBot', 'ClaudeBot'] });
    expect(await surveyReport(out())).toMatch(
      /Usage preferences.*content-signal:ai-train=disallowed<\/th><td>2<\/td><td>66\.7 %/s,
    );
  });

  test('gives a month its place in time, also after a gap, and leaves out months that do not tell', async () => {
    const at = (fetchedAt: string, more: object) => ({ url: robots('a'), fetchedAt, ...more });
    const closed = { body: CLOSED };
    const lines = [
      at('2025-11-30T23:30:00-02:00', { body: '' }),
      at('2026-01-01', closed),
      at('2026-02-01', { status: 301, headers: { location: '/x' } }),
      at('2026-03-01', closed),
      at('2026', closed),
    ];
    await run({ inputs: [writeLines('a.ndjson', lines)] });
    const page = await surveyReport(out());
    expect(page).toMatch(
      /<th scope="row">2025-12<\/th><td>1<\/td><td>0\.0 %.*<th scope="row">2026-01<\/th><td>1<\/td><td>100\.0 %.*<th scope="row">2026-03</s,
    );
    expect(page).not.toContain('<th scope="row">2026-02<');
    // From December to January, with January at a third of the axis, and March by itself at its end.
    expect(page).toContain('<path class="line-all" d="M44 147L138.67 37"/>');
    expect(page).toContain('<path class="range-all" d="M328 124.28V37"/>');
  });

  test('counts registrable domains, and writes the table of sites', async () => {
    const hosts = ['a.example.co.uk', 'b.example.co.uk', 'a.github.io', 'localhost', '[::1]:80', '192.0.2.1'];
    const line = (host: string, nth: number) => ({
      url: robots(`https://${host}`),
      body: '',
      fetchedAt: `2026-0${1 + nth}`,
    });
    await run({ inputs: [writeLines('a.ndjson', hosts.map(line))] });
    expect(await surveyReport(out(), { by: 'domain' })).toContain('6 captures of 5 sites');
    const file = join(folder, "it's.csv");
    await surveySites(out(), file, { by: 'domain' });
    expect(readFileSync(file, 'utf8').split('\n')).toEqual([
      'site,month,agent,restriction,refusedShare,selectedBy,captures',
      '192.0.2.1,2026-06,*,none,,none,1',
      '[::1],2026-05,*,none,,none,1',
      'a.github.io,2026-03,*,none,,none,1',
      'example.co.uk,2026-01,*,none,,none,1',
      'example.co.uk,2026-02,*,none,,none,1',
      'localhost,2026-04,*,none,,none,1',
      '',
    ]);
  });

  test.each(['parquet', 'ndjson', 'csv'] as const)(
    'reads the first and the last date that a capture can have, and half of a surrogate pair, from %s',
    async (format) => {
      const dates = ['0000-01-01T00:00:00Z', '2026-05-01', '9999-12-31T23:59:60Z'];
      const odd = { id: '\ud800', headers: { 'content-type': '\udfff' } };
      const lines = dates.map((fetchedAt) => ({
        url: `${robots('a')}#\ud800`,
        fetchedAt,
        status: 404,
        ...odd,
      }));
      await run({ inputs: [writeLines('a.ndjson', lines)], format, tables: ['captures', 'verdicts'] });
      expect(await surveyReport(out())).toContain('from 1 input, 0000-01-01 to 9999-12-31.');
      const file = join(folder, 'sites.ndjson');
      await surveySites(out(), file);
      expect(readLines(file).map(({ month }) => month)).toEqual(['0000-01', '2026-05', '9999-12']);
    },
  );

  test('shows how a site changes between captures', async () => {
    const line = (body: string, nth: number) => ({ url: robots('a'), body, fetchedAt: `2026-0${nth + 1}` });
    await run({ inputs: [writeLines('a.ndjson', [OPEN, CLOSED].map(line))] });
    expect(await surveyReport(out())).toContain(
      'Sites with several months that refuse more in the last than in the first, and less: * 1 and 0.',
    );
  });
});

test('the page begins with the answer: who is refused most, now and a year ago, and says how often each fault occurs', async () => {
  const lines = ['2025-05', '2026-05'].flatMap((fetchedAt, year) =>
    Array.from({ length: 4 }, (_, site) => ({
      url: robots(`${site}`),
      fetchedAt,
      body: `User-agent: GPTBot\nDisallow: ${site < 1 + 2 * year ? '/' : ''}\n`,
    })),
  );
  const input = writeLines('years.ndjson', [...lines, 'damaged', '{}', 'damaged']);
  await run({ inputs: [input], agents: ['ExampleBot', 'GPTBot'] });
  const page = await surveyReport(out());
  expect(page).toContain(
    '<p class="lead">Of 4 sites, 75.0 % refuse GPTBot everything; a year ago 25.0 %.</p>',
  );
  expect(page).toContain('3 faults where an input could not be read: not-a-capture 3.');
});

describe('the files of charts', () => {
  test('ranks of a joined file are counted by powers of ten, and sites without one apart', async () => {
    const hosts = Array.from({ length: 15 }, (_, nth) => `h${nth}.example`);
    const lines = hosts.map((host) => ({ url: `https://${host}/robots.txt`, body: '' }));
    await run({ inputs: [writeLines('a.ndjson', lines)] });
    const ranks = hosts.slice(1).map((host, nth) => `${10 ** (nth % 8) + nth},${host}`);
    const file = write('ranks.csv', `rank,host\n${ranks.join('\n')}\n`);
    await surveyReport(out(), { join: { file }, strata: 'rank', data: join(folder, 'charts') });
    const text = readFileSync(join(folder, 'charts', 'strata-crawler.csv'), 'utf8');
    const totals = text.split('\r\n').filter((row) => row.includes('any,none'));
    expect(totals.map((row) => row.replace(/^\*,("?[^"]*"?),any,none,\d+,(\d+),.*/, '$1 $2'))).toEqual([
      '"up to 1,000" 6',
      '"up to 10,000" 2',
      '"up to 100,000" 2',
      '"up to 1,000,000" 2',
      '"more than 1,000,000" 2',
      'unknown 1',
    ]);
    await expect(surveyReport(out(), { strata: 'rank' })).rejects.toThrow(
      'strata is "rank"; "tld" is accepted, and the columns of a joined file',
    );
  });

  test('nothing and dates that are missing make a page, too', async () => {
    const line = { url: 'https://a.example/robots.txt', status: 301, headers: { location: '/x' } };
    await run({ inputs: [writeLines('a.ndjson', [line])], tables: ['captures', 'verdicts'] });
    expect(await surveyReport(out(), { strata: 'tld', data: join(folder, 'charts') })).toContain('n = 0');
    expect(readdirSync(join(folder, 'charts'))).toContain('refused.svg');
    mkdirSync(join(folder, 'empty', 'verdicts'), { recursive: true });
    write('empty/verdicts/a.ndjson', '');
    expect(await surveyReport(join(folder, 'empty'), { strata: 'tld' })).toContain('0 captures of 0 sites');
  });
});

test.each([
  [0, 10, 0, 0.2775],
  [1, 10, 0.0179, 0.4042],
  [5, 10, 0.2366, 0.7634],
  [10, 10, 0.7225, 1],
  [0, 0, 0, 1],
  [1, 1, 0.2065, 1],
])('the interval of %i of %i is from %d to %d', (sites, total, low, high) => {
  const found = proportion(unweighted(sites), unweighted(total));
  expect(found.low).toBeCloseTo(low, 4);
  expect(found.high).toBeCloseTo(high, 4);
});

test.each([
  ['2026-01', '2026-01', '2026-01'],
  ['2025-11', '2026-02', '2025-11 2025-12 2026-01 2026-02'],
  ['2024-03', '2025-11', '2024-07 2025-01 2025-07'],
  ['2009-02', '2025-11', '2010 2015 2020 2025'],
  ['0000-01', '9999-12', '0000 2000 4000 6000 8000'],
])('the axis from %s to %s has %s', (first, last, texts) => {
  const ticks = monthTicks(monthNumber(first), monthNumber(last));
  expect(ticks.map(({ text }) => text).join(' ')).toBe(texts);
});

const none = Object.fromEntries(RESTRICTIONS.map((name) => [name, NO_SITES])) as Refusals['sites'];
const refusals = (all: number, few: number): Refusals => ({
  sites: { ...none, all: unweighted(all), few: unweighted(few) },
  named: { ...none, all: unweighted(Math.floor(all / 2)) },
  star: { ...none, all: unweighted(Math.ceil(all / 2)), few: unweighted(few) },
});
const crawler = (agent: string, months: readonly string[]): CrawlerSummary => ({
  agent,
  ...refusals(1, 0),
  months: months.map((month, nth) => ({ month, ...refusals(nth % 5, 7) })),
  strata: [{ stratum: '<b>"x", y', ...refusals(1, 0) }],
  recurring: NO_SITES,
  closed: NO_SITES,
  opened: NO_SITES,
});

test('charts of hostile names, 200 months with gaps and one site are drawn without a number that is none', () => {
  const months = Array.from({ length: 300 }, (_, nth) => nth)
    .filter((nth) => nth % 3 !== 1)
    .map((nth) => `${2000 + Math.floor(nth / 12)}-${String((nth % 12) + 1).padStart(2, '0')}`);
  const agents = ['a<b>&"c",\'d\'', '', '../../etc', '..', 'GPTBot', 'gptbot', '\u{1f916}'.repeat(80)];
  const crawlers = agents.map((agent) => crawler(agent, months));
  const charts = [
    refusedChart(crawlers),
    namedChart(crawlers),
    ...monthCharts(crawlers),
    ...strataCharts(crawlers, '<i>'),
    countChart('kinds', 'Kinds', new Map([['<u>', NO_SITES]]), NO_SITES),
  ];
  expect(new Set(charts.map(({ name }) => name)).size).toBe(charts.length);
  for (const chart of charts) {
    expect(chart.name).toMatch(/^[a-z0-9-]+$/);
    expect(svgFile(chart)).not.toMatch(/NaN|Infinity|undefined|<b>|<i>|<u>/);
    expect(inlineChart(chart)).not.toMatch(/NaN|Infinity|undefined|<b>|<i>|<u>/);
    const lines = csvFile(chart).split('\r\n');
    expect(lines).toHaveLength(chart.rows.length + 2);
  }
  expect(csvFile(charts[0] as (typeof charts)[0])).toContain('"a<b>&""c"",\'d\'",any,all,1,1,1,');
});
