#!/usr/bin/env node
/**
 * The command: finds the sub-command, runs it, and turns what it throws into one line and an exit code.
 */
import type { Surroundings } from './command.js';
import { COMMANDS } from './commands.js';
import { EXIT, type ExitCode, InputError, namedSystemError, systemErrorCode, UsageError } from './exit.js';
import { commandHelp, mainHelp } from './help.js';
import { endBy, Interrupted } from './interrupt.js';
import { HELP_OPTION, type OptionTable, readArguments } from './options.js';
import { print } from './output.js';
import { version } from './version.js';
import { visible } from './visible.js';

const MAIN_OPTIONS: OptionTable = {
  ...HELP_OPTION,
  version: { short: 'V', help: 'Print the version.' },
};

process.stdout.on('error', fail);
process.stderr.on('error', () => {}); // nobody listens, and there is nowhere to say so
run(process.argv.slice(2), process).then(end, fail);

async function run(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined || name.startsWith('-')) return runMain(args, surroundings);

  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (entry === undefined) {
    const known = Object.keys(COMMANDS).join(', ');
    throw new UsageError(`unknown command ${JSON.stringify(name)}; the commands are ${known}`);
  }
  const command = await entry.load();
  const read = readArguments(rest, { ...command.options, ...HELP_OPTION }, name);
  if (!read.has('help')) return command.run(read, surroundings);
  await print(surroundings.stdout, [commandHelp(command)]);
  return EXIT.fine;
}

/** The command without a sub-command. */
async function runMain(args: readonly string[], { stdout }: Surroundings): Promise<ExitCode> {
  const read = readArguments(args, MAIN_OPTIONS);
  if (read.has('help')) await print(stdout, [mainHelp(COMMANDS, MAIN_OPTIONS)]);
  else if (read.has('version')) await print(stdout, [`${version()}\n`]);
  else throw new UsageError(`no command is given; the commands are ${Object.keys(COMMANDS).join(', ')}`);
  return EXIT.fine;
}

function end(code: ExitCode): void {
  // Not process.exit(): what is written may still be on its way.
  process.exitCode ??= code;
}

/** Says what went wrong, once: a failing output is told both by its own event and by whoever was writing to it. */
function fail(error: unknown): void {
  if (error instanceof Interrupted) {
    endBy(error.signal);
    return;
  }
  // Whoever reads the output wants no more of it, as `head` does: that is no failure.
  if (systemErrorCode(error) === 'EPIPE') process.exit(EXIT.fine);
  if (process.exitCode === EXIT.failure) return;
  process.exitCode = EXIT.failure;
  console.error(`robotstream: ${describe(error)}`);
}

function describe(thrown: unknown): string {
  const error = namedSystemError(thrown, 'standard output'); // those of inputs have their names already
  if (error instanceof UsageError) {
    const help = ['robotstream', error.command, '--help'].filter(Boolean).join(' ');
    return visible(`${error.message} (see ${help})`);
  }
  if (error instanceof InputError) return visible(error.message);
  return `this should not happen, please report it: ${error instanceof Error ? error.stack : String(error)}`;
}
