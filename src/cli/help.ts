/**
 * What the command prints about itself: help pages, made from the tables that the commands run by, and the version.
 */
import { createRequire } from 'node:module';
import { HELP_OPTION, type OptionSpec, type OptionTable } from './arguments.js';
import type { Command, CommandEntry, HelpSection } from './command.js';

/** The widest a help page gets, in characters. Longer lines are hard to read. */
const MAX_WIDTH = 100;
const MIN_WIDTH = 60;
const INDENTATION = 2;

/** Where the help is printed: the number of characters in a line, if it is a terminal. */
type Screen = { readonly columns?: number | undefined };

function widthOf({ columns = MAX_WIDTH }: Screen): number {
  return Math.min(Math.max(columns, MIN_WIDTH), MAX_WIDTH);
}

/** The exit codes in `robotstream --help`. */
const EXIT_CODES = {
  0: 'allowed, or fine',
  1: 'disallowed, unreachable, or something was found',
  2: 'wrong usage, or an input that cannot be read',
};

/** `robotstream --help` */
export function mainHelp(
  commands: { readonly [name: string]: CommandEntry },
  options: OptionTable,
  screen: Screen,
): string {
  const width = widthOf(screen);
  const summaries = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
  return page([
    usageText(['COMMAND [ARGUMENT...]', 'COMMAND --help'], width),
    'Reads robots.txt files (RFC 9309) and judges URLs by them.',
    section('commands', summaries, width),
    section('options', optionRows(options), width),
    section('exit code', Object.entries(EXIT_CODES), width),
  ]);
}

/** `robotstream COMMAND --help` */
export function commandHelp(command: Command, screen: Screen): string {
  const { usage, about, options, sections, exitCodes, examples } = command;
  const width = widthOf(screen);
  return page([
    usageText(usage, width),
    paragraphs(about, width),
    section('options', optionRows({ ...options, ...HELP_OPTION }), width),
    ...sections.map(([title, content]) => section(title, content, width)),
    section('exit code', Object.entries(exitCodes), width),
    `examples:\n${examples.map((example) => `${' '.repeat(INDENTATION)}${example}`).join('\n')}`,
  ]);
}

/** The options of a command: how each is written, and what it does. */
export function optionRows(options: OptionTable): [written: string, help: string][] {
  return Object.entries(options).map(([name, spec]) => [writtenOption(name, spec), spec.help]);
}

function writtenOption(name: string, { value, short, repeatable }: OptionSpec): string {
  const long = `--${name}${value === undefined ? '' : ` ${value}`}${repeatable ? '...' : ''}`;
  return short === undefined ? long : `-${short}, ${long}`;
}

/** The parts of a usage form that stay in one line: `[--profile P]`, `FILE|-`. */
const USAGE_PART = /\[[^[\]]*\]|\S+/g;

/** The forms of a command line, each wrapped with its lines below the first part after the command's name. */
export function usageText(usage: readonly string[], width: number): string {
  const forms = usage.map((form, index) => {
    const [name = '', ...parts] = form.match(USAGE_PART) ?? [];
    const start = `${index === 0 ? 'usage:' : '      '} robotstream ${name} `;
    return start + wrap(parts, width - start.length).join(`\n${' '.repeat(start.length)}`);
  });
  return forms.join('\n');
}

function page(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}

function section(title: string, content: HelpSection[1], width: number): string {
  const inner = width - INDENTATION;
  const text = typeof content === 'string' ? paragraphs(content, inner) : columns(content, inner);
  return `${title}:\n${text.replaceAll(/^(?=.)/gm, ' '.repeat(INDENTATION))}`;
}

/** Rows of a name and its text in two columns. */
function columns(rows: readonly (readonly [name: string, text: string])[], width: number): string {
  const left = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows
    .map(
      ([name, text]) => name.padEnd(left) + wrap(text.split(' '), width - left).join(`\n${' '.repeat(left)}`),
    )
    .join('\n');
}

/** Text with its long lines wrapped. */
function paragraphs(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => (line.length > width ? wrap(line.split(' '), width) : line))
    .join('\n');
}

/** Words in lines of at most `width` characters. */
export function wrap(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}

/** Text with an indentation, in lines of at most `width` characters. */
export function paragraph(text: string, indentation: string, width: number): string {
  return indentation + wrap(text.split(' '), width - indentation.length).join(`\n${indentation}`);
}

/** The version of the package. */
export function version(): string {
  return (createRequire(import.meta.url)('robotstream/package.json') as { version: string }).version;
}
