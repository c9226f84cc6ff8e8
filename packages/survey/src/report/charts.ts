/**
 * The charts of a report.
 */

import { counted, number } from 'robotstream/internal';
import { RESTRICTIONS, type Restriction } from '../tables.js';
import { type Chart, type Datum, FileNames } from './chart.js';
import { monthChart } from './month-chart.js';
import { NO_SITES, type Proportion, proportion, type Tally, together } from './proportion.js';
import { type Key, rowChart } from './row-chart.js';
import { monthNumber, type ShareScale, shareScale } from './scales.js';
import {
  countCells,
  countHeads,
  INTERVAL,
  intervalUnitText,
  rowNote,
  shareCells,
  shareColumns,
  sitesText,
  unitText,
  type WeightName,
  weightedText,
  withInterval,
} from './shares.js';
import type { CrawlerSummary, Refusals, Restrictions } from './summary.js';

/** What each restriction is called, from the most to the least. */
export const LEVELS: readonly (readonly [Restriction, string])[] = [
  ['all', 'everything'],
  ['most', 'all but a few paths'],
  ['many', 'many sections'],
  ['few', 'few sections'],
  ['paths', 'single paths'],
  ['none', 'nothing'],
];

const REFUSED_SERIES: readonly Key[] = [
  ['all', 'by a group that names it'],
  ['count', 'by the groups for *'],
];

/** Whose groups decide in a row of a file: `any`, or the value of the column `selectedBy`. */
const SELECTED = ['any', 'token', 'star'] as const;

/** The sites that tell. */
export function knownSites(restrictions: Restrictions): Tally {
  return Object.values(restrictions).reduce(together, NO_SITES);
}

function refusalColumns(weight: WeightName): readonly string[] {
  return ['selectedBy', 'restriction', ...shareColumns(weight)];
}

/** The rows of a file about refusals: a share of the sites that tell, for each restriction and for whose groups decide. */
function refusalRows(refusals: Refusals, before: readonly Datum[], weight: WeightName): Datum[][] {
  const total = knownSites(refusals.sites);
  return SELECTED.flatMap((selected) => {
    const counts = { any: refusals.sites, token: refusals.named, star: refusals.star }[selected];
    return RESTRICTIONS.map((restriction) => [
      ...before,
      selected,
      restriction,
      ...shareCells(proportion(counts[restriction], total), weight),
    ]);
  });
}

function shut(counts: Restrictions, refusals: Refusals): Proportion {
  return proportion(counts.all, knownSites(refusals.sites));
}

/** How much each crawler is refused. */
export function refusedChart(crawlers: readonly CrawlerSummary[], weight?: WeightName): Chart {
  const rows = crawlers.map((crawler) => {
    const total = knownSites(crawler.sites);
    const shares = LEVELS.map(([level]) => [level, proportion(crawler.sites[level], total)] as const);
    return { name: crawler.agent, note: rowNote(total, weight), total, shares };
  });
  return {
    name: 'refused',
    title: 'What crawlers are refused',
    about: `How much of a site each crawler may not fetch, in % of the sites that tell${weightedText(weight)}. ${sitesText(
      rows.map(({ total }) => total),
      weight,
    )} a crawler.`,
    pictures: rowChart(rows, LEVELS, shareScale(1), unitText(weight), 'bars'),
    table: {
      head: ['Crawler', ...countHeads(weight), ...LEVELS.map(([, name]) => name)],
      rows: rows.map(({ name, total, shares }) => [
        name,
        ...countCells(total, weight),
        ...shares.map(([, share]) => withInterval(share)),
      ]),
    },
    columns: ['crawler', ...refusalColumns(weight)],
    rows: crawlers.flatMap((crawler) => refusalRows(crawler, [crawler.agent], weight)),
  };
}

/** Who refuses everything: groups that name a crawler, or those for all others. */
export function namedChart(crawlers: readonly CrawlerSummary[], weight?: WeightName): Chart {
  const rows = crawlers.map((crawler) => {
    const total = knownSites(crawler.sites);
    const shares = [
      ['all', shut(crawler.named, crawler)],
      ['count', shut(crawler.star, crawler)],
    ] as const;
    return { name: crawler.agent, note: rowNote(total, weight), total, shares };
  });
  const shares = rows.flatMap((row) => row.shares.map(([, share]) => share));
  return {
    name: 'named',
    title: 'Refused everything: by name, or by *',
    about: `Sites that refuse a crawler everything by a group that names it, and by the groups for *, in % of all sites that tell${weightedText(weight)}, with the ${INTERVAL}. ${sitesText(
      rows.map(({ total }) => total),
      weight,
    )} a crawler.`,
    pictures: rowChart(rows, REFUSED_SERIES, scaleOf(shares), intervalUnitText(weight), 'points'),
    table: {
      head: ['Crawler', ...countHeads(weight), 'by name', 'by *'],
      rows: rows.map((row) => [
        row.name,
        ...countCells(row.total, weight),
        ...row.shares.map(([, share]) => withInterval(share)),
      ]),
    },
    columns: ['crawler', ...refusalColumns(weight)],
    rows: crawlers.flatMap((crawler) =>
      refusalRows(crawler, [crawler.agent], weight).filter(([, , restriction]) => restriction === 'all'),
    ),
  };
}

/** A scale for shares with their intervals. Those of very few sites are cut off, unless every share is 0. */
function scaleOf(shares: readonly Proportion[]): ShareScale {
  const known = shares.filter(({ total }) => total.sites > 0);
  const highest = Math.max(0, ...known.map(({ share }) => share));
  const high = Math.max(0, ...known.map((share) => share.high));
  const shown = highest === 0 ? high : Math.min(high, highest * MAX_HEADROOM);
  return shareScale(Math.max(shown, MIN_SCALE));
}

/** How much larger an axis is than the largest share, at most, for the sake of an interval. */
const MAX_HEADROOM = 2;
const MIN_SCALE = 0.001;

/** How many sites refuse each crawler everything, month by month: a chart for each, all with the same axes. */
export function monthCharts(crawlers: readonly CrawlerSummary[], weight?: WeightName): Chart[] {
  const recurring = crawlers.filter(({ months }) => months.length > 1);
  const all = recurring.flatMap(({ months }) => months.map(({ month }) => monthNumber(month)));
  const span = [least(all), greatest(all)] as const;
  const scale = scaleOf(recurring.flatMap(({ months }) => months.map((month) => shut(month.sites, month))));
  const names = new FileNames();
  return recurring.map(({ agent, months }) => {
    const series = (['sites', 'named'] as const).map((which, nth) => ({
      colour: nth === 0 ? 'all' : 'count',
      points: months.map((month) => [monthNumber(month.month), shut(month[which], month)] as const),
    }));
    const note = sitesText(
      months.map((month) => knownSites(month.sites)),
      weight,
    );
    const keys: readonly Key[] = [
      ['all', 'all sites that refuse it'],
      ['count', 'those that name it'],
    ];
    return {
      name: names.of('months', agent),
      title: agent,
      about: `Sites that refuse ${agent} everything, in % of the sites of each month that tell${weightedText(weight)}, with the ${INTERVAL}, from ${months[0].month} to ${months[months.length - 1].month}. ${note} a month.`,
      pictures: [monthChart(series, keys, span, scale, unitText(weight), `${note} a month`)],
      table: {
        head: ['Month', ...countHeads(weight), 'refuse everything', 'by name'],
        rows: months.map((month) => [
          month.month,
          ...countCells(knownSites(month.sites), weight),
          withInterval(shut(month.sites, month)),
          withInterval(shut(month.named, month)),
        ]),
      },
      columns: ['crawler', 'month', ...refusalColumns(weight)],
      rows: months.flatMap((month) => refusalRows(month, [agent, month.month], weight)),
    };
  });
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Infinity);
}

function greatest(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b), -Infinity);
}

/** How many sites of each stratum refuse each crawler everything: a chart for each, all with the same axis. */
export function strataCharts(
  crawlers: readonly CrawlerSummary[],
  column: string,
  weight?: WeightName,
): Chart[] {
  const scale = scaleOf(crawlers.flatMap(({ strata }) => strata.map((one) => shut(one.sites, one))));
  const names = new FileNames();
  return crawlers
    .filter(({ strata }) => strata.length > 0)
    .map(({ agent, strata }) => {
      const rows = strata.map((one) => {
        const total = knownSites(one.sites);
        const shares = [['all', shut(one.sites, one)]] as const;
        return { name: one.stratum, note: rowNote(total, weight), total, shares };
      });
      return {
        name: names.of('strata', agent),
        title: agent,
        about: `Sites that refuse ${agent} everything, by ${column}, in % of the sites that tell${weightedText(weight)}, with the ${INTERVAL}. ${sitesText(
          rows.map(({ total }) => total),
          weight,
        )} each.`,
        pictures: rowChart(rows, [], scale, intervalUnitText(weight), 'points'),
        table: {
          head: [column, ...countHeads(weight), 'refuse everything'],
          rows: rows.map(({ name, total, shares: [[, share]] }) => [
            name,
            ...countCells(total, weight),
            withInterval(share),
          ]),
        },
        columns: ['crawler', 'stratum', ...refusalColumns(weight)],
        rows: strata.flatMap((one) => refusalRows(one, [agent, one.stratum], weight)),
      };
    });
}

/** How many sites have each of some values. */
export function countChart(
  name: string,
  title: string,
  counts: ReadonlyMap<string, Tally>,
  total: Tally,
  weight?: WeightName,
): Chart {
  const rows = [...counts]
    .map(([value, part]) => ({ name: value, part, share: proportion(part, total) }))
    .sort((a, b) => b.part.weight - a.part.weight);
  const scale = shareScale(Math.max(MIN_SCALE, ...rows.map(({ share }) => share.share)));
  const effective = weight === undefined ? '' : ` (${sitesText([total], weight)})`;
  return {
    name,
    title,
    about: `In % of ${counted(total.sites, 'site')}${weightedText(weight)}${effective}.`,
    pictures: rowChart(
      rows.map((row) => ({
        name: row.name,
        note: `n = ${number(row.part.sites)}`,
        shares: [['count', row.share]],
      })),
      [],
      scale,
      weight === undefined ? `% of ${counted(total.sites, 'site')}` : unitText(weight),
      'bars',
    ),
    table: {
      head: ['', 'sites', 'share'],
      rows: rows.map((row) => [row.name, number(row.part.sites), withInterval(row.share)]),
    },
    columns: ['value', ...shareColumns(weight)],
    rows: rows.map((row) => [row.name, ...shareCells(row.share, weight)]),
  };
}
