/** The ratios of a record that pages show. */
import type { Report } from '../harness/measurements.js';
import type { SetName } from '../inputs/file-sets.js';
import type { Results } from '../results.js';
import { type Mode, timesColumn } from '../task-benches.js';

/** A task's speed as ratios to the yardstick. */
export interface TaskRatios {
  readonly label: string;
  readonly all: Readonly<Record<Mode, number>>;
  readonly small: Readonly<Record<Mode, number>>;
}

/**
 * Every task of a record, the quickest first. None is left out.
 *
 * @throws {Error} if the record lacks the benchmark of a set
 */
export function taskRatios(results: Results): TaskRatios[] {
  const all = ratiosOf(reportOf(results, 'all'));
  const small = ratiosOf(reportOf(results, 'small'));
  return [...all]
    .map(([label, ratios]): TaskRatios => {
      const ofSmall = small.get(label);
      if (ofSmall === undefined) throw new Error(`the benchmark "small" of the record lacks: ${label}`);
      return { label, all: ratios, small: ofSmall };
    })
    .sort((a, b) => b.all['in turns'] - a.all['in turns']);
}

function reportOf({ reports }: Results, set: SetName): Report {
  const report = reports.find(({ name }) => name === set);
  if (report === undefined) throw new Error(`the record has no benchmark "${set}"`);
  return report;
}

/** By label. */
function ratiosOf({ measurements }: Report): Map<string, Record<Mode, number>> {
  const ratios = new Map<string, Record<Mode, number>>();
  for (const { input } of measurements) {
    const ratio = (mode: Mode) => {
      const column = timesColumn(mode);
      const cell = measurements.find((one) => one.input === input && one.subject === column);
      if (cell?.value == null) throw new Error(`the record lacks "${column}" of: ${input}`);
      return cell.value.median;
    };
    if (!ratios.has(input)) ratios.set(input, { 'in turns': ratio('in turns'), alone: ratio('alone') });
  }
  return ratios;
}

/** A ratio as pages show it: with two significant digits at least. */
export function ratioText(ratio: number): string {
  return ratio < 1 ? ratio.toFixed(2) : ratio.toFixed(1);
}
