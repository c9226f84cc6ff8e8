/**
 * The manual page robotstream(1), in the macros of man(7), made from the tables of the commands.
 */
import type { HelpSection } from '../../../command-line/src/command.js';
import { optionRows, usageText } from '../../../command-line/src/help.js';
import type { NamedCommand } from '../command-table.js';
import { version } from '../package-files.js';

/** The width of the usage lines, in characters, as terminals show the page. */
const USAGE_WIDTH = 76;

/** The page, in chunks of text. */
export async function* manPage(commands: readonly NamedCommand[]): AsyncGenerator<string, void> {
  yield `.TH ROBOTSTREAM 1 "" ${quoted(`robotstream ${version()}`)}\n`;
  yield '.SH NAME\nrobotstream \\- read robots.txt files (RFC 9309) and judge URLs by them\n';
  yield '.SH SYNOPSIS\n.B robotstream\n.I COMMAND\n[\\fIARGUMENT\\fR...]\n.br\n.B robotstream\n.I COMMAND\n\\-\\-help\n';
  yield '.SH COMMANDS\n';
  for (const { name, summary } of commands) yield `.TP\n.B ${escaped(name)}\n${text(summary)}\n`;
  for (const one of commands) yield* commandText(one);
}

async function* commandText({ name, command, options }: NamedCommand): AsyncGenerator<string, void> {
  yield `.SH ${quoted(`robotstream ${name}`.toUpperCase())}\n`;
  yield verbatim(usageText(name, command, USAGE_WIDTH).replace(/^usage:/, '      '));
  yield `.PP\n${text(command.about)}\n`;
  for (const row of optionRows(options)) yield termText(row);
  for (const section of (await command.sections?.()) ?? []) yield sectionText(section);
  yield `.SS Exit codes\n${Object.entries(command.exitCodes).map(termText).join('')}`;
  yield `.SS Examples\n${verbatim(command.examples.join('\n'))}`;
}

function sectionText([title, content]: HelpSection): string {
  const body = typeof content === 'string' ? `${text(content)}\n` : content.map(termText).join('');
  return `.SS ${quoted(title)}\n${body}`;
}

function termText([term, meaning]: readonly [string, string]): string {
  return `.TP\n.B ${quoted(term)}\n${text(meaning)}\n`;
}

/** Lines that roff must not fill. */
function verbatim(lines: string): string {
  return `.nf\n${lines.split('\n').map(escapedLine).join('\n')}\n.fi\n`;
}

/** Paragraphs; a line that begins with white space stays a line of its own. */
function text(content: string): string {
  return content
    .split('\n')
    .map((line) => escapedLine(line.trim()))
    .filter((line) => line !== '')
    .join('\n.br\n');
}

/** A line of text, escaped so that roff does not read it as a request. */
function escapedLine(line: string): string {
  const safe = escaped(line);
  return /^[.']/.test(safe) ? `\\&${safe}` : safe;
}

/** A text in which all characters that are special to roff are escaped. */
function escaped(line: string): string {
  return line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga');
}

/** An argument of a macro. */
function quoted(argument: string): string {
  return `"${escaped(argument).replaceAll('"', '\\(dq')}"`;
}
