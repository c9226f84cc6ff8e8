/**
 * The page of a report: its sections, and one document of HTML without scripts and without anything to load.
 */

import { counted, escaped, htmlPage, number, percent, period } from 'robotstream/internal';
import { CHART_STYLE, type Chart, inlineChart } from './chart.js';
import { countChart, knownSites, monthCharts, namedChart, refusedChart, strataCharts } from './charts.js';
import { joinText } from './join.js';
import { LEVEL_PERCENT, type Tally } from './proportion.js';
import { monthNumber } from './scales.js';
import type { CrawlerSummary, ReportSummary } from './summary.js';
import { CAPTURES } from './weights.js';

/** Makes the page. All texts from the tables are escaped. */
export function reportPage(summary: ReportSummary, sections: readonly Section[]): string {
  const { captures, sites, inputs, faults, firstDate, lastDate, join, listed, weight } = summary;
  const dates = firstDate === null || lastDate === null ? '' : `, ${period(firstDate, lastDate)}`;
  const content = `<h1>robots.txt survey</h1>
${answerText(summary)}<p>${counted(captures, 'capture')} of ${counted(sites.sites, 'site')} from ${counted(inputs, 'input')}${escaped(dates)}. ${escaped(weightText(weight))}${escaped(faultsText(faults))}</p>
${listed === null ? '' : `<p>Only the ${counted(listed.sites, 'site')} of a list count. ${number(listed.sitesWithoutCapture)} of them have no capture.</p>`}
${join === null ? '' : `<p>${joinText(join)}</p>`}
${sections.map(sectionText).join('\n')}
<p>n is the number of sites that a share is of.${weight === undefined ? '' : EFFECTIVE} Intervals are Wilson score intervals (1927) at a level of ${LEVEL_PERCENT} %: they say how far chance alone may move a share of so few sites, not how well these sites stand for others.</p>`;
  return htmlPage({ title: 'robots.txt survey', content, style: CHART_STYLE + STYLE });
}

/** The answer that most people look for: how many sites refuse everything to the crawler that most refuse, and how many did a year ago. */
function answerText({ crawlers, weight }: ReportSummary): string {
  const refusal = ({ sites }: Pick<CrawlerSummary, 'sites'>) => {
    const known = knownSites(sites);
    return { known: known.sites, share: known.weight === 0 ? 0 : sites.all.weight / known.weight };
  };
  const known = crawlers.filter((crawler) => refusal(crawler).known > 0);
  const [first, ...others] = known;
  if (first === undefined) return '';
  const most = others.reduce(
    (one, other) => (refusal(other).share > refusal(one).share ? other : one),
    first,
  );
  const now = refusal(most);
  const last = most.months.at(-1)?.month ?? '';
  const then = most.months.find(({ month }) => monthNumber(month) === monthNumber(last) - MONTHS_A_YEAR);
  const before = then === undefined ? '' : `; a year ago ${percent(refusal(then).share, 1)}`;
  const counts = `Of ${counted(now.known, 'site')}${weight === undefined ? '' : ', weighted'}, ${percent(now.share, 1)} refuse ${most.agent} everything`;
  return `<p class="lead">${escaped(counts + before)}.</p>\n`;
}

const MONTHS_A_YEAR = 12;

function faultsText(faults: ReadonlyMap<string, number>): string {
  if (faults.size === 0) return '';
  const all = [...faults.values()].reduce((sum, count) => sum + count, 0);
  const each = [...faults].map(([code, count]) => `${code} ${number(count)}`);
  return ` ${counted(all, 'fault')} where an input could not be read: ${each.join(', ')}.`;
}

function weightText(weight: string | undefined): string {
  if (weight === undefined) return 'Every share counts sites, not captures.';
  const what =
    weight === CAPTURES
      ? 'the number of its captures'
      : `its value in the column ${weight} of the joined file`;
  return `Every share is weighted: a site counts with ${what}.`;
}

/** Also where the formula is from. */
const EFFECTIVE =
  ' Effective n is the number of sites without weights that would be as certain: the square of the sum of the weights, divided by the sum of their squares (Kish 1965). Intervals are for effective n.';

/** A part of the page, with its charts. */
export interface Section {
  readonly title: string;
  readonly about: string;
  readonly charts: readonly Chart[];
}

function sectionText({ title, about, charts }: Section): string {
  return `<section>
<h2>${escaped(title)}</h2>
<p>${escaped(about)}</p>
<div class="charts">
${charts.map(inlineChart).join('\n')}
</div>
</section>`;
}

/**
 * The sections of a report that have charts.
 *
 * @param strata the column by which sites are counted, if they are
 */
export function sectionsOf(summary: ReportSummary, strata: string | undefined): Section[] {
  const { crawlers, usage, outcomes, kinds, weight } = summary;
  const shown = crawlers.filter((crawler) => knownSites(crawler.sites).sites > 0);
  const sections: Section[] = [
    {
      title: 'What crawlers are refused',
      about:
        'How much of a site each crawler may not fetch, as each site was last seen, and whether the sites that refuse everything name it. Sites that do not tell, such as those that redirect to one without a capture, are left out.',
      charts: crawlers.length === 0 ? [] : [refusedChart(crawlers, weight), namedChart(crawlers, weight)],
    },
    {
      title: 'Change over time',
      about: `The sites of each month that refuse a crawler everything. A month without sites is a gap. ${changesText(crawlers, weight)}`,
      charts: monthCharts(shown, weight),
    },
    {
      title: `By ${strata}`,
      about: 'The sites that refuse a crawler everything, as each site was last seen.',
      charts: strata === undefined ? [] : strataCharts(shown, strata, weight),
    },
    {
      title: 'Usage preferences',
      about: 'What sites state about the use of their content, for any of the crawlers.',
      charts: countCharts('usage', usage, summary),
    },
    {
      title: 'Outcomes',
      about: 'What the last capture of each site is.',
      charts: countCharts('outcomes', outcomes, summary),
    },
    {
      title: 'Payloads',
      about: 'What the servers sent, by its octets.',
      charts: countCharts('payloads', kinds, summary),
    },
  ];
  return sections.filter(({ charts }) => charts.length > 0);
}

const COUNT_TITLES = {
  usage: 'Stated preferences',
  outcomes: 'Last outcomes',
  payloads: 'Kinds of payloads',
};

function countCharts(
  name: keyof typeof COUNT_TITLES,
  counts: ReadonlyMap<string, Tally>,
  { sites, weight }: ReportSummary,
): Chart[] {
  return counts.size === 0 ? [] : [countChart(name, COUNT_TITLES[name], counts, sites, weight)];
}

/** How many sites with several months refuse more in the last than in the first, and how many less. */
function changesText(crawlers: readonly CrawlerSummary[], weight: string | undefined): string {
  const changed = crawlers.filter(({ closed, opened }) => closed.sites + opened.sites > 0);
  if (changed.length === 0) return '';
  const texts = changed.map(({ agent, recurring, ...changes }) => {
    const [closed, opened] = [changes.closed, changes.opened].map((part) =>
      weight === undefined
        ? number(part.sites)
        : `${number(part.sites)} (${percent(part.weight, recurring.weight)})`,
    );
    return `${agent} ${closed} and ${opened}`;
  });
  const shares =
    weight === undefined ? '' : `, with their share of all that have several months, weighted by ${weight}`;
  return `Sites with several months that refuse more in the last than in the first, and less${shares}: ${texts.join('; ')}.`;
}

const STYLE = `
.charts { grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: 1.75rem 2rem; margin-top: 1rem; }
figcaption { margin-bottom: .4rem; }
figure { max-width: 30rem; min-width: 0; }
details { margin-top: .4rem; font-size: .85rem; }
summary { cursor: pointer; color: var(--quiet); }
.numbers { overflow-x: auto; max-height: 24rem; }
.numbers table { width: auto; }
.numbers tbody tr { display: table-row; }
.numbers thead { display: table-header-group; }
.numbers td, .numbers th { padding: .2rem .75rem .2rem 0; text-align: left; white-space: nowrap; }
.numbers th[scope="row"] { max-width: 14rem; overflow: hidden; text-overflow: ellipsis; }
@media print { details { display: none; } svg rect, svg circle, svg path { print-color-adjust: exact; -webkit-print-color-adjust: exact; } .charts { grid-template-columns: repeat(2, 1fr); } }
`;
