/**
 * What a sub-command is.
 */
import type { Readable, Writable } from 'node:stream';
import type { Arguments, OptionTable } from './arguments.js';
import type { ExitCode } from './exit.js';

/** The context of a sub-command: streams and environment of the process. */
export interface CommandContext {
  readonly stdin: Readable;
  readonly stdout: Writable & {
    readonly isTTY?: boolean | undefined;
    /** The width of the terminal in characters; `undefined` if it is not a terminal. */
    readonly columns?: number | undefined;
  };
  readonly stderr: Writable;
  readonly env: { readonly [name: string]: string | undefined };
}

/**
 * A sub-command: what it accepts, what its help says, and what it does. Help, docs/cli.md and the tests of both read this
 * table, so a new sub-command needs nothing but an entry in `commands.ts`.
 */
export interface Command {
  /** The forms of the command line. */
  readonly usage: readonly UsageForm[];
  /** What it does. The help wraps long lines. */
  readonly about: string;
  readonly options: OptionTable;
  /** What each operand may be, if it may be a domain in place of a URL; the last kind is for all further operands. Default: no operand is a site. */
  readonly operandKinds?: readonly OperandKind[];
  /** Further parts of the help, such as formats of output, made when the help is printed. */
  sections?(): readonly HelpSection[] | Promise<readonly HelpSection[]>;
  /** What each exit code means that the sub-command can have. */
  readonly exitCodes: { readonly [code in ExitCode]?: string };
  /** Command lines to copy. */
  readonly examples: readonly string[];
  /**
   * Runs it.
   *
   * @param commands every command, for commands that describe them all
   * @throws {UsageError | InputError} (rejects) printed as one line on standard error, with exit code 2
   * @throws {Interrupted} (rejects) if a signal ended it
   */
  run(args: Arguments, context: CommandContext, commands: CommandTable): Promise<ExitCode>;
}

/** What an operand may be: a file or a site, only a URL, or neither. */
export type OperandKind = 'source' | 'url' | 'other';

/** A form of the command line. It takes every option of the command for which it does not say otherwise. */
export interface UsageForm {
  /** The arguments that are no options, such as `FILE|- URL...`; absent if there are none. */
  readonly operands?: string;
  /** The arguments that come after all options, such as `-- COMMAND`; absent if there are none. */
  readonly last?: string;
  /** The options that must be given. */
  readonly needs?: readonly string[];
  /** The only other options that it takes. */
  readonly takes?: readonly string[];
  /** Options that it does not take. An option that needs one of these is not taken either. */
  readonly without?: readonly string[];
}

/** A part of the help: text, or rows of a name and what it means. Long lines are wrapped. */
export type HelpSection = readonly [
  title: string,
  content: string | readonly (readonly [name: string, text: string])[],
];

/** The sub-commands by their names, which are one word or two. */
export interface CommandTable {
  readonly [name: string]: CommandEntry;
}

/** The parts of the list in `robotstream --help`, in order. */
export const COMMAND_GROUPS = ['look', 'check', 'live sites', 'archives and logs', 'shell'] as const;

/** A sub-command in the table of `commands.ts`. */
export interface CommandEntry {
  /** The part of the list that it is in; `null` if it is not listed. */
  readonly group: (typeof COMMAND_GROUPS)[number] | null;
  /** Its line in `robotstream --help`. */
  readonly summary: string;
  load(): Promise<Command>;
}
