/**
 * Shares of sites in words, in tables and in files. They say by what sites are weighted, if they are.
 */

import { counted, number } from 'robotstream/internal';
import { type Datum, shortened } from './chart.js';
import { effectiveSites, LEVEL_PERCENT, type Proportion, type Tally } from './proportion.js';

/** What sites are weighted by: `captures` or a column; undefined if each counts as much as another. */
export type WeightName = string | undefined;

export const INTERVAL = `${LEVEL_PERCENT} % interval`;

/** An axis has room for so much of the name of a column. */
const MAX_UNIT_NAME = 18;

/** What an axis counts. */
export function unitText(weight: WeightName): string {
  return weight === undefined ? '% of sites' : `% of sites weighted by ${shortened(weight, MAX_UNIT_NAME)}`;
}

/** What an axis counts whose shares have intervals. */
export function intervalUnitText(weight: WeightName): string {
  return weight === undefined
    ? `${unitText(weight)}, with the ${INTERVAL}`
    : `% weighted by ${shortened(weight, MAX_UNIT_NAME)}, ${INTERVAL}`;
}

/** What is added to "in % of the sites". */
export function weightedText(weight: WeightName): string {
  return weight === undefined ? '' : `, weighted by ${weight}`;
}

/** The n of a row of a chart. */
export function rowNote(total: Tally, weight: WeightName): string {
  const n = `n = ${number(total.sites)}`;
  return weight === undefined ? n : `${n}, effective ${effectiveText(total)}`;
}

/** How many sites a chart has, at least and at most. */
export function sitesText(totals: readonly Tally[], weight: WeightName): string {
  const sites = totals.map((total) => total.sites);
  const [least, most] = [Math.min(...sites), Math.max(...sites)];
  const n = least === most ? counted(most, 'site') : `${number(least)} to ${counted(most, 'site')}`;
  if (weight === undefined) return `n = ${n}`;
  const effective = totals
    .map((total) => [effectiveSites(total), effectiveText(total)] as const)
    .sort(([a], [b]) => a - b)
    .map(([, text]) => text);
  const [first = '', last = ''] = [effective[0], effective[effective.length - 1]];
  return `n = ${n}, effective n = ${first === last ? first : `${first} to ${last}`}`;
}

/** With one digit after the point where it matters. */
function effectiveText(total: Tally): string {
  const effective = effectiveSites(total);
  return effective.toLocaleString('en-US', { maximumFractionDigits: effective < MANY ? 1 : 0 });
}

const MANY = 1000;

/** The heads of the columns of a table that say how many sites the shares of a row are of. */
export function countHeads(weight: WeightName): readonly string[] {
  return weight === undefined ? ['n'] : ['n', 'effective n'];
}

export function countCells(total: Tally, weight: WeightName): readonly string[] {
  return weight === undefined ? [number(total.sites)] : [number(total.sites), effectiveText(total)];
}

/** A share with its interval, for people. */
export function withInterval({ share, low, high, total }: Proportion): string {
  if (total.sites === 0) return '–';
  const digits = (part: number): string => (100 * part).toFixed(1);
  return `${digits(share)} % (${digits(low)}–${digits(high)})`;
}

/** The columns of a share in a file. */
export function shareColumns(weight: WeightName): readonly string[] {
  return weight === undefined
    ? ['sites', 'total', 'share', 'low', 'high']
    : ['sites', 'total', 'weightedBy', 'weight', 'totalWeight', 'effectiveTotal', 'share', 'low', 'high'];
}

export function shareCells({ part, total, share, low, high }: Proportion, weight: WeightName): Datum[] {
  const counts: Datum[] = [part.sites, total.sites];
  if (weight !== undefined)
    counts.push(weight, ...[part.weight, total.weight, effectiveSites(total)].map(significant));
  const parts = total.sites === 0 ? [null, null, null] : [share, low, high].map((one) => rounded(one));
  return [...counts, ...parts];
}

const DECIMALS = 6;

function rounded(part: number): number {
  return Number(part.toFixed(DECIMALS));
}

const SIGNIFICANT_DIGITS = 12;

/** Without the last digits of a sum, which depend on the order in which it was made. */
function significant(sum: number): number {
  return Number(sum.toPrecision(SIGNIFICANT_DIGITS));
}
