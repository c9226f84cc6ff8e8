/**
 * Runs a command line: finds the sub-command, and reads its arguments.
 */
import {
  checkCombination,
  HELP_OPTION,
  type OptionTable,
  readArguments,
} from '../../command-line/src/arguments.js';
import type { CommandContext, CommandEntry } from '../../command-line/src/command.js';
import { EXIT, type ExitCode, UsageError } from '../../command-line/src/exit.js';
import { commandHelp, mainHelp, shortHelp } from '../../command-line/src/help.js';
import { print } from '../../command-line/src/output.js';
import { type Program, withHint } from '../../command-line/src/program.js';
import { COMMANDS } from './commands.js';
import { version } from './package-files.js';
import { withSiteUrls } from './site-argument.js';

const MAIN_OPTIONS: OptionTable = {
  ...HELP_OPTION,
  version: { short: 'V', help: 'Print the version.' },
};

/**
 * @param args the command line, without the name of the program
 * @throws {Interrupted} (rejects) if a signal ended it
 * @throws (rejects) any other error; `failureMessage` describes it
 */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  const [first, ...others] = args;
  if (first === 'help' && others.length > 0) return runCommand([...others, '--help'], context);
  if (first === undefined || first === 'help') return runMain(['--help'], context);
  if (first.startsWith('-')) return runMain(args, context);

  const name = commandName(args);
  if (name === undefined) {
    const { didYouMean } = await import('robotstream/crawlers/internal');
    const hint =
      first === 'conform'
        ? '; it is a package of its own: npx @robotstream/conform'
        : didYouMean(first, Object.keys(COMMANDS));
    throw new UsageError(`unknown command ${JSON.stringify(first)}${hint}`);
  }
  const command = await (COMMANDS[name] as CommandEntry).load();
  const table = { ...command.options, ...HELP_OPTION };
  const read = await withHint(() => readArguments(args.slice(name.split(' ').length), table), table);
  if (read.has('help')) {
    const help = args.includes('--help') ? commandHelp : shortHelp;
    await print(context.stdout, [await help(`robotstream ${name}`, command, context.stdout)]);
    return EXIT.fine;
  }
  checkCombination(read, command.options);
  const { loadNamedReaders } = await import('../../command-line/src/named-readers.js');
  await loadNamedReaders(read, command.options);
  const meant = read.has('agent') ? (await import('./meant-agents.js')).withMeantAgents(read, context) : read;
  return command.run(withSiteUrls(meant, command.operandKinds ?? [], context), context, COMMANDS);
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

/** The command line that prints the help for a command line. */
function helpFor(args: readonly string[]): string {
  const name = commandName(args);
  return name === undefined ? 'robotstream --help' : `robotstream ${name} --help`;
}

export const ROBOTSTREAM: Program = { name: 'robotstream', run: runCommand, helpFor };
