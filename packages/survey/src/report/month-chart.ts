/**
 * Charts of shares over months. A month without sites is a gap: no line goes through it.
 */

import { escaped, round } from 'robotstream/internal';
import { CHART_WIDTH, type Picture } from './chart.js';
import type { Proportion } from './proportion.js';
import { type Key, keysHeight, legend } from './row-chart.js';
import { monthTicks, type ShareScale } from './scales.js';

/** A series: its colour, and its share in each month that has sites, in order. */
export interface MonthSeries {
  readonly colour: string;
  readonly points: readonly (readonly [month: number, share: Proportion])[];
}

const LEFT = 44;
const RIGHT = 12;
const PLOT_HEIGHT = 110;
const AXIS_HEIGHT = 20;
const LABEL_HEIGHT = 16;

/** So many characters have room beside each other. */
const MAX_LABEL = 56;

/** How far a series is to the right of the one before, so that the intervals of both are seen. */
const SHIFT = 2.5;

/** Points are drawn up to so many months; beyond, only those without a neighbour. */
const MAX_POINTS = 36;

/**
 * Draws series from one month to another.
 *
 * @param unit what the axis counts
 * @param note how many sites the shares are of
 */
export function monthChart(
  series: readonly MonthSeries[],
  keys: readonly Key[],
  [first, last]: readonly [number, number],
  scale: ShareScale,
  unit: string,
  note: string,
): Picture {
  const isLong = unit.length + note.length > MAX_LABEL;
  const top = keysHeight(keys) + LABEL_HEIGHT * (isLong ? 2 : 1);
  const bottom = top + PLOT_HEIGHT;
  const width = CHART_WIDTH - LEFT - RIGHT;
  const x = (month: number): number =>
    round(first === last ? LEFT + width / 2 : LEFT + (width * (month - first)) / (last - first));
  const y = (share: number): number => round(bottom - (PLOT_HEIGHT * Math.min(share, scale.max)) / scale.max);
  const shares = scale.ticks.map(
    ({ at, text }) => `<text class="tick end" x="${LEFT - 6}" y="${round(y(at) + 4)}">${text}</text>`,
  );
  const ticks = monthTicks(first, last);
  const months = ticks.map(
    ({ at, text }) =>
      `<text class="tick ${x(at) > CHART_WIDTH - 30 ? 'end' : 'mid'}" x="${x(at) > CHART_WIDTH - 30 ? CHART_WIDTH : x(at)}" y="${bottom + 17}">${text}</text>`,
  );
  const grid = [
    ...scale.ticks.map(({ at }) => `M${LEFT} ${y(at)}H${CHART_WIDTH - RIGHT}`),
    ...ticks.map(({ at }) => `M${x(at)} ${bottom}v4`),
  ];
  return {
    marks: `${legend(keys)}<text class="tick" x="0" y="${isLong ? top - 8 - LABEL_HEIGHT : top - 8}">${escaped(unit)}</text><text class="n end" x="${CHART_WIDTH}" y="${top - 8}">${escaped(note)}</text><path class="grid" d="${grid.join('')}"/>${shares.join('')}${months.join('')}${series.map((one, nth) => drawn(one, (month) => x(month) + nth * SHIFT, y)).join('')}`,
    height: bottom + AXIS_HEIGHT,
  };
}

type Place = (value: number) => number;

function drawn({ colour, points }: MonthSeries, x: Place, y: Place): string {
  return runsOf(points)
    .map((run) => {
      const [[month, { share, low, high }]] = run as [MonthSeries['points'][number]];
      const dots = run.map(
        ([at, one]) => `<circle class="fill-${colour}" cx="${x(at)}" cy="${y(one.share)}" r="2.25"/>`,
      );
      if (run.length === 1)
        return `<path class="range-${colour}" d="M${x(month)} ${y(low)}V${y(high)}"/><circle class="fill-${colour}" cx="${x(month)}" cy="${y(share)}" r="2.5"/>`;
      const line = run.map(([at, one]) => `${x(at)} ${y(one.share)}`).join('L');
      const highs = run.map(([at, one]) => `${x(at)} ${y(one.high)}`);
      const lows = run.map(([at, one]) => `${x(at)} ${y(one.low)}`).reverse();
      return `<path class="band-${colour}" d="M${[...highs, ...lows].join('L')}Z"/><path class="line-${colour}" d="M${line}"/>${points.length <= MAX_POINTS ? dots.join('') : ''}`;
    })
    .join('');
}

/** Points of consecutive months. */
function runsOf(points: MonthSeries['points']): MonthSeries['points'][] {
  const runs: (readonly [number, Proportion])[][] = [];
  let before = Number.NaN;
  for (const point of points) {
    if (point[0] === before + 1) runs[runs.length - 1].push(point);
    else runs.push([point]);
    before = point[0];
  }
  return runs;
}
