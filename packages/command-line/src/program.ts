/**
 * A program as a process: its arguments, its streams, its exit code, and what it says when it fails.
 */
import { type Arguments, type OptionTable, UnknownOption } from './arguments.js';
import type { CommandContext } from './command.js';
import {
  EXIT,
  type ExitCode,
  endBy,
  InputError,
  Interrupted,
  namedSystemError,
  systemErrorCode,
  UsageError,
} from './exit.js';
import { visible } from './terminal.js';

/** A program: `robotstream`, or `robotstream-conform`. */
export interface Program {
  readonly name: string;
  /**
   * @param args the command line, without the name of the program
   * @throws {Interrupted} (rejects) if a signal ended it
   * @throws (rejects) any other error; {@link failureMessage} describes it
   */
  run(args: readonly string[], context: CommandContext): Promise<ExitCode>;
  /** The command line that prints the help for a command line. */
  helpFor(args: readonly string[]): string;
}

/** Runs a program with the arguments and the streams of this process. */
export function runAsProcess(program: Program): void {
  const args = process.argv.slice(2);
  process.stdout.on('error', fail);
  process.stderr.on('error', () => {}); // there is no other place to report it
  process.once('beforeExit', failUnfinished);
  program.run(args, process).then(end, fail);

  /** Nothing is left to wait for, but the command has not ended: it waits for what will never come, such as a thread that has exited. */
  function failUnfinished(): void {
    fail(new InputError('stopped before the end: the command waits for something that no longer exists'));
  }

  function end(code: ExitCode): void {
    process.off('beforeExit', failUnfinished);
    // process.exit() would lose output that is not written yet.
    process.exitCode ??= code;
  }

  /** Reports an error once: the output's own event and the code that writes to it can raise the same error. */
  function fail(error: unknown): void {
    process.off('beforeExit', failUnfinished);
    if (error instanceof Interrupted) {
      endBy(error.signal);
      return;
    }
    // The reader of the output has closed it, as `head` does. That is not a failure.
    if (systemErrorCode(error) === 'EPIPE') process.exit(EXIT.fine);
    if (process.exitCode === EXIT.failure) return;
    process.exitCode = EXIT.failure;
    process.stderr.write(failureMessage(program, error, args));
  }
}

/** The line on standard error for an error that a program throws, or that standard output reports. */
export function failureMessage({ name, helpFor }: Program, thrown: unknown, args: readonly string[]): string {
  const error = namedSystemError(thrown, 'standard output'); // errors of inputs name the input already
  if (error instanceof UsageError) return `${name}: ${visible(`${error.message} (see ${helpFor(args)})`)}\n`;
  if (error instanceof InputError) return `${name}: ${visible(error.message)}\n`;
  return `${name}: unexpected error, please report it: ${error instanceof Error ? error.stack : String(error)}\n`;
}

/**
 * Reads a command line. The error for an unknown option suggests a known one.
 *
 * @throws {UsageError} (rejects) if it cannot be read
 */
export async function withHint(read: () => Arguments, table: OptionTable): Promise<Arguments> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnknownOption)) throw error;
    const { didYouMean } = await import('robotstream/crawlers/internal');
    const names = Object.keys(table).map((name) => `--${name}`);
    throw new UsageError(error.message + didYouMean(error.option, names));
  }
}
