/**
 * `robotstream completion`: a script that lets a shell complete the command line.
 */
import { type Arguments, HELP_OPTION } from '../../../command-line/src/arguments.js';
import type { Command, CommandContext, CommandTable } from '../../../command-line/src/command.js';
import { EXIT, type ExitCode, UsageError } from '../../../command-line/src/exit.js';
import { PROFILE_NAMES, readerNames } from '../../../command-line/src/named-readers.js';
import { choiceNamed, positionalOf } from '../../../command-line/src/option-values.js';
import { print } from '../../../command-line/src/output.js';
import { type NamedCommand, SHELLS } from './shells.js';

const NAMES = Object.keys(SHELLS) as (keyof typeof SHELLS)[];

export const completionCommand: Command = {
  usage: [{ operands: NAMES.join('|') }],
  about:
    'Prints a script that lets a shell complete commands, options and file names. It is made from the same table as this help.',
  options: {},
  exitCodes: { 0: 'the script was printed', 2: 'wrong usage' },
  examples: [
    'source <(robotstream completion bash)    # in ~/.bashrc',
    'source <(robotstream completion zsh)     # in ~/.zshrc, after compinit',
    'robotstream completion fish > ~/.config/fish/completions/robotstream.fish',
  ],
  run,
};

async function run(args: Arguments, { stdout }: CommandContext, commands: CommandTable): Promise<ExitCode> {
  const given = positionalOf(args, 'shell');
  if (given === undefined) throw new UsageError(`no shell is given; the shells are ${NAMES.join(', ')}`);
  await print(stdout, [SHELLS[choiceNamed('shell', given, NAMES)](await everyCommand(commands))]);
  return EXIT.fine;
}

/** Loads every command. The choices of an option that names readers are all of them. */
async function everyCommand(commands: CommandTable): Promise<readonly NamedCommand[]> {
  const readers = [...PROFILE_NAMES, ...(await readerNames())];
  return Promise.all(
    Object.entries(commands).map(async ([name, { summary, load }]) => {
      const options = Object.entries({ ...(await load()).options, ...HELP_OPTION }).map(
        ([option, spec]) => [option, spec.namesReaders ? { ...spec, choices: readers } : spec] as const,
      );
      return { name, summary, options: Object.fromEntries(options) };
    }),
  );
}
