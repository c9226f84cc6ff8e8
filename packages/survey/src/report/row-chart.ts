/**
 * Charts with a row for each name: a bar of parts, or a point with its interval for each of several series.
 */

import { escaped, round } from 'robotstream/internal';
import { CHART_WIDTH, type Picture, shortened } from './chart.js';
import type { Proportion } from './proportion.js';
import type { ShareScale } from './scales.js';

/** A class of CSS that has a colour, and what it stands for. */
export type Key = readonly [colour: string, name: string];

/** A row of a chart. */
export interface ChartRow {
  readonly name: string;
  /** How many sites it is about, for people. */
  readonly note: string;
  /** The shares, each with the class of its colour. */
  readonly shares: readonly (readonly [colour: string, share: Proportion])[];
}

const LEFT = 4;
const RIGHT = 10;
const WIDTH = CHART_WIDTH - LEFT - RIGHT;
const ROW_HEIGHT = 30;
const TEXT_BASE = 11;
const BAR_TOP = 15;
const BAR_HEIGHT = 11;
const AXIS_HEIGHT = 34;
const MAX_NAME = 34;

/** A row has room for so many characters. */
const MAX_ROW_TEXT = 50;

/** How many rows a picture has at most, so that its axis is in sight, and it fits a printed page. */
const MAX_ROWS = 24;

/**
 * Draws rows above an axis of shares, in pictures of about as many rows each.
 *
 * @param unit what the axis counts
 * @param kind whether the shares of a row are parts of a bar, or points with intervals
 */
export function rowChart(
  rows: readonly ChartRow[],
  keys: readonly Key[],
  scale: ShareScale,
  unit: string,
  kind: 'bars' | 'points',
): readonly Picture[] {
  const count = Math.max(1, Math.ceil(rows.length / MAX_ROWS));
  const length = Math.ceil(rows.length / count);
  return Array.from({ length: count }, (_, nth) =>
    rowPicture(rows.slice(nth * length, (nth + 1) * length), keys, scale, unit, kind),
  );
}

function rowPicture(...[rows, keys, scale, unit, kind]: Parameters<typeof rowChart>): Picture {
  const top = keysHeight(keys);
  const bottom = top + rows.length * ROW_HEIGHT;
  const x = (share: number): number => round(LEFT + (WIDTH * Math.min(share, scale.max)) / scale.max);
  const grid = scale.ticks.map(({ at }) => `M${x(at)} ${top}V${bottom + 3}`).join('');
  const ticks = scale.ticks.map(
    ({ at, text }, nth) =>
      `<text class="tick ${nth === 0 ? '' : nth === scale.ticks.length - 1 ? 'end' : 'mid'}" x="${nth === 0 ? 0 : nth === scale.ticks.length - 1 ? CHART_WIDTH : x(at)}" y="${bottom + 15}">${text}</text>`,
  );
  const drawn = rows.map(({ name, note, shares }, nth) => {
    const y = top + nth * ROW_HEIGHT;
    const texts = `<text x="0" y="${y + TEXT_BASE}">${escaped(shortened(name, Math.min(MAX_NAME, MAX_ROW_TEXT - note.length)))}</text><text class="n end" x="${CHART_WIDTH}" y="${y + TEXT_BASE}">${escaped(note)}</text>`;
    return texts + (kind === 'bars' ? bar(shares, x, y) : points(shares, x, y));
  });
  return {
    marks: `${legend(keys)}<path class="grid" d="${grid}"/>${drawn.join('')}${ticks.join('')}<text class="tick mid" x="${CHART_WIDTH / 2}" y="${bottom + 29}">${escaped(unit)}</text>`,
    height: bottom + AXIS_HEIGHT,
  };
}

type Shares = ChartRow['shares'];

function bar(shares: Shares, x: (share: number) => number, y: number): string {
  let from = 0;
  return shares
    .map(([colour, { share }]) => {
      const left = x(from);
      from += share;
      return share === 0
        ? ''
        : `<rect class="fill-${colour}" x="${left}" y="${y + BAR_TOP}" width="${round(x(from) - left)}" height="${BAR_HEIGHT}"/>`;
    })
    .join('');
}

/** Points one below another, each in the middle of the line of its interval. */
function points(shares: Shares, x: (share: number) => number, y: number): string {
  return shares
    .map(([colour, { share, low, high, total }], nth) => {
      if (total.sites === 0) return '';
      const middle = round(y + BAR_TOP + (BAR_HEIGHT * (nth + 0.5)) / shares.length);
      const radius = shares.length === 1 ? 3.5 : 2.75;
      return `<path class="range-${colour}" d="M${x(low)} ${middle}H${x(high)}"/><circle class="fill-${colour}" cx="${x(share)}" cy="${middle}" r="${radius}"/>`;
    })
    .join('');
}

const KEY_HEIGHT = 15;
const KEY_WIDTH = CHART_WIDTH / 2;

/** The height of a legend with two entries in a line; none for a single one. */
export function keysHeight(keys: readonly Key[]): number {
  return keys.length < 2 ? 0 : Math.ceil(keys.length / 2) * KEY_HEIGHT + 6;
}

export function legend(keys: readonly Key[]): string {
  if (keys.length < 2) return '';
  return keys
    .map(([colour, name], nth) => {
      const [x, y] = [(nth % 2) * KEY_WIDTH, Math.floor(nth / 2) * KEY_HEIGHT];
      return `<rect class="fill-${colour}" x="${x}" y="${y + 2}" width="10" height="10" rx="2"/><text x="${x + 15}" y="${y + TEXT_BASE}">${escaped(name)}</text>`;
    })
    .join('');
}
