/**
 * Notes on standard error, beside what a command prints.
 */
import type { CommandContext } from '../../command-line/src/command.js';
import { visible } from '../../command-line/src/terminal.js';

/** Prints a line that is no error. */
export function note({ stderr }: Pick<CommandContext, 'stderr'>, text: string): void {
  complain({ stderr }, `note: ${text}`);
}

/** Prints a line about what went wrong. */
export function complain({ stderr }: Pick<CommandContext, 'stderr'>, text: string): void {
  stderr.write(`robotstream: ${visible(text)}\n`);
}
