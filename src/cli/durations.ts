/**
 * Times for people.
 */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The units, each with the length from which on the next is used. */
const UNITS = [
  ['ms', 1, SECOND_MS],
  ['s', SECOND_MS, 2 * MINUTE_MS],
  ['min', MINUTE_MS, 2 * HOUR_MS],
  ['h', HOUR_MS, 2 * DAY_MS],
  ['days', DAY_MS, Infinity],
] as const;

/** `350 ms`, `12 s`, `24 h`, `30 days` */
export function duration(ms: number): string {
  const [unit, unitMs] = UNITS.find(([, , below]) => ms < below) ?? UNITS[UNITS.length - 1];
  return `${Math.round(ms / unitMs).toLocaleString('en-US')} ${unit}`;
}
