/**
 * What the command prints about itself: help pages, made from the tables that the commands run by, and the version.
 */
import { HELP_OPTION, type OptionSpec, type OptionTable } from './arguments.js';
import {
  COMMAND_GROUPS,
  type Command,
  type CommandEntry,
  type HelpSection,
  type UsageForm,
} from './command.js';

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

const MAIN_FORMS = [
  ['COMMAND', '[ARGUMENT...]'],
  ['help', 'COMMAND'],
];

/** `robotstream --help` */
export function mainHelp(
  commands: { readonly [name: string]: CommandEntry },
  options: OptionTable,
  screen: Screen,
): string {
  const width = widthOf(screen);
  const listed = Object.entries(commands);
  const longest = Math.max(...listed.map(([name]) => name.length));
  const parts = COMMAND_GROUPS.map((title) => {
    const ofPart = listed.filter(([, { group }]) => group === title);
    const rows = ofPart.map(([name, { summary }]) => [name.padEnd(longest), summary] as const);
    return section(title, rows, width);
  });
  return page([
    wrappedUsage(MAIN_FORMS, width, 'robotstream'),
    'Reads robots.txt files (RFC 9309) and judges URLs by them.',
    ...parts,
    section('options', optionRows(options), width),
    section('exit code', Object.entries(EXIT_CODES), width),
  ]);
}

/** A sentence for the help of commands that accept sites. */
const DOMAINS =
  'A host is its site: example.com is https://example.com/, and localhost:3000 http://localhost:3000/, unless a file has that name.';

/**
 * The help of a command.
 *
 * @param name how it is called: `robotstream lint`
 */
export async function commandHelp(name: string, command: Command, screen: Screen): Promise<string> {
  const { about, options, operandKinds, exitCodes, examples } = command;
  const width = widthOf(screen);
  const sections = (await command.sections?.()) ?? [];
  return page([
    usageText(name, command, width),
    paragraphs(operandKinds === undefined ? about : `${about}\n${DOMAINS}`, width),
    section('options', optionRows({ ...options, ...HELP_OPTION }), width),
    ...sections.map(([title, content]) => section(title, content, width)),
    ...(Object.values(options).some(({ namesReaders }) => namesReaders)
      ? [section('readers', await readersText(), width)]
      : []),
    section('exit code', Object.entries(exitCodes), width),
    examplesText(examples),
  ]);
}

function examplesText(examples: readonly string[]): string {
  return `examples:\n${examples.map((example) => `${' '.repeat(INDENTATION)}${example}`).join('\n')}`;
}

/** What fits a screen of the usual height, the prompt after it included. */
const SCREEN_LINES = 23;

/** The short help of a command: the operands, the options of its examples, and the examples. */
export function shortHelp(name: string, command: Command, screen: Screen): string {
  const { usage, about, options, examples } = command;
  const width = widthOf(screen);
  const forms = usage.map(({ operands = '', last = '' }) => `${operands} [OPTION...] ${last}`.trim());
  const written = Array.from(new Set(forms), (form) => form.split(' '));
  const ending = `${name} --help has all ${Object.keys(options).length} options, the output and the exit codes.`;
  const parts = (names: readonly string[]): string =>
    page([
      wrappedUsage(written, width, name),
      paragraphs(firstSentence(about), width),
      ...(names.length === 0 ? [] : [section('options', names.map(shortRow), width)]),
      examplesText(examples.slice(0, MAX_EXAMPLES)),
      paragraphs(ending, width),
    ]);
  const shortRow = (option: string): readonly [string, string] => {
    const spec = options[option] as OptionSpec;
    return [writtenOption(option, spec), firstSentence(spec.help)];
  };
  let text = parts([]);
  const shown: string[] = [];
  for (const option of optionsIn(command)) {
    const longer = parts([...shown, option]);
    if (longer.split('\n').length > SCREEN_LINES) continue;
    shown.push(option);
    text = longer;
  }
  return text;
}

/** How many examples the short help shows. */
const MAX_EXAMPLES = 5;

/** The options that the examples of a command use, then the others. */
function optionsIn({ options, examples }: Command): readonly string[] {
  const used = examples.flatMap((example) =>
    Array.from(example.matchAll(/--([a-z-]+)/g), ([, name]) => name),
  );
  return [...new Set([...used, ...Object.keys(options)])].filter((name) => Object.hasOwn(options, name));
}

/** The first sentence of a text. */
export function firstSentence(text: string): string {
  return text.split(/(?<=\.) |\n/, 1)[0] ?? '';
}

/** The readers whose names are accepted as profiles. */
async function readersText(): Promise<string> {
  const { readerNames } = await import('./named-readers.js');
  const names = await readerNames();
  return `Programs and services as they read robots.txt, whose names are accepted as profiles: ${names.join(', ')}.`;
}

/** The options of a command: how each is written, and what it does. */
export function optionRows(options: OptionTable): [written: string, help: string][] {
  return Object.entries(options).map(([name, spec]) => [writtenOption(name, spec), spec.help]);
}

function writtenOption(name: string, { value, short, repeatable }: OptionSpec): string {
  const long = `--${name}${value === undefined ? '' : ` ${value}`}${repeatable ? '...' : ''}`;
  return short === undefined ? long : `-${short}, ${long}`;
}

/** The forms of a command line, made from the table of its options. */
export function usageText(name: string, { usage, options }: Command, width: number): string {
  const forms = usage.map((form) => formParts(form, options));
  return wrappedUsage(forms, width, name);
}

/** The parts of a form, each of which stays in one line: `FILE|-`, `--agent NAME`, `[--fix | --fix-dry-run]`. */
function formParts(
  { operands = '', last = '', needs = [], takes, without = [] }: UsageForm,
  options: OptionTable,
): string[] {
  const isTaken = (name: string): boolean => {
    const { needs: other } = options[name] ?? {};
    if (needs.includes(name) || without.includes(name)) return false;
    return (
      (takes?.includes(name) ?? true) && (other === undefined || needs.includes(other) || isTaken(other))
    );
  };
  const written = (name: string): string => inUsage(name, options[name] as OptionSpec);
  const parts = [...operands.split(' ').filter(Boolean), ...needs.map(written)];
  const names = Object.keys(options).filter(isTaken);
  for (const name of names) {
    if (names.includes(options[name]?.excludes ?? '')) continue;
    const others = names.filter((other) => options[other]?.excludes === name);
    parts.push(`[${[name, ...others].map(written).join(' | ')}]`);
  }
  parts.push(...last.split(' ').filter(Boolean));
  return parts;
}

/** An option in a usage form, in its short form if it has one. */
function inUsage(name: string, { short, ...spec }: OptionSpec): string {
  return short === undefined ? writtenOption(name, spec) : `-${short} ${spec.value}`;
}

/** Forms, each wrapped with its lines below the first part after the command's name. */
function wrappedUsage(forms: readonly (readonly string[])[], width: number, name: string): string {
  const lines = forms.map((parts, index) => {
    const start = `${index === 0 ? 'usage:' : '      '} ${name} `;
    return start + wrap(parts, width - start.length).join(`\n${' '.repeat(start.length)}`);
  });
  return lines.join('\n');
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
