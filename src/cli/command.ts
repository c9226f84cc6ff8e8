/**
 * What a sub-command is.
 */
import type { Readable, Writable } from 'node:stream';
import type { ExitCode } from './exit.js';
import type { Arguments, OptionTable } from './options.js';

/** The streams of the process, and its environment. */
export interface Surroundings {
  readonly stdin: Readable;
  readonly stdout: Writable & { readonly isTTY?: boolean | undefined };
  readonly stderr: Writable;
  readonly env: { readonly [name: string]: string | undefined };
}

/** A sub-command: what its help says, and what it does. */
export interface Command {
  /** Its forms, without `robotstream`. */
  readonly usage: readonly string[];
  /** What it does, in a few lines. */
  readonly about: string;
  readonly options: OptionTable;
  /** More of the help: titles and texts. */
  readonly sections: readonly (readonly [title: string, text: string])[];
  /**
   * @throws {UsageError | InputError} what becomes one line on stderr and exit code 2
   */
  run(args: Arguments, surroundings: Surroundings): Promise<ExitCode>;
}
