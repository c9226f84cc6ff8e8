/**
 * The help texts, made from the same tables as the commands themselves.
 */
import { columns } from './columns.js';
import type { Command } from './command.js';
import type { CommandEntry } from './commands.js';
import { HELP_OPTION, type OptionTable } from './options.js';

/** What every help ends with. */
const EXITS = `0  allowed, or fine
1  disallowed, unreachable, or something was found
2  wrong usage, or an input that cannot be read`;

/** `robotstream --help` */
export function mainHelp(commands: { readonly [name: string]: CommandEntry }, options: OptionTable): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
  return page([
    'usage: robotstream COMMAND [ARGUMENT...]\n       robotstream COMMAND --help',
    'Reads robots.txt files (RFC 9309) and judges URLs by them.',
    section('commands', columns(rows)),
    section('options', optionRows(options)),
    section('exit code', EXITS),
  ]);
}

/** `robotstream COMMAND --help` */
export function commandHelp({ usage, about, options, sections }: Command): string {
  const forms = usage.map((form, index) => `${index === 0 ? 'usage:' : '      '} robotstream ${form}`);
  return page([
    forms.join('\n'),
    about,
    section('options', optionRows({ ...options, ...HELP_OPTION })),
    ...sections.map(([title, text]) => section(title, text)),
  ]);
}

function page(parts: readonly string[]): string {
  return `${parts.join('\n\n')}\n`;
}

function section(title: string, text: string): string {
  return `${title}:\n${text.replaceAll(/^(?=.)/gm, '  ')}`;
}

function optionRows(options: OptionTable): string {
  return columns(
    Object.entries(options).map(([name, { value, short, repeatable, help }]) => {
      const long = `--${name}${value === undefined ? '' : ` ${value}`}${repeatable ? '...' : ''}`;
      return [short === undefined ? long : `-${short}, ${long}`, help] as const;
    }),
  );
}
