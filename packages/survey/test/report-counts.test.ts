/** What a report counts, weighted or not: a naive recount of random surveys, and what the page and its files say. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../../../test/support/property.js';
import { type SurveyPageOptions, surveyReport, surveySites } from '../src/index.js';
import type { Tally } from '../src/report/proportion.js';
import { SITE_PICKS, type SitePick } from '../src/report/site-choice.js';
import { type CrawlerSummary, type Refusals, summarize } from '../src/report/summary.js';
import { RESTRICTIONS, type Restriction } from '../src/tables.js';
import { folder, out, readLines, useFolder, write } from './support/survey-folder.js';

useFolder();

const AGENTS = ['A', 'B'] as const;
const MONTHS = ['2025-11', '2025-12', '2026-02'] as const;

/** A capture, and what it says to each of `AGENTS`. */
interface Told {
  readonly host: number;
  /** The month, or none. */
  readonly month: (typeof MONTHS)[number] | null;
  readonly tells: boolean;
  readonly says: readonly Said[];
  readonly usage: readonly string[];
  readonly outcome: string;
  readonly kind: string | null;
}

interface Said {
  readonly restriction: Restriction | null;
  readonly selectedBy: string;
}

const hostOf = ({ host }: Pick<Told, 'host'>): string => `h${host}.${['org', 'example'][host % 2]}`;

/** Captures are fetched in their order within a month, and those without a month before all others. */
function fetchedAt({ month }: Told, nth: number): string {
  return `${month ?? '2020-01'}-01T00:00:00.${String(nth).padStart(3, '0')}Z`;
}

function writeTables(captures: readonly Told[], into: string): void {
  const lines = captures.map((told, nth) => {
    const { outcome, kind, tells } = told;
    const shared = {
      ...{ source: 's', inputOffset: nth, offsetInMember: 0, fetchedAt: fetchedAt(told, nth) },
      url: `https://${nth % 2 ? 'www.' : ''}${hostOf(told)}/robots.txt`,
      datePrecision: told.month === null ? 'year' : 'day',
    };
    const verdicts = told.says.map((said, agent) => {
      const verdict = { ...shared, agent: AGENTS[agent], profile: 'rfc9309', path: '/', line: 0 };
      return tells
        ? { ...verdict, allowed: true, ...said, statedUsage: told.usage }
        : { ...verdict, allowed: null };
    });
    return { verdicts, captures: [{ ...shared, outcome, kind, revisit: false, digestCheck: 'unchecked' }] };
  });
  for (const table of ['verdicts', 'captures'] as const) {
    mkdirSync(join(into, table), { recursive: true });
    const rows = lines.flatMap((line): object[] => line[table]).map((row) => JSON.stringify(row));
    writeFileSync(join(into, table, 'a.ndjson'), rows.join('\n'));
  }
}

/** The counts of a report by names, such as `A any all`. */
type Counts = Map<string, Tally>;

function add(counts: Counts, name: string, weight: number): void {
  const { sites, weight: sum, squares } = counts.get(name) ?? { sites: 0, weight: 0, squares: 0 };
  counts.set(name, { sites: sites + 1, weight: sum + weight, squares: squares + weight * weight });
}

function addSaid(counts: Counts, name: string, said: Said | undefined, weight: number): void {
  if (said?.restriction == null) return;
  add(counts, `${name} any ${said.restriction}`, weight);
  if (said.selectedBy !== 'none') add(counts, `${name} ${said.selectedBy} ${said.restriction}`, weight);
}

/** What a site says to a crawler in a month, from its captures of that month that tell, in their order. */
function saidIn(captures: readonly Told[], agent: number, pick: SitePick): Said | undefined {
  const said = captures.map(({ says }) => says[agent] as Said);
  const last = said.at(-1);
  if (pick === 'last' || last === undefined) return last;
  const frequency = ({ restriction }: Said): number =>
    said.filter((other) => other.restriction === restriction).length;
  const most = Math.max(...said.map(frequency));
  return said.filter((one) => frequency(one) === most).at(-1);
}

/** All that a report counts, site by site. */
function recount(
  captures: readonly Told[],
  weights: ReadonlyMap<string, number> | 'captures' | undefined,
  pick: SitePick,
): Counts {
  const counts: Counts = new Map();
  for (const host of new Set(captures.map(hostOf))) {
    const own = captures.filter((told) => hostOf(told) === host);
    // In the order of time: without a month first.
    const months = [null, ...MONTHS].map((month) => own.filter((told) => told.month === month));
    const weight = weights === 'captures' ? own.length : weights === undefined ? 1 : (weights.get(host) ?? 0);
    if (weight === 0) continue;
    add(counts, 'sites', weight);
    const telling = months.map((month) => month.filter(({ tells }) => tells));
    const dated = telling.slice(1).filter((month) => month.length > 0);
    const lastMonth = telling.filter((month) => month.length > 0).at(-1) ?? [];
    for (const [nth, agent] of AGENTS.entries()) {
      const said = saidIn(lastMonth, nth, pick);
      addSaid(counts, `${agent}`, said, weight);
      addSaid(counts, `${agent} ${host.split('.')[1]}`, said, weight);
      for (const [at, month] of MONTHS.entries())
        addSaid(
          counts,
          `${agent} ${month}`,
          saidIn(telling[at + 1] ?? [], nth, pick),
          weights === 'captures' ? (months[at + 1] ?? []).length : weight,
        );
      const all = telling.flat();
      const ends = [all[0], all.at(-1)].map((told) => told?.says[nth]?.restriction);
      const [first, last] = ends.map((one) => (one == null ? -1 : RESTRICTIONS_FROM_NONE.indexOf(one)));
      if (dated.length < 2 || first === undefined || last === undefined || first < 0 || last < 0) continue;
      add(counts, `${agent} recurring`, weight);
      if (last > first) add(counts, `${agent} closed`, weight);
      if (last < first) add(counts, `${agent} opened`, weight);
    }
    for (const preference of new Set(lastMonth.at(-1)?.usage)) add(counts, `usage ${preference}`, weight);
    const last = months.flat().at(-1);
    if (last !== undefined) add(counts, `outcome ${last.outcome}`, weight);
    if (last?.kind != null) add(counts, `kind ${last.kind}`, weight);
  }
  return counts;
}

const RESTRICTIONS_FROM_NONE: readonly Restriction[] = ['none', 'paths', 'few', 'many', 'most', 'all'];

/** The same from a report. */
async function reported(tables: string, options: Parameters<typeof summarize>[1]): Promise<Counts> {
  const summary = await summarize(tables, options, 'tld');
  const counts: Counts = new Map([['sites', summary.sites]]);
  for (const crawler of summary.crawlers) addCrawler(counts, crawler);
  for (const [name, tallies] of Object.entries({
    usage: summary.usage,
    outcome: summary.outcomes,
    kind: summary.kinds,
  }))
    for (const [value, tally] of tallies) counts.set(`${name} ${value}`, tally);
  return new Map([...counts].filter(([, { sites }]) => sites > 0));
}

function addCrawler(counts: Counts, { agent, months, strata, ...crawler }: CrawlerSummary): void {
  const set = (name: string, { sites, named, star }: Refusals): void => {
    for (const [whose, tallies] of Object.entries({ any: sites, token: named, star }))
      for (const restriction of RESTRICTIONS)
        counts.set(`${name} ${whose} ${restriction}`, tallies[restriction]);
  };
  set(agent, crawler);
  for (const month of months) set(`${agent} ${month.month}`, month);
  for (const stratum of strata) set(`${agent} ${stratum.stratum}`, stratum);
  for (const name of ['recurring', 'closed', 'opened'] as const)
    counts.set(`${agent} ${name}`, crawler[name]);
}

/** Without the last digits of sums. */
function rounded(counts: Counts): object {
  const digits = (sum: number): number => Number(sum.toPrecision(9));
  return Object.fromEntries(
    [...counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { sites, weight, squares }]) => [name, [sites, digits(weight), digits(squares)]]),
  );
}

const said: fc.Arbitrary<Said> = fc.record({
  restriction: fc.constantFrom(...RESTRICTIONS, null),
  selectedBy: fc.constantFrom('token', 'star', 'none'),
});
const told: fc.Arbitrary<Told> = fc.record({
  host: fc.nat(7),
  month: fc.constantFrom(...MONTHS, null),
  tells: fc.boolean(),
  says: fc.tuple(said, said),
  usage: fc.uniqueArray(fc.constantFrom('x', 'y', 'z')),
  outcome: fc.constantFrom('success', 'redirect', 'unavailable'),
  kind: fc.constantFrom('robots', 'html', null),
});
const weight = fc.oneof(
  fc.constantFrom('', '0', '1e-100', '1e99'),
  fc.integer({ min: 1, max: 9e9 }).map(String),
  fc.double({ min: 0.001, max: 1000, noNaN: true }).map(String),
);

checkProperty(
  'counts, weighted or not, are those of a naive recount',
  fc.asyncProperty(
    fc.array(told, { minLength: 1, maxLength: 40 }),
    fc.oneof(
      fc.constantFrom('captures' as const, undefined),
      fc.uniqueArray(fc.tuple(fc.nat(9), weight), { selector: ([host]) => host, minLength: 1 }),
    ),
    fc.constantFrom(...SITE_PICKS),
    async (captures, weights, pick) => {
      writeTables(captures, out());
      const options = { by: 'host', pick } as const;
      if (weights === undefined || weights === 'captures') {
        const found = await reported(out(), { ...options, weight: weights });
        expect(rounded(found)).toEqual(rounded(recount(captures, weights, pick)));
        return;
      }
      const cells = weights.map(([host, cell]) => [hostOf({ host }), cell] as const);
      const file = write(
        'pages.csv',
        `pages,host\n${cells.map(([host, cell]) => `"${cell}",WWW.${host}\n`).join('')}`,
      );
      const expected = recount(captures, new Map(cells.map(([host, cell]) => [host, Number(cell)])), pick);
      const found = reported(out(), {
        ...options,
        weight: 'pages',
        join: { file, on: 'host', column: 'host' },
      });
      if (expected.size > 0) expect(rounded(await found)).toEqual(rounded(expected));
      else await expect(found).rejects.toThrow('no site of the survey has a weight in the column "pages"');
    },
  ),
  { runsShare: 0.01 },
);

/** A survey of five sites in one month: `h0` and `h2` refuse all by name, `h1` by `*`, `h3` nothing, `h4` does not tell. */
function writeFive(): void {
  const of = (host: number, restriction: Restriction, selectedBy: string, rest?: Partial<Told>): Told => ({
    ...{ host, month: '2026-02', tells: true, says: [{ restriction, selectedBy }], usage: [] },
    ...{ outcome: 'success', kind: 'robots', ...rest },
  });
  writeTables(
    [
      of(0, 'all', 'token'),
      of(0, 'all', 'token', { usage: ['x'] }),
      of(1, 'all', 'star', { usage: ['x'] }),
      of(2, 'all', 'token'),
      of(3, 'none', 'none'),
      of(4, 'none', 'none', { tells: false, outcome: 'redirect', kind: null }),
    ],
    out(),
  );
}

/** Weights of all but `h2.org`; `h3.example` has none that counts, and `z.example` is not in the survey. */
const PAGES =
  '\ufeffHost,note,pages\r\nWWW.h0.org,"a ""b"", c",30\r\nhttps://h1.example/,,"10"\r\nh3.example,x,5e0\r\nh4.org,,0\r\nz.example,,7\r\n';

describe('a weighted report', () => {
  const weigh = (): SurveyPageOptions => ({ weight: 'pages', join: { file: write('pages.csv', PAGES) } });
  const cellsOf = (name: string, row: string): number[] => {
    const lines = readFileSync(join(folder, 'charts', `${name}.csv`), 'utf8').split('\r\n');
    const found = lines.find((line) => line.startsWith(`${row},`)) ?? '';
    return found
      .slice(row.length + 1)
      .split(',')
      .filter((cell) => !/^[a-z]/.test(cell))
      .map(Number);
  };

  test('says so on the page and in the files, with n, effective n and intervals for it', async () => {
    writeFive();
    const page = await surveyReport(out(), { ...weigh(), strata: 'tld', data: join(folder, 'charts') });
    for (const text of [
      '4 captures of 3 sites',
      'Every share is weighted: a site counts with its value in the column pages of the joined file.',
      '1 of 5 sites have no row of the joined file, and 1 of its 5 rows have no site. 2 sites without a weight, or of weight 0, are left out.',
      // 40 of 45 by weight; 45² / (30² + 10² + 5²) = 1.976 sites.
      '<th scope="row">A</th><td>3</td><td>2</td><td>88.9 % (',
    ])
      expect(page).toContain(text);
    expect(page).not.toMatch(/% of sites</);
    for (const name of readdirSync(join(folder, 'charts'))) {
      const text = readFileSync(join(folder, 'charts', name), 'utf8');
      const says = name.endsWith('.svg')
        ? /<desc id="about">[^<]*weighted by pages[^<]*effective/
        : /,sites,total,weightedBy,weight,totalWeight,effectiveTotal,share,low,high\r\n/;
      expect(text, name).toMatch(says);
    }
    const [effective, share, low, high] = cellsOf('refused', 'A,any,all').slice(4);
    expect(effective).toBeCloseTo(45 ** 2 / 1025, 9);
    expect(share).toBeCloseTo(40 / 45, 6);
    // The edges of the interval are the shares p that are 1.96 standard errors away: (share - p)² = z² p (1 - p) / n.
    for (const p of [low, high] as number[])
      expect(((40 / 45 - p) ** 2 * 45 ** 2) / 1025 / (p * (1 - p))).toBeCloseTo(1.959964 ** 2, 3);
    for (const [name, row, ...counts] of [
      ['refused', 'A,any,all', 2, 3, 40, 45],
      ['named', 'A,token,all', 1, 3, 30, 45],
      ['named', 'A,star,all', 1, 3, 10, 45],
      ['strata-a', 'A,example,any,all', 1, 2, 10, 15],
      ['usage', 'x', 2, 3, 40, 45],
      ['outcomes', 'success', 3, 3, 45, 45],
    ] as const)
      expect(cellsOf(name, row).slice(0, 4), row).toEqual(counts);
  });

  test('has the weights in the table of sites, whose sums are those of the report', async () => {
    writeFive();
    const file = join(folder, 'sites.ndjson');
    const rows = async (options: SurveyPageOptions) =>
      [await surveySites(out(), file, options), readLines(file)] as const;
    const [counts, weighed] = await rows(weigh());
    expect(counts).toEqual({ sites: 5, sitesWithoutRow: 1, rows: 5, rowsWithoutSite: 1, sitesLeftOut: 2 });
    expect(weighed.map(({ site, weight, pages }) => [site, weight, pages])).toEqual([
      ['h0.org', 30, 30],
      ['h1.example', 10, 10],
      ['h3.example', 5, 5],
    ]);
    const [none, ofCaptures] = await rows({ weight: 'captures' });
    expect(none).toBeNull();
    expect(ofCaptures.map(({ captures, weight }) => `${captures} ${weight}`)).toEqual([
      '2 2',
      '1 1',
      '1 1',
      '1 1',
    ]);
    const named = write('weights.csv', 'host,Weight\nh0.org,2.5\n');
    const [, [row]] = await rows({ weight: 'Weight', join: { file: named } });
    expect(Object.keys(row).slice(-2)).toEqual(['captures', 'weight']);
    expect(row.weight).toBe(2.5);
  });

  test('counts captures and weights of a survey without verdicts, too', async () => {
    writeFive();
    rmSync(join(out(), 'verdicts'), { recursive: true });
    expect(await surveyReport(out(), { data: join(folder, 'charts') })).toContain('6 captures of 5 sites');
    expect(cellsOf('outcomes', 'success').slice(0, 2)).toEqual([4, 5]);
    await surveyReport(out(), { ...weigh(), data: join(folder, 'charts') });
    expect(cellsOf('outcomes', 'success').slice(0, 4)).toEqual([3, 3, 45, 45]);
  });
});
