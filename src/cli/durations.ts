/**
 * Times for people.
 */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The units, each with the number from which on the next is used. */
const UNITS = [
  ['ms', 1, 1000],
  ['s', SECOND_MS, 120],
  ['min', MINUTE_MS, 120],
  ['h', HOUR_MS, 48],
  ['days', DAY_MS, Infinity],
] as const;

/** `350 ms`, `12 s`, `24 h`, `30 days` */
export function duration(ms: number): string {
  for (const [unit, unitMs, below] of UNITS) {
    const number = Math.round(ms / unitMs);
    if (number < below) return `${number.toLocaleString('en-US')} ${unit}`;
  }
  return 'for ever';
}
