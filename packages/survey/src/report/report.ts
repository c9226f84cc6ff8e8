/**
 * A report as one page of HTML, without scripts and without anything to load.
 */
import { anObject, aString, checkOptions, oneOf, optionTable } from 'robotstream/internal';
import { aFolder } from '../questions.js';
import type { Restriction } from '../tables.js';
import { joinText } from './join.js';
import { counted, escaped, htmlPage, number, percent, period, round, share } from './page.js';
import { type JoinCounts, SITE_KINDS, SITE_PICKS, type SiteChoice, type SurveyJoin } from './site-choice.js';
import { writeSites } from './sites-table.js';
import { type CrawlerSummary, type ReportSummary, type Restrictions, summarize } from './summary.js';

/** What the report and the table of sites count as a site, and as its robots.txt in a month. */
export interface SurveyReportOptions {
  /**
   * What a site is: `'host'`, the host of its URL without `www.`, or `'domain'`, its registrable domain by the Public Suffix List of the package
   * `tldts`. Default `'host'`.
   */
  readonly by?: SiteChoice['by'] | undefined;
  /**
   * Which of several captures of a site in a month counts: `'last'`, the last one that says what crawlers may fetch, or `'majority'`, what most of
   * them say to a crawler. Default `'last'`.
   */
  readonly pick?: SiteChoice['pick'] | undefined;
  /** A file whose columns become columns of sites, such as a list of ranks; default none. */
  readonly join?: SurveyJoin | undefined;
  /** The name of a text with a site in each line, as `by` has them: only these count. Default all sites. */
  readonly sites?: string | undefined;
}

const JOIN_OPTIONS = optionTable<SurveyJoin>({
  file: aString,
  on: oneOf(...SITE_KINDS),
  column: aString,
});

const REPORT_OPTIONS = optionTable<SurveyReportOptions>({
  by: oneOf(...SITE_KINDS),
  pick: oneOf(...SITE_PICKS),
  join: anObject(JOIN_OPTIONS),
  sites: aString,
});

/**
 * Makes a page of charts from the tables in a folder: what sites refuse to crawlers, how that changes over time, and what the captures are. Every
 * share counts sites, however often each was captured. The page is one HTML document without scripts, and loads nothing. It is computed by the package
 * `@duckdb/node-api`, which must be installed.
 *
 * @param folder where {@link surveyAll} wrote parts; `verdicts`, `captures` and `faults` are read if they exist
 * @throws {TypeError} (rejects) if an argument is not as documented
 * @throws {RobotsError} (rejects) `report-package-missing`
 * @throws {FolderError} (rejects) if the folder has neither captures nor verdicts
 * @throws {JoinError} (rejects) if a file to join is not what it must be
 * @throws {Error} (rejects) if the folder or a part cannot be read
 * @example
 * ```js
 * import { writeFile } from 'node:fs/promises';
 * import { surveyAll, surveyReport } from '@robotstream/survey';
 *
 * await writeFile(
 *   'captures.ndjson',
 *   '{"url": "https://example.com/robots.txt", "status": 200, "body": "User-agent: GPTBot\\nDisallow: /"}\n',
 * );
 * await surveyAll({ inputs: ['captures.ndjson'], folder: 'tables', agents: ['GPTBot'] });
 * await writeFile('report.html', await surveyReport('tables'));
 * ```
 */
export async function surveyReport(folder: string, options: SurveyReportOptions = {}): Promise<string> {
  aFolder(folder, 'folder');
  return reportPage(await summarize(folder, choiceOf('surveyReport', options)));
}

/**
 * Writes the table of sites, from the tables in a folder: a row for each site, month and crawler, with the columns `site`, `month`, `agent`,
 * `restriction`, `refusedShare`, `selectedBy` and `captures`, and those of a joined file. It is computed as for {@link surveyReport}.
 *
 * @param folder where {@link surveyAll} wrote parts
 * @param file the file to write; its name ends with the format: `.parquet`, `.ndjson` or `.csv`
 * @returns how many sites and rows of a joined file found each other; null if none is joined
 * @throws {TypeError} (rejects) if an argument is not as documented
 * @throws {RobotsError} (rejects) `report-package-missing`
 * @throws {FolderError} (rejects) if the folder has neither captures nor verdicts
 * @throws {JoinError} (rejects) if a file to join is not what it must be
 * @throws {Error} (rejects) if the folder or a part cannot be read, or the file cannot be written
 * @example
 * ```js
 * import { readFile, writeFile } from 'node:fs/promises';
 * import { surveyAll, surveySites } from '@robotstream/survey';
 *
 * await writeFile(
 *   'captures.ndjson',
 *   '{"url": "https://example.com/robots.txt", "status": 200, "body": "User-agent: GPTBot\\nDisallow: /"}\n',
 * );
 * await surveyAll({ inputs: ['captures.ndjson'], folder: 'tables', agents: ['GPTBot'] });
 * await surveySites('tables', 'sites.ndjson');
 * const [row] = (await readFile('sites.ndjson', 'utf8')).split('\n');
 * console.log(JSON.parse(row).agent, JSON.parse(row).restriction); // → GPTBot all
 * ```
 */
export async function surveySites(
  folder: string,
  file: string,
  options: SurveyReportOptions = {},
): Promise<JoinCounts | null> {
  aFolder(folder, 'folder');
  aString(file, 'file');
  return await writeSites(folder, file, choiceOf('surveySites', options));
}

function choiceOf(name: string, options: SurveyReportOptions): SiteChoice {
  checkOptions(name, options, REPORT_OPTIONS);
  const { by = 'host', pick = 'last', join, sites } = options;
  if (join === undefined) return { by, pick, sites };
  const { file, on = by, column = on } = join;
  aString(file, 'join.file');
  if (by === 'domain' && on === 'host')
    throw new TypeError(
      'join.on is "host", and a site is a domain, which has several hosts; join.on "domain" or by "host" is expected',
    );
  return { by, pick, sites, join: { file, on, column } };
}

/** Makes the page. All texts from the tables are escaped. */
function reportPage(summary: ReportSummary): string {
  const {
    captures,
    sites,
    inputs,
    faults,
    firstDate,
    lastDate,
    outcomes,
    kinds,
    usage,
    crawlers,
    join,
    listed,
  } = summary;
  const dates = firstDate === null || lastDate === null ? '' : `, ${period(firstDate, lastDate)}`;
  const content = `<h1>robots.txt survey</h1>
<p class="lead">${counted(captures, 'capture')} of ${counted(sites, 'site')} from ${counted(inputs, 'input')}${escaped(dates)}. Every share counts sites, not captures.${faults > 0 ? ` ${counted(faults, 'fault')} where an input could not be read.` : ''}</p>
${listed === null ? '' : `<p>Only the ${counted(listed.sites, 'site')} of a list count. ${number(listed.sitesWithoutCapture)} of them have no capture.</p>`}
${join === null ? '' : `<p>${joinText(join)}</p>`}
${crawlerSection(crawlers)}
${timeSection(crawlers)}
${countSection('Usage preferences', 'What sites state about the use of their content, for any of the crawlers.', usage, sites)}
${countSection('Outcomes', 'What the last capture of each site is.', outcomes, sites)}
${countSection('Payloads', 'What the servers sent, by its octets.', kinds, sites)}`;
  return htmlPage({ title: 'robots.txt survey', content });
}

const LEVELS: readonly (readonly [Restriction, string])[] = [
  ['all', 'everything'],
  ['most', 'all but a few paths'],
  ['many', 'many sections'],
  ['few', 'few sections'],
  ['paths', 'single paths'],
  ['none', 'nothing'],
];

function crawlerSection(crawlers: readonly CrawlerSummary[]): string {
  if (crawlers.length === 0) return '';
  const rows = crawlers.map(
    (crawler) =>
      `<tr><th scope="row">${escaped(crawler.agent)}</th><td class="bar">${bar(crawler.sites)}</td>${LEVELS.map(
        ([level]) => `<td class="share ${level}">${percent(crawler.sites[level], known(crawler.sites))}</td>`,
      ).join('')}</tr>`,
  );
  return `<section>
<h2>What crawlers are refused</h2>
<p>How much of a site crawlers are refused, by the share of sites, as each was last seen. Sites that do not tell, such as those that redirect, are left out.</p>
<p class="legend">${LEVELS.map(([level, name]) => `<span class="${level}">${name}</span>`).join(' ')}</p>
<table>
<thead><tr><th scope="col">Crawler</th><td></td>${LEVELS.map(([, name]) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>
</section>`;
}

function bar(restrictions: Restrictions): string {
  const total = known(restrictions);
  const label = LEVELS.map(([level, name]) => `${name} ${percent(restrictions[level], total)}`).join(', ');
  const parts = LEVELS.map(
    ([level]) => `<i class="${level}" style="width:${share(restrictions[level], total)}%"></i>`,
  );
  return `<div role="img" aria-label="${label}">${parts.join('')}</div>`;
}

/** The size of a chart, in its own units. */
const CHART_WIDTH = 320;
const CHART_HEIGHT = 80;

function timeSection(crawlers: readonly CrawlerSummary[]): string {
  const recurring = crawlers.filter(({ months }) => months.length > 1);
  if (recurring.length === 0) return '';
  return `<section>
<h2>Change over time</h2>
<p>The share of the sites of each month that refuse a crawler everything, from 0 to 100 %. Of the sites with several months, how many refuse more in the last than in the first, and how many less.</p>
<div class="charts">
${recurring.map(chart).join('\n')}
</div>
</section>`;
}

function chart({ agent, months, closed, opened }: CrawlerSummary): string {
  const shares = months.map((month) => share(month.sites.all, known(month.sites)));
  const [first, last] = [months[0], months[months.length - 1]];
  const start = monthsOf(first.month);
  // A month without captures has its place on the axis, and no point.
  const step = CHART_WIDTH / (monthsOf(last.month) - start);
  const points = shares
    .map((value, i) => {
      const x = (monthsOf(months[i].month) - start) * step;
      return `${round(x)},${round(CHART_HEIGHT * (1 - value / 100))}`;
    })
    .join(' ');
  const text = [first, last]
    .map((month) => `${month.month}: ${percent(month.sites.all, known(month.sites))}`)
    .join(', ');
  return `<figure>
<figcaption>${escaped(agent)}</figcaption>
<svg viewBox="-4 -4 ${CHART_WIDTH + 8} ${CHART_HEIGHT + 8}" role="img" aria-label="${escaped(text)}"><path d="M0 ${CHART_HEIGHT}H${CHART_WIDTH}M0 0H${CHART_WIDTH}"/><polyline points="${points}"/></svg>
<p>${escaped(text)}. ${counted(closed, 'site')} more closed, ${counted(opened, 'site')} more open.</p>
</figure>`;
}

/** A month such as `2026-11` in months since the year 0. */
function monthsOf(month: string): number {
  const [year, nth] = month.split('-');
  return 12 * Number(year) + Number(nth);
}

function countSection(
  title: string,
  about: string,
  counts: ReadonlyMap<string, number>,
  total: number,
): string {
  if (counts.size === 0) return '';
  const rows = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(
      ([name, count]) =>
        `<tr><th scope="row">${escaped(name)}</th><td class="bar"><div role="img" aria-label="${percent(count, total)}"><i class="count" style="width:${share(count, total)}%"></i></div></td><td class="share">${number(count)}</td><td class="share">${percent(count, total)}</td></tr>`,
    );
  return `<section>
<h2>${title}</h2>
<p>${about}</p>
<table><tbody>
${rows.join('\n')}
</tbody></table>
</section>`;
}

function known(restrictions: Restrictions): number {
  return Object.values(restrictions).reduce((sum, sites) => sum + sites, 0);
}
