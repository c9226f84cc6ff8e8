/**
 * What a run of the suite found, for every format.
 */

import type { LineTally, Outcome } from './outcome.js';
import type { CommandLine } from './program/process.js';
import type { CaseClass, CaseFacts } from './suite/cases.js';

/** The outcomes of a section. */
export interface SectionReport {
  readonly name: string;
  readonly outcomes: readonly Outcome<CaseFacts>[];
}

export interface Report {
  readonly suiteVersion: string;
  readonly profile: string;
  readonly command: CommandLine;
  readonly sections: readonly SectionReport[];
  /** The classes whose cases all have to pass. */
  readonly demanded: readonly CaseClass[];
  /** Null if the lines count, or the cases have none. */
  readonly lines: LineTally | null;
  /** How many times the program was started again. */
  readonly restarts: number;
  /** What was wrong with the output, without those past the limit. */
  readonly complaints: readonly string[];
}

/** Makes a report, in chunks of text. */
export type Format = (report: Report) => Iterable<string>;

/** All outcomes, in the order of the suite. */
export function outcomesOf({ sections }: Report): readonly Outcome<CaseFacts>[] {
  return sections.flatMap(({ outcomes }) => outcomes);
}

/** Whether a case failed that has to pass. A disputed case never has to. */
export function isFatal({ demanded }: Report, outcome: Outcome<CaseFacts>): boolean {
  return !outcome.isPassed && outcome.case.class !== 'disputed' && demanded.includes(outcome.case.class);
}
