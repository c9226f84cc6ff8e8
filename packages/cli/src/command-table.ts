/**
 * Loads every command of the table, to describe them all, as shell completion and the manual page do.
 */
import { HELP_OPTION, type OptionTable } from './arguments.js';
import type { Command, CommandTable } from './command.js';

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
      return { name, summary, command, options: { ...command.options, ...HELP_OPTION } };
    }),
  );
}
