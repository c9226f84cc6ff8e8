/**
 * How the command ends: its exit codes, and the errors that become one line on stderr.
 */

/** The exit codes, with what they mean. */
export const EXIT = {
  /** Everything asked about is allowed, or fine. */
  fine: 0,
  /** Something is disallowed, or something was found. */
  findings: 1,
  /** Wrong usage, or an input that cannot be read. */
  failure: 2,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command was called wrongly; the message says what is wrong and what would be right. */
export class UsageError extends Error {
  /** The sub-command whose help would show the right way; none: the command's own. */
  readonly command: string | undefined;

  constructor(message: string, command?: string) {
    super(message);
    this.command = command;
  }
}

/** An input cannot be read, or the output not written. */
export class InputError extends Error {}

/** What an error of the operating system means to whoever typed the command. */
const SYSTEM_ERRORS: { readonly [code: string]: string } = {
  EACCES: 'permission denied',
  EISDIR: 'is a directory; a file is expected',
  ELOOP: 'too many symbolic links',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'no such file',
  ENOSPC: 'no space left on the device',
  ENOTDIR: 'a part of the path is not a directory',
  EPERM: 'operation not permitted',
};

/**
 * An error of the operating system as an {@link InputError} that names what it befell; any other error as it is.
 *
 * @param name the file, or what stands for it
 */
export function namedSystemError(error: unknown, name: string): unknown {
  const code = systemErrorCode(error);
  if (code === undefined) return error;
  return new InputError(`${name}: ${SYSTEM_ERRORS[code] ?? (error as Error).message}`, { cause: error });
}

/** The code of an error of the operating system, such as `ENOENT`; undefined if it is none. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
