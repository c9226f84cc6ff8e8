/**
 * Scales of charts: shares from 0, and months, each at its place in time.
 */

/** A tick of an axis: its place in the values of the scale, and its text. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

/** How many ticks an axis has at most. */
const MAX_TICKS = 6;

/** The end of an axis of shares that begins at 0, and its ticks. */
export interface ShareScale {
  readonly max: number;
  readonly ticks: readonly Tick[];
}

const SHARE_STEPS = [0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25];

/** A scale that ends at the next tick above a share. */
export function shareScale(highest: number): ShareScale {
  const step = SHARE_STEPS.find((size) => Math.ceil(highest / size) <= MAX_TICKS - 1) ?? 0.25;
  const count = Math.max(1, Math.ceil(Math.min(highest, 1) / step - 1e-9));
  const ticks = Array.from({ length: count + 1 }, (_, nth) => ({
    at: nth * step,
    text: `${Number((100 * nth * step).toPrecision(6))} %`,
  }));
  return { max: count * step, ticks };
}

/** A month such as `2026-11` in months since the year 0. */
export function monthNumber(month: string): number {
  const [year, nth] = month.split('-');
  return 12 * Number(year) + Number(nth) - 1;
}

/** Ticks from one month to another, in the same distances: months, or years that are round. */
export function monthTicks(first: number, last: number): readonly Tick[] {
  const step = monthSteps().find((months) => (last - first) / months < MAX_MONTH_TICKS) as number;
  const ticks: Tick[] = [];
  for (let at = Math.ceil(first / step) * step; at <= last; at += step) {
    ticks.push({
      at,
      text: step >= YEAR ? yearText(at) : `${yearText(at)}-${String((at % YEAR) + 1).padStart(2, '0')}`,
    });
  }
  return ticks;
}

const YEAR = 12;

/** A text of a month takes about a sixth of the axis. */
const MAX_MONTH_TICKS = 5;

function monthSteps(): number[] {
  const years = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
  return [1, 2, 3, 6, ...years.map((count) => count * YEAR)];
}

function yearText(month: number): string {
  return String(Math.floor(month / YEAR)).padStart(4, '0');
}
