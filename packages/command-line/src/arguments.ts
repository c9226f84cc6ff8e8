/**
 * Reads a command line. One table names the options, for the parser and for the help.
 */
import { parseArgs } from 'node:util';
import { UsageError } from './exit.js';

/** One option. */
export interface OptionSpec {
  /** The name of its value in the help; absent if it takes none. */
  readonly value?: string;
  /** Whether it may be given several times. */
  readonly repeatable?: boolean;
  /** Its one-letter form. */
  readonly short?: string;
  /** An option without which it cannot be given. */
  readonly needs?: string;
  /** An option with which it cannot be given; the usage shows it after that one. */
  readonly excludes?: string;
  /** Whether it takes names of readers, with commas between them: the readers are loaded then. */
  readonly namesReaders?: boolean;
  /** Its values, if they are a list, for the completion of shells. Those of an option that names readers are added to them. */
  readonly choices?: readonly string[];
  /** What it does, for the help. */
  readonly help: string;
}

/** An option is not in the table. */
export class UnknownOption extends UsageError {
  /** The option as it was written, such as `--agnet`. */
  readonly option: string;

  constructor(option: string) {
    super(`unknown option ${JSON.stringify(option)}`);
    this.option = option;
  }
}

/** Options by name, without `--`. */
export type OptionTable = { readonly [name: string]: OptionSpec };

/** The option that every command takes. */
export const HELP_OPTION: OptionTable = {
  help: { short: 'h', help: 'Print this help; -h prints a short form that fits a screen.' },
};

/** A command line, read. */
export interface Arguments {
  readonly positionals: readonly string[];
  /** Whether an option is given. */
  has(name: string): boolean;
  /** Every value of an option, in order. */
  all(name: string): readonly string[];
  /** The value of an option that may be given once; `undefined` if it is not given. */
  one(name: string): string | undefined;
}

/**
 * Reads a command line. Options may be anywhere before `--`.
 *
 * @throws {UsageError} if an option is not in the table, is given twice, lacks its value, or has one that it does not take
 */
export function readArguments(args: readonly string[], table: OptionTable): Arguments {
  const { positionals, tokens } = parseArgs({
    args: [...args],
    options: parserOptions(table),
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const values = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    const spec = Object.hasOwn(table, name) ? table[name] : undefined;
    if (spec === undefined) throw new UnknownOption(rawName);
    const isNextOption = inlineValue === false && value !== undefined && /^-./.test(value);
    if (spec.value !== undefined && (value === undefined || isNextOption)) {
      throw new UsageError(`${rawName} needs a value: ${rawName} ${spec.value}`);
    }
    if (spec.value === undefined && value !== undefined) throw new UsageError(`${rawName} takes no value`);
    const given = values.get(name);
    if (given !== undefined && spec.value !== undefined && spec.repeatable !== true) {
      throw new UsageError(`${rawName} is given twice`);
    }
    values.set(name, [...(given ?? []), value ?? '']);
  }
  return {
    positionals,
    has: (name) => values.has(name),
    all: (name) => values.get(name) ?? [],
    one: (name) => values.get(name)?.[0],
  };
}

/** @throws {UsageError} if an option is given without one that it needs, or with one that it excludes */
export function checkCombination(args: Arguments, table: OptionTable): void {
  for (const [name, { needs, excludes }] of Object.entries(table)) {
    if (!args.has(name)) continue;
    if (needs !== undefined && !args.has(needs)) throw new UsageError(`--${name} needs --${needs}`);
    if (excludes !== undefined && args.has(excludes)) {
      throw new UsageError(`--${excludes} and --${name} exclude each other`);
    }
  }
}

function parserOptions(table: OptionTable): NonNullable<Parameters<typeof parseArgs>[0]>['options'] {
  return Object.fromEntries(
    Object.entries(table).map(([name, { value, short }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        ...(short !== undefined && { short }),
      },
    ]),
  );
}
