/**
 * Runs a command line: finds the sub-command, reads its arguments, and turns what it throws into a message.
 */
import {
  type Arguments,
  checkCombination,
  HELP_OPTION,
  type OptionTable,
  readArguments,
  UnknownOption,
} from './arguments.js';
import type { CommandContext, CommandEntry } from './command.js';
import { COMMANDS } from './commands.js';
import { EXIT, type ExitCode, InputError, namedSystemError, UsageError } from './exit.js';
import { commandHelp, mainHelp, shortHelp } from './help.js';
import { print } from './output.js';
import { version } from './package-files.js';
import { withSiteUrls } from './site-argument.js';
import { visible } from './terminal.js';

const MAIN_OPTIONS: OptionTable = {
  ...HELP_OPTION,
  version: { short: 'V', help: 'Print the version.' },
};

/**
 * @param args the command line, without the name of the program
 * @throws {Interrupted} (rejects) if a signal ended it
 * @throws (rejects) any other error; {@link failureMessage} describes it
 */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  const [first, ...others] = args;
  if (first === 'help' && others.length > 0) return runCommand([...others, '--help'], context);
  if (first === undefined || first === 'help') return runMain(['--help'], context);
  if (first.startsWith('-')) return runMain(args, context);

  const name = commandName(args);
  if (name === undefined) {
    const { didYouMean } = await import('./did-you-mean.js');
    throw new UsageError(
      `unknown command ${JSON.stringify(first)}${didYouMean(first, Object.keys(COMMANDS))}`,
    );
  }
  const command = await (COMMANDS[name] as CommandEntry).load();
  const table = { ...command.options, ...HELP_OPTION };
  const read = await withHint(() => readArguments(args.slice(name.split(' ').length), table), table);
  if (read.has('help')) {
    const help = args.includes('--help') ? commandHelp : shortHelp;
    await print(context.stdout, [await help(name, command, context.stdout)]);
    return EXIT.fine;
  }
  checkCombination(read, command.options);
  const { loadNamedReaders } = await import('./named-readers.js');
  await loadNamedReaders(read, command.options);
  const meant = read.has('agent') ? (await import('./did-you-mean.js')).withMeantAgents(read, context) : read;
  return command.run(withSiteUrls(meant, command.operandKinds ?? [], context), context, COMMANDS);
}

/** Reads a command line. The error for an unknown option suggests a known one. */
async function withHint(read: () => Arguments, table: OptionTable): Promise<Arguments> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnknownOption)) throw error;
    const { didYouMean } = await import('./did-you-mean.js');
    const names = Object.keys(table).map((name) => `--${name}`);
    throw new UsageError(error.message + didYouMean(error.option, names));
  }
}

/** Runs a command line without a sub-command. */
async function runMain(args: readonly string[], { stdout }: CommandContext): Promise<ExitCode> {
  const read = await withHint(() => readArguments(args, MAIN_OPTIONS), MAIN_OPTIONS);
  if (read.has('help')) await print(stdout, [mainHelp(COMMANDS, MAIN_OPTIONS, stdout)]);
  else if (read.has('version')) await print(stdout, [`${version()}\n`]);
  else throw new UsageError('no command is given');
  return EXIT.fine;
}

/** The sub-command that a command line names, in two words or one; `undefined` if there is none. */
function commandName([first = '', second = '']: readonly string[]): string | undefined {
  return [`${first} ${second}`, first].find((name) => Object.hasOwn(COMMANDS, name));
}

/** The line on standard error for an error that {@link runCommand} throws, or that standard output reports. */
export function failureMessage(thrown: unknown, args: readonly string[]): string {
  return `robotstream: ${describe(thrown, args)}\n`;
}

function describe(thrown: unknown, args: readonly string[]): string {
  const error = namedSystemError(thrown, 'standard output'); // errors of inputs name the input already
  if (error instanceof UsageError) return visible(`${error.message} (see ${helpCommand(args)})`);
  if (error instanceof InputError) return visible(error.message);
  return `unexpected error, please report it: ${error instanceof Error ? error.stack : String(error)}`;
}

/** The command line that prints the help for a command line. */
function helpCommand(args: readonly string[]): string {
  const name = commandName(args);
  return name === undefined ? 'robotstream --help' : `robotstream ${name} --help`;
}
