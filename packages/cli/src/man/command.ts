/**
 * `robotstream man`: the manual page, for the build and for systems that do not install it.
 */
import type { Arguments } from '../../../command-line/src/arguments.js';
import type { Command, CommandContext, CommandTable } from '../../../command-line/src/command.js';
import { EXIT, type ExitCode, UsageError } from '../../../command-line/src/exit.js';
import { print } from '../../../command-line/src/output.js';
import { manPage } from './page.js';

export const manCommand: Command = {
  usage: [{}],
  about:
    'Prints the manual page robotstream(1), made from the same tables as this help. After npm install --global, man robotstream shows it on most systems.',
  options: {},
  exitCodes: { 0: 'the page was printed', 2: 'wrong usage' },
  examples: ['robotstream man | man -l -', 'robotstream man > /usr/local/share/man/man1/robotstream.1'],
  run,
};

async function run(
  { positionals }: Arguments,
  { stdout }: CommandContext,
  commands: CommandTable,
): Promise<ExitCode> {
  if (positionals.length > 0) throw new UsageError('man takes no arguments');
  await print(stdout, manPage(commands));
  return EXIT.fine;
}
