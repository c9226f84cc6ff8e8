/**
 * Runs a command line of `robotstream-conform`.
 */
import {
  checkCombination,
  HELP_OPTION,
  type OptionTable,
  readArguments,
} from '../../command-line/src/arguments.js';
import type { CommandContext } from '../../command-line/src/command.js';
import { EXIT, type ExitCode } from '../../command-line/src/exit.js';
import { commandHelp, shortHelp } from '../../command-line/src/help.js';
import { loadNamedReaders } from '../../command-line/src/named-readers.js';
import { print } from '../../command-line/src/output.js';
import { type Program, withHint } from '../../command-line/src/program.js';
import { conformCommand } from './command.js';
import { version } from './package-files.js';

const NAME = 'robotstream-conform';

const OPTIONS: OptionTable = {
  ...conformCommand.options,
  ...HELP_OPTION,
  version: { short: 'V', help: 'Print the version.' },
};

async function run(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  const read = await withHint(() => readArguments(args, OPTIONS), OPTIONS);
  if (read.has('help') || args.length === 0) {
    const help = args.includes('-h') ? shortHelp : commandHelp;
    await print(context.stdout, [await help(NAME, conformCommand, context.stdout)]);
    return EXIT.fine;
  }
  if (read.has('version')) {
    await print(context.stdout, [`${version()}\n`]);
    return EXIT.fine;
  }
  checkCombination(read, OPTIONS);
  await loadNamedReaders(read, OPTIONS);
  return conformCommand.run(read, context, {});
}

export const CONFORM: Program = { name: NAME, run, helpFor: () => `${NAME} --help` };
