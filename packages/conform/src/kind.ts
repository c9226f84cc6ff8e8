/**
 * What differs between the kinds of cases.
 */
import type { Style } from '../../command-line/src/terminal.js';
import type { LineTally } from './outcome.js';
import type { AskOptions } from './program/ask.js';
import type { SectionReport } from './report.js';
import type { CaseFacts } from './suite/cases.js';

/** What a program made of the cases. */
export interface SuiteRun {
  readonly sections: readonly SectionReport[];
  /** Null if they are not counted. */
  readonly lines: LineTally | null;
  readonly restarts: number;
}

/** The chosen cases of one kind. */
export interface PreparedSuite {
  readonly version: string;
  /**
   * Asks the program.
   *
   * @param withLines whether the deciding line must be right, too
   * @throws {InputError} (rejects) if the program cannot be started, or never answers
   */
  run(withLines: boolean, options: AskOptions): Promise<SuiteRun>;
  /** The lines that show people what a case asks. */
  shown(one: CaseFacts, style: Style): Iterable<string>;
}
