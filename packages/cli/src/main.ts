#!/usr/bin/env node
/**
 * The command as a process: its arguments, its streams, its exit code.
 */
import { EXIT, type ExitCode, endBy, InputError, Interrupted, systemErrorCode } from './exit.js';
import { failureMessage, runCommand } from './run-command.js';

const args = process.argv.slice(2);

process.stdout.on('error', fail);
process.stderr.on('error', () => {}); // there is no other place to report it
process.once('beforeExit', failUnfinished);
runCommand(args, process).then(end, fail);

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
  process.stderr.write(failureMessage(error, args));
}
