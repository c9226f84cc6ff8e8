/**
 * The table of commands with all that it loads: for what describes every command, such as the completion of shells and the manual.
 */
import { HELP_OPTION, type OptionTable } from './arguments.js';
import type { Command, CommandTable } from './command.js';

/** A command with its name and its line in `robotstream --help`. */
export interface NamedCommand {
  /** In one word or two. */
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
