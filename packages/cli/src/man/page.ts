/**
 * The manual page robotstream(1), in the macros of man(7): the help of every command.
 */
import type { CommandTable } from '../../../command-line/src/command.js';
import { commandHelp } from '../../../command-line/src/help.js';
import { version } from '../package-files.js';

/** The width of the lines, in characters, as terminals show the page. */
const WIDTH = 76;

/** The page, in chunks of text. */
export async function* manPage(commands: CommandTable): AsyncGenerator<string, void> {
  yield `.TH ROBOTSTREAM 1 "" "robotstream ${escaped(version())}"\n`;
  yield '.SH NAME\nrobotstream \\- read robots.txt files (RFC 9309) and judge URLs by them\n';
  yield '.SH SYNOPSIS\n.B robotstream\n.I COMMAND\n[\\fIARGUMENT\\fR...]\n.br\n.B robotstream\n.I COMMAND\n\\-\\-help\n';
  for (const [name, { load }] of Object.entries(commands)) {
    const help = await commandHelp(`robotstream ${name}`, await load(), { columns: WIDTH });
    yield `.SH "ROBOTSTREAM ${name.toUpperCase()}"\n.nf\n${escaped(help)}.fi\n`;
  }
}

/** A text in which nothing is special to roff: no character, and no line that it reads as a request. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga')
    .replaceAll(/^(?=\.)/gm, '\\&');
}
