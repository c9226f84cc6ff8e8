/**
 * What the command prints about itself: help pages, made from the tables that the commands run by, and the version.
 */
import { readFileSync } from 'node:fs';
import { HELP_OPTION, type OptionSpec, type OptionTable } from './arguments.js';
import type { Command, CommandEntry } from './command.js';

/** The width of a help page in characters, its indentation included. */
const WIDTH = 100;
const INDENTATION = 2;

/** Exit codes, as `robotstream --help` sums them up. */
const EXIT_CODES = {
  0: 'allowed, or fine',
  1: 'disallowed, unreachable, or something was found',
  2: 'wrong usage, or an input that cannot be read',
};

/** `robotstream --help` */
export function mainHelp(commands: { readonly [name: string]: CommandEntry }, options: OptionTable): string {
  return page([
    'usage: robotstream COMMAND [ARGUMENT...]\n       robotstream COMMAND --help',
    'Reads robots.txt files (RFC 9309) and judges URLs by them.',
    section('commands', columns(Object.entries(commands).map(([name, { summary }]) => [name, summary]))),
    section('options', columns(optionRows(options))),
    section('exit code', columns(Object.entries(EXIT_CODES))),
  ]);
}

/** `robotstream COMMAND --help` */
export function commandHelp({ usage, about, options, sections, exitCodes, examples }: Command): string {
  const forms = usage.map((form, index) => `${index === 0 ? 'usage:' : '      '} robotstream ${form}`);
  return page([
    forms.join('\n'),
    wrapped(about, WIDTH),
    section('options', columns(optionRows({ ...options, ...HELP_OPTION }))),
    ...sections.map(([title, text]) => section(title, text)),
    section('exit code', columns(Object.entries(exitCodes))),
    section('examples', examples.join('\n')),
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

/** Rows of a name and its text in two columns, the text wrapped at the width of a help page. */
export function columns(rows: readonly (readonly [name: string, text: string])[]): string {
  const left = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows
    .map(([name, text]) => {
      const lines = wrap(text, WIDTH - INDENTATION - left);
      return name.padEnd(left) + lines.join(`\n${' '.repeat(left)}`);
    })
    .join('\n');
}

/** The text with its long lines wrapped. */
function wrapped(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => (line.length > width ? wrap(line, width) : line))
    .join('\n');
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}

function page(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}

function section(title: string, text: string): string {
  const lines = wrapped(text, WIDTH - INDENTATION);
  return `${title}:\n${lines.replaceAll(/^(?=.)/gm, ' '.repeat(INDENTATION))}`;
}

/** The version of the package. This file is published as `dist/cli/help.js`. */
export function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
