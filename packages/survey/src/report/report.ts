/**
 * A report as one page of HTML, without scripts and without anything to load.
 */
import { readdir } from 'node:fs/promises';
import { aFolder } from '../questions.js';
import { counted, escaped, htmlPage, number, percent, period, round, share } from './page.js';
import { type CrawlerSummary, type ReportSummary, type Restrictions, summarize } from './summary.js';

/**
 * Makes a page of charts from the tables in a folder: what sites refuse to crawlers, how that changes over time, and what
 * the captures are. The page is one HTML document without scripts, and loads nothing.
 *
 * @param folder where {@link surveyAll} wrote parts; `verdicts`, `captures` and `faults` are read if they exist
 * @throws {TypeError} (rejects) if the folder is not a string, or empty
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
export async function surveyReport(folder: string): Promise<string> {
  aFolder(folder, 'folder');
  await readdir(folder);
  return reportPage(await summarize(folder));
}

/** Makes the page. All texts from the tables are escaped. */
function reportPage(summary: ReportSummary): string {
  const { captures, sites, inputs, faults, firstDate, lastDate, outcomes, kinds, usage, crawlers } = summary;
  const dates = firstDate === null || lastDate === null ? '' : `, ${period(firstDate, lastDate)}`;
  const content = `<h1>robots.txt survey</h1>
<p class="lead">${counted(captures, 'capture')} of ${counted(sites, 'site')} from ${counted(inputs, 'input')}${escaped(dates)}.${faults > 0 ? ` ${counted(faults, 'fault')} where an input could not be read.` : ''}</p>
${crawlerSection(crawlers)}
${timeSection(crawlers)}
${countSection('Usage preferences', 'What captures state about the use of the content, for any of the crawlers.', usage, captures)}
${countSection('Outcomes', 'What the captures are.', outcomes, captures)}
${countSection('Payloads', 'What the servers sent, by its octets.', kinds, captures)}`;
  return htmlPage({ title: 'robots.txt survey', content });
}

const LEVELS = [
  ['all', 'everything'],
  ['some', 'something'],
  ['none', 'nothing'],
] as const;

function crawlerSection(crawlers: readonly CrawlerSummary[]): string {
  if (crawlers.length === 0) return '';
  const rows = crawlers.map(
    (crawler) =>
      `<tr><th scope="row">${escaped(crawler.agent)}</th><td class="bar">${bar(crawler)}</td>${LEVELS.map(
        ([level]) => `<td class="share ${level}">${percent(crawler[level], known(crawler))}</td>`,
      ).join('')}</tr>`,
  );
  return `<section>
<h2>What crawlers are refused</h2>
<p>The share of captures that refuse a crawler everything, something or nothing. Captures that do not tell, such as redirects, are left out.</p>
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
<p>The share of captures of each month that refuse a crawler everything, from 0 to 100 %. Of the sites with several captures, how many refuse more at the last than at the first, and how many less.</p>
<div class="charts">
${recurring.map(chart).join('\n')}
</div>
</section>`;
}

function chart({ agent, months, closed, opened }: CrawlerSummary): string {
  const shares = months.map((month) => share(month.all, known(month)));
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
  const text = [first, last].map((month) => `${month.month}: ${percent(month.all, known(month))}`).join(', ');
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

function known({ all, some, none }: Restrictions): number {
  return all + some + none;
}
