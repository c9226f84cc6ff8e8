/**
 * A report as one page of HTML, without scripts and without anything to load.
 */
import { readdir } from 'node:fs/promises';
import { aFolder } from '../questions.js';
import { type CrawlerSummary, type ReportSummary, type Restrictions, summarize } from './summary.js';

/**
 * Makes a page of charts from the tables in a folder: what sites refuse to crawlers, how that changes over time, and what
 * the captures are. The page is one HTML document without scripts, and loads nothing.
 *
 * @param folder where {@link surveyAll} wrote parts; `verdicts`, `captures` and `faults` are read if they exist
 * @throws {TypeError} (rejects) if the folder is not a string, or empty
 * @throws {Error} (rejects) if the folder or a part cannot be read
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
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>robots.txt survey</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>robots.txt survey</h1>
<p class="lead">${counted(captures, 'capture')} of ${counted(sites, 'site')} from ${counted(inputs, 'input')}${escaped(dates)}.${faults > 0 ? ` ${counted(faults, 'fault')} where an input could not be read.` : ''}</p>
${crawlerSection(crawlers)}
${timeSection(crawlers)}
${countSection('Usage preferences', 'What captures state about the use of the content, for any of the crawlers.', usage, captures)}
${countSection('Outcomes', 'What the captures are.', outcomes, captures)}
${countSection('Payloads', 'What the servers sent, by its octets.', kinds, captures)}
</main>
</body>
</html>
`;
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

function share(part: number, total: number): number {
  return total === 0 ? 0 : round((100 * part) / total);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function percent(part: number, total: number): string {
  return total === 0 ? '–' : `${((100 * part) / total).toFixed(1)} %`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}

const DATE_CHARACTERS = 10;

function period(first: string, last: string): string {
  const [from, to] = [first.slice(0, DATE_CHARACTERS), last.slice(0, DATE_CHARACTERS)];
  return from === to ? from : `${from} to ${to}`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] as string);
}

const STYLE = `
:root { color-scheme: light dark; --text: #1c2024; --quiet: #60646c; --line: #d9dce0; --ground: #fff; --all: #c4472f; --some: #b07d1a; --none: #2f7f5b; --count: #4a6fa5; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e8ea; --quiet: #9ba1a8; --line: #33383e; --ground: #14171a; --all: #e2684e; --some: #d9a94e; --none: #58b089; --count: #7b9fd4; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .25rem; }
p { margin: .25rem 0 .75rem; max-width: 44rem; color: var(--quiet); }
.lead { color: var(--text); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 500; padding: .3rem .75rem .3rem 0; white-space: nowrap; }
thead th { color: var(--quiet); font-size: .85rem; text-align: right; padding: .3rem 0 .3rem .75rem; }
thead th:first-child { text-align: left; padding-left: 0; }
td { padding: .3rem 0; }
tbody tr { border-top: 1px solid var(--line); }
.bar { width: 60%; min-width: 8rem; }
.bar div { display: flex; height: .9rem; background: var(--line); border-radius: 2px; overflow: hidden; }
.bar i { display: block; }
i.all, .all::before { background: var(--all); }
i.some, .some::before { background: var(--some); }
i.none, .none::before { background: var(--none); }
i.count { background: var(--count); }
.legend span { display: inline-block; white-space: nowrap; margin-right: .75rem; }
.legend span::before { content: ""; display: inline-block; width: .8rem; height: .8rem; border-radius: 2px; margin-right: .4rem; }
.share { text-align: right; padding-left: .75rem; white-space: nowrap; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 1.5rem; }
figure { margin: 0; break-inside: avoid; }
figcaption { font-weight: 500; }
svg { width: 100%; height: auto; display: block; }
svg path { stroke: var(--line); fill: none; }
svg polyline { stroke: var(--all); stroke-width: 2; fill: none; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
figure p { font-size: .85rem; }
section { break-inside: avoid-page; }
@media (max-width: 40rem) {
  tbody tr { display: grid; grid-template-columns: repeat(3, 1fr); padding: .4rem 0; }
  thead { display: none; }
  tbody th, .bar { grid-column: 1 / -1; width: auto; padding: .1rem 0; white-space: normal; overflow-wrap: anywhere; }
  .share { text-align: left; padding: .1rem 0; }
  td.all::before, td.some::before, td.none::before { content: ""; display: inline-block; width: .6rem; height: .6rem; border-radius: 2px; margin-right: .4rem; }
}
figcaption { overflow-wrap: anywhere; }
@media print { body { font-size: 11px; } i, .legend span::before { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`;
