/** A record as the benchmarks write it, with made-up numbers. */
import type { Measurement, Report } from '../../bench/harness/measurements.js';
import { single } from '../../bench/harness/statistics.js';
import type { Results } from '../../bench/results.js';
import { timesColumn } from '../../bench/task-benches.js';

/** Ratios by label: in turns on all files, alone on all files, in turns on small ones. */
export type SampleRatios = Readonly<Record<string, readonly [number, number, number]>>;

export function sampleResults(ratios: SampleRatios): Results {
  const rows = Object.entries(ratios);
  return {
    machine: {
      date: '2026-11-21T12:00:00.000Z',
      node: 'v20.19.0',
      v8: '11.3',
      cpu: 'Abacus <9000> & Co',
      cores: 2,
      memoryGiB: 8,
      system: 'Linux x64',
      commit: 'abcdef0',
      peers: { 'robots-parser': '3.0.1' },
    },
    corpus: 'sample: 3 files, 0.01 MB',
    quick: false,
    answers: { questions: 3, recorded: null, peers: [] },
    reports: [
      report(
        'all',
        rows.flatMap(([label, [inTurns, alone]]) => cells(label, inTurns, alone)),
      ),
      report(
        'small',
        rows.flatMap(([label, [, , inTurns]]) => cells(label, inTurns, inTurns)),
      ),
    ],
  };
}

function report(name: string, measurements: Measurement[]): Report {
  return { name, title: name, layout: 'matrix', measurements, goals: [] };
}

function cells(input: string, inTurns: number, alone: number): Measurement[] {
  return [
    { input, subject: 'in turns, µs a file', unit: 'µs', value: single(1) },
    { input, subject: timesColumn('in turns'), unit: '×', value: single(inTurns) },
    { input, subject: timesColumn('alone'), unit: '×', value: single(alone) },
  ];
}
