/** The types of benchmarks. */
import type { Findings } from './harness/measurements.js';
import type { Options } from './options.js';

/** The context of a benchmark run. */
export interface Context {
  readonly options: Options;
  /** The peers to compare with, without those that could not finish the corpus. */
  readonly peers: readonly string[];
}

export interface Bench {
  readonly title: string;
  readonly run: (context: Context) => Promise<Findings>;
}

/** How long a job may run. Jobs of this package take far less. */
export const JOB_LIMIT_MS = 900_000;
