/** What jobs report: measurements, and whether they reach the goals. */
import { type Result, timesAsFast } from './race.js';
import { type Summary, summarize } from './statistics.js';

export interface Measurement {
  readonly input: string;
  readonly subject: string;
  readonly unit: string;
  /** Null if there is none; `note` then says why. */
  readonly value: Summary | null;
  /** How many times as fast as another subject. */
  readonly times?: Summary & { readonly to: string };
  readonly note?: string;
}

/** A row of the table of goals. */
export interface Goal {
  readonly stage: string;
  readonly kind: 'at least' | 'at most';
  readonly bound: number;
  readonly unit: string;
  /** Null if it was not measured. */
  readonly measured: Summary | null;
  /** Null if it was not measured. */
  readonly isMet: boolean | null;
}

/** What one benchmark found. */
export interface Findings {
  readonly measurements: readonly Measurement[];
  /** One table with inputs down and subjects across; by default, one table for each input. */
  readonly layout?: 'matrix';
  readonly goals: readonly Goal[];
}

export interface Report extends Findings {
  readonly name: string;
  readonly title: string;
}

/** Conversions from nanoseconds a unit to what is shown. Some reverse the order, so quartiles are taken after them. */
export const UNITS = {
  'MB/s': (nsPerOctet: number) => 1e3 / nsPerOctet,
  'verdicts/s': (nsPerVerdict: number) => 1e9 / nsPerVerdict,
  'lines/s': (nsPerLine: number) => 1e9 / nsPerLine,
  ns: (ns: number) => ns,
  µs: (ns: number) => ns / 1e3,
  ms: (ns: number) => ns / 1e6,
};

export type Unit = keyof typeof UNITS;

/**
 * The measurements of a race.
 *
 * @param peer the subject that all are compared with
 */
export function measurementsOf(
  input: string,
  unit: Unit,
  results: ReadonlyMap<string, Result>,
  peer?: string,
): Measurement[] {
  const other = peer === undefined ? undefined : results.get(peer);
  return [...results.values()].map((result) => ({
    input,
    subject: result.name,
    unit,
    value: summarize(result.nsPerUnit.map(UNITS[unit])),
    ...(peer !== undefined && other !== undefined && { times: { to: peer, ...timesAsFast(result, other) } }),
  }));
}

export function atLeast(stage: string, bound: number, unit: string, measured: Summary | null): Goal {
  return {
    stage,
    kind: 'at least',
    bound,
    unit,
    measured,
    isMet: measured === null ? null : measured.median >= bound,
  };
}

export function atMost(stage: string, bound: number, unit: string, measured: Summary | null): Goal {
  return {
    stage,
    kind: 'at most',
    bound,
    unit,
    measured,
    isMet: measured === null ? null : measured.median <= bound,
  };
}

/** @throws {Error} if nothing was measured under that name */
export function resultOf(results: ReadonlyMap<string, Result>, name: string): Result {
  const result = results.get(name);
  if (result === undefined) throw new Error(`nothing was measured under the name ${name}`);
  return result;
}
