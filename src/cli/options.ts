/**
 * The options and arguments of a sub-command: one table says which there are, to the parser and to the help.
 */
import { parseArgs } from 'node:util';
import { UsageError } from './exit.js';

/** One option. */
export interface OptionSpec {
  /** What its value is called in the help; absent: it takes none. */
  readonly value?: string;
  /** Whether it may be given several times. */
  readonly repeatable?: boolean;
  /** Its one-letter form. */
  readonly short?: string;
  /** What it does, for the help. */
  readonly help: string;
}

/** The options by their names, without `--`. */
export type OptionTable = { readonly [name: string]: OptionSpec };

/** What every sub-command takes. */
export const HELP_OPTION: OptionTable = { help: { short: 'h', help: 'Print this help.' } };

/** What a command line says. */
export interface Arguments {
  readonly positionals: readonly string[];
  /** Whether an option is given. */
  has(name: string): boolean;
  /** Every value of an option, in order. */
  all(name: string): readonly string[];
  /** The value of an option that may be given once. */
  one(name: string): string | undefined;
}

/**
 * Reads a command line by a table of options. Options may stand anywhere before `--`.
 *
 * @param command the sub-command, for the message
 * @throws {UsageError} on an option that is not in the table, given twice, or with a value too many or too few
 */
export function readArguments(args: readonly string[], table: OptionTable, command?: string): Arguments {
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
    if (spec === undefined) throw new UsageError(`unknown option ${JSON.stringify(rawName)}`, command);
    const isTaken = inlineValue === false && value !== undefined && /^-./.test(value);
    if (spec.value !== undefined && (value === undefined || isTaken)) {
      throw new UsageError(`${rawName} needs a value: ${rawName} ${spec.value}`, command);
    }
    if (spec.value === undefined && value !== undefined) {
      throw new UsageError(`${rawName} takes no value`, command);
    }
    const given = values.get(name);
    if (given !== undefined && spec.value !== undefined && spec.repeatable !== true) {
      throw new UsageError(`${rawName} is given twice`, command);
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
