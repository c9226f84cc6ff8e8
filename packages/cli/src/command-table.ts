/**
 * Loads every command of the table, to describe them all, as shell completion and the manual page do.
 */
import { HELP_OPTION, type OptionSpec, type OptionTable } from '../../command-line/src/arguments.js';
import type { Command, CommandTable } from '../../command-line/src/command.js';
import { PROFILE_NAMES, readerNames } from '../../command-line/src/named-readers.js';

/** A command with its name and its line in `robotstream --help`. */
export interface NamedCommand {
  /** The command's name: one word, or two. */
  readonly name: string;
  readonly summary: string;
  readonly command: Command;
  /** Its options, `--help` included. */
  readonly options: OptionTable;
}

/** Loads every command. */
export function everyCommand(commands: CommandTable): Promise<readonly NamedCommand[]> {
  return Promise.all(
    Object.entries(commands).map(async ([name, { summary, load }]) => {
      const command = await load();
      const options = Object.entries({ ...command.options, ...HELP_OPTION }).map(
        async ([option, spec]) => [option, await withReaders(spec)] as const,
      );
      return { name, summary, command, options: Object.fromEntries(await Promise.all(options)) };
    }),
  );
}

/** An option that names readers, with all of them as its choices. */
async function withReaders(spec: OptionSpec): Promise<OptionSpec> {
  return spec.namesReaders ? { ...spec, choices: [...PROFILE_NAMES, ...(await readerNames())] } : spec;
}
