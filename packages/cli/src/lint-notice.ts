/**
 * One line that says that a file has lint findings, for other sub-commands than `lint`.
 */
import type { RobotsDocument } from 'robotstream';
import { lint } from 'robotstream/lint';
import { count, visible } from '../../command-line/src/terminal.js';
import { isUrlArgument } from './input.js';
import { totals } from './problem-text.js';

/**
 * What `robotstream lint` finds in a file, in one line; `null` if it finds nothing.
 *
 * @param argument how the command line names the file: for the command that shows the findings
 */
export function lintNotice(document: RobotsDocument, argument: string): string | null {
  const { findings, omitted } = lint(document, {
    rules: { 'lighthouse-audit': 'off' },
    ...(isUrlArgument(argument) && { url: argument }),
  });
  if (findings.length === 0) return null;
  const more = [...omitted.values()].reduce((sum, number) => sum + number, 0);
  const what = more === 0 ? totals(findings) : `more than ${count(findings.length, 'finding')}`;
  return `${what}: see robotstream lint ${visible(operand(argument))}`;
}

/** An operand of the command as a person can paste it into a POSIX shell: quoted, and not taken for an option. */
function operand(argument: string): string {
  const word = /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
  return /^-./.test(argument) ? `-- ${word}` : word;
}
