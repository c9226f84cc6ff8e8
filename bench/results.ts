/** A whole run: what is printed, and what is recorded. */
import type { Answers } from './answers.js';
import type { Report } from './harness/measurements.js';
import type { Machine } from './machine.js';

export interface Header {
  readonly machine: Machine;
  /** The name of the corpus. */
  readonly corpus: string;
  readonly quick: boolean;
}

export interface Results extends Header {
  readonly answers: Answers;
  readonly reports: readonly Report[];
}
