#!/usr/bin/env node
/**
 * The command: finds the sub-command, runs it, and turns what it throws into one line and an exit code.
 */
import { HELP_OPTION, type OptionTable, readArguments } from './arguments.js';
import type { CommandContext } from './command.js';
import { COMMANDS } from './commands.js';
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
import { commandHelp, mainHelp, version } from './help.js';
import { print } from './output.js';
import { visible } from './terminal.js';

const MAIN_OPTIONS: OptionTable = {
  ...HELP_OPTION,
  version: { short: 'V', help: 'Print the version.' },
};

const args = process.argv.slice(2);

process.stdout.on('error', fail);
process.stderr.on('error', () => {}); // there is no other place to report it
run(args, process).then(end, fail);

async function run([name, ...rest]: readonly string[], context: CommandContext): Promise<ExitCode> {
  if (name === undefined || name.startsWith('-')) return runMain(args, context);

  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry === undefined) {
    throw new UsageError(`unknown command ${JSON.stringify(name)}; the commands are ${commandNames()}`);
  }
  const command = await entry.load();
  const read = readArguments(rest, { ...command.options, ...HELP_OPTION });
  if (!read.has('help')) return command.run(read, context);
  await print(context.stdout, [commandHelp(command, context.stdout)]);
  return EXIT.fine;
}

/** The command without a sub-command. */
async function runMain(mainArgs: readonly string[], { stdout }: CommandContext): Promise<ExitCode> {
  const read = readArguments(mainArgs, MAIN_OPTIONS);
  if (read.has('help')) await print(stdout, [mainHelp(COMMANDS, MAIN_OPTIONS, stdout)]);
  else if (read.has('version')) await print(stdout, [`${version()}\n`]);
  else throw new UsageError(`no command is given; the commands are ${commandNames()}`);
  return EXIT.fine;
}

function commandNames(): string {
  return Object.keys(COMMANDS).join(', ');
}

function end(code: ExitCode): void {
  // process.exit() would lose output that is not written yet.
  process.exitCode ??= code;
}

/** Reports an error once: both the output's own event and the code that writes to it can bring the same one. */
function fail(error: unknown): void {
  if (error instanceof Interrupted) {
    endBy(error.signal);
    return;
  }
  // The reader of the output has closed it, as `head` does. That is not a failure.
  if (systemErrorCode(error) === 'EPIPE') process.exit(EXIT.fine);
  if (process.exitCode === EXIT.failure) return;
  process.exitCode = EXIT.failure;
  console.error(`robotstream: ${describe(error)}`);
}

function describe(thrown: unknown): string {
  const error = namedSystemError(thrown, 'standard output'); // errors of inputs have names already
  if (error instanceof UsageError) return visible(`${error.message} (see ${helpCommand()})`);
  if (error instanceof InputError) return visible(error.message);
  return `unexpected error, please report it: ${error instanceof Error ? error.stack : String(error)}`;
}

/** The command line that prints the help for the command line given. */
function helpCommand(): string {
  const [name = ''] = args;
  return Object.hasOwn(COMMANDS, name) ? `robotstream ${name} --help` : 'robotstream --help';
}
