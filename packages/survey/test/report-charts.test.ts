/** The charts of a report as files, against a naive count of the table of sites, and for surveys that are small, long or hostile. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { surveyReport, surveySites } from '../src/index.js';
import { csvFile, inlineChart, svgFile } from '../src/report/chart.js';
import { countChart, monthCharts, namedChart, refusedChart, strataCharts } from '../src/report/charts.js';
import { NO_SITES, proportion, unweighted } from '../src/report/proportion.js';
import { monthNumber, monthTicks, shareScale } from '../src/report/scales.js';
import type { CrawlerSummary, Refusals } from '../src/report/summary.js';
import { RESTRICTIONS, type Restriction } from '../src/tables.js';
import { folder, out, run, useFolder } from './support/survey-folder.js';

describe('the files of charts', () => {
  useFolder();

  test('have what the table of sites has, counted row by row', async () => {
    const rules = ['', '/', '/a/', '/a\nDisallow: /b\nDisallow: /c.html', '/\nAllow: /d'];
    const lines = Array.from({ length: 60 }, (_, nth) =>
      JSON.stringify({
        url: `https://${nth % 13}.${['org', 'com', 'example'][nth % 3]}/robots.txt`,
        fetchedAt: `202${4 + (nth % 2)}-0${1 + (nth % 7)}-0${1 + (nth % 9)}`,
        body: `User-agent: ${nth % 4 === 0 ? 'GPTBot' : '*'}\nDisallow: ${rules[nth % 5]}\n`,
      }),
    );
    writeFileSync(join(folder, 'a.ndjson'), lines.join('\n'));
    await run({ inputs: [join(folder, 'a.ndjson')], agents: ['GPTBot', 'ClaudeBot'] });
    const page = await surveyReport(out(), { strata: 'tld', data: join(folder, 'charts') });
    await surveySites(out(), join(folder, 'sites.ndjson'));
    const sites: Site[] = readFileSync(join(folder, 'sites.ndjson'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const last = sites.filter((site) =>
      sites.every((other) => other.site !== site.site || other.month <= site.month),
    );
    const tldOf = ({ site }: Site): string => site.slice(site.lastIndexOf('.') + 1);
    const read = (name: string) => recordsOf(readFileSync(join(folder, 'charts', `${name}.csv`), 'utf8'));

    expect(read('refused')).toEqual(counted(last, ({ agent }) => agent));
    expect(read('named')).toEqual(
      new Map([...counted(last, ({ agent }) => agent)].filter(([key]) => key.endsWith(',all'))),
    );
    for (const agent of ['GPTBot', 'ClaudeBot']) {
      const about = (site: Site): boolean => site.agent === agent;
      expect(read(`months-${agent.toLowerCase()}`)).toEqual(
        counted(sites.filter(about), ({ month }) => `${agent},${month}`),
      );
      expect(read(`strata-${agent.toLowerCase()}`)).toEqual(
        counted(last.filter(about), (site) => `${agent},${tldOf(site)}`),
      );
    }
    // Every number of a table of the page is one of a file.
    const shown = [...page.matchAll(/(\d+\.\d) % \((\d+\.\d)–(\d+\.\d)\)/g)].map(([, ...parts]) =>
      parts.join(),
    );
    const written = readdirSync(join(folder, 'charts'))
      .filter((name) => name.endsWith('.csv'))
      .flatMap((name) =>
        readFileSync(join(folder, 'charts', name), 'utf8')
          .trim()
          .split('\r\n')
          .slice(1),
      )
      .map((line) =>
        line
          .split(',')
          .slice(-3)
          .map((part) => (100 * Number(part)).toFixed(1))
          .join(),
      );
    expect(shown.length).toBeGreaterThan(50);
    expect(new Set(written)).toEqual(new Set([...written, ...shown]));
  });

  test('ranks of a joined file are counted by powers of ten, and sites without one apart', async () => {
    const hosts = Array.from({ length: 15 }, (_, nth) => `h${nth}.example`);
    const line = (host: string, nth: number) =>
      JSON.stringify({
        url: `https://${host}/robots.txt`,
        body: `User-agent: *\nDisallow: ${nth % 2 ? '/' : ''}`,
      });
    writeFileSync(join(folder, 'a.ndjson'), hosts.map(line).join('\n'));
    const ranks = hosts.slice(1).map((host, nth) => `${10 ** (nth % 8) + nth},${host}`);
    writeFileSync(join(folder, 'ranks.csv'), `rank,host\n${ranks.join('\n')}\n`);
    await run({ inputs: [join(folder, 'a.ndjson')] });
    const options = {
      join: { file: join(folder, 'ranks.csv') },
      strata: 'rank',
      data: join(folder, 'charts'),
    };
    await surveyReport(out(), options);
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

  test.skipIf(!existsSync('/dev/full'))('that no disk has room for are named', async () => {
    writeFileSync(join(folder, 'a.ndjson'), '{"url":"https://a.example/robots.txt","status":404}');
    await run({ inputs: [join(folder, 'a.ndjson')] });
    const [charts, full] = [join(folder, 'charts'), join(folder, 'charts', 'refused.csv')];
    mkdirSync(charts);
    symlinkSync('/dev/full', full);
    await expect(surveyReport(out(), { data: charts })).rejects.toMatchObject({ code: 'ENOSPC', path: full });
  });

  test('nothing and dates that are missing make a page, too', async () => {
    writeFileSync(
      join(folder, 'a.ndjson'),
      '{"url":"https://a.example/robots.txt","status":301,"headers":{"location":"/x"}}',
    );
    await run({ inputs: [join(folder, 'a.ndjson')], tables: ['captures', 'verdicts'] });
    expect(await surveyReport(out(), { strata: 'tld', data: join(folder, 'charts') })).toContain('n = 0');
    expect(readdirSync(join(folder, 'charts'))).toContain('refused.svg');
    mkdirSync(join(folder, 'empty', 'verdicts'), { recursive: true });
    writeFileSync(join(folder, 'empty', 'verdicts', 'a.ndjson'), '');
    expect(await surveyReport(join(folder, 'empty'), { strata: 'tld' })).toContain('0 captures of 0 sites');
  });
});

interface Site {
  readonly site: string;
  readonly month: string;
  readonly agent: string;
  readonly restriction: Restriction;
  readonly selectedBy: string;
}

/** The records of a file: the numbers by what they are about. */
function recordsOf(csv: string): Map<string, string> {
  const records = csv.trim().split('\r\n').slice(1);
  return new Map(
    records.map((line) => /^(.*?),((?:[\d.]+,){4}[\d.]+)$/.exec(line)?.slice(1) as [string, string]),
  );
}

/** The same, counted from rows of the table of sites. */
function counted(sites: readonly Site[], keyOf: (site: Site) => string): Map<string, string> {
  const records = new Map<string, string>();
  for (const key of new Set(sites.map(keyOf))) {
    const all = sites.filter((site) => keyOf(site) === key);
    for (const selectedBy of ['any', 'token', 'star']) {
      for (const restriction of RESTRICTIONS) {
        const found = all.filter(
          (site) =>
            site.restriction === restriction && (selectedBy === 'any' || site.selectedBy === selectedBy),
        );
        const [low, high] = wilson(found.length, all.length);
        const cells = [found.length / all.length, low, high].map((part) => Number(part.toFixed(6)));
        records.set(`${key},${selectedBy},${restriction}`, [found.length, all.length, ...cells].join());
      }
    }
  }
  return records;
}

/** The shares p whose distance from k / n is 1.96 standard errors of p, found by halving: the definition of the interval, not its formula. */
function wilson(k: number, n: number): [number, number] {
  const isWithin = (p: number): boolean => (k / n - p) ** 2 <= (1.959963984540054 ** 2 * p * (1 - p)) / n;
  const edge = (outside: number): number => {
    if (isWithin(outside)) return outside;
    let [far, near] = [outside, k / n];
    for (let nth = 0; nth < 60; nth++) {
      const middle = (far + near) / 2;
      if (isWithin(middle)) near = middle;
      else far = middle;
    }
    return near;
  };
  return [edge(0), edge(1)];
}

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
  [0, 1],
  [0.0004, 4],
  [0.03, 3],
  [0.21, 5],
  [0.5, 5],
  [1, 4],
])('an axis up to %d has %i parts, and ends above', (highest, parts) => {
  const { max, ticks } = shareScale(highest);
  expect(ticks).toHaveLength(parts + 1);
  expect(max).toBeGreaterThanOrEqual(highest);
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
