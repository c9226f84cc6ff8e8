/**
 * How the command ends: exit codes, the errors that become one line on standard error, and signals.
 */

/** The exit codes. */
export const EXIT = {
  /** Everything asked about is allowed, or fine. */
  fine: 0,
  /** Something is disallowed, or something was found. */
  findings: 1,
  /** The command line is wrong, or an input cannot be read. */
  failure: 2,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line is wrong. The message says what is wrong and what is accepted. */
export class UsageError extends Error {}

/** An input cannot be read, or the output cannot be written. */
export class InputError extends Error {}

/** What `ENOENT` means where a file or a directory is created, and the directory above it exists. */
export const CANNOT_CREATE = 'no file or directory can be created here';

/** The errors of the operating system in plain words, some of them of one system call alone. */
const SYSTEM_ERRORS: { readonly [code: string]: string } = {
  EACCES: 'permission denied',
  EADDRINUSE: 'the port is in use',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'is not a directory',
  EFBIG: 'the file would be too large',
  EISDIR: 'is a directory; a file is expected',
  ELOOP: 'too many symbolic links',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'no such file',
  'ENOENT mkdir': CANNOT_CREATE,
  'ENOENT scandir': 'no such directory',
  ENOSPC: 'no space left on the device',
  ENOTDIR: 'a part of the path is not a directory',
  'ENOTDIR scandir': 'is not a directory',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
};

/**
 * Turns an error of the operating system into an {@link InputError} that names the file. Any other error is returned as it is.
 *
 * @param name the file, or `standard output` and the like
 */
export function namedSystemError(error: unknown, name: string): unknown {
  const code = systemErrorCode(error);
  if (code === undefined) return error;
  const { syscall, message } = error as NodeJS.ErrnoException;
  const text = SYSTEM_ERRORS[`${code} ${syscall}`] ?? SYSTEM_ERRORS[code] ?? message;
  return new InputError(`${name === '' ? '""' : name}: ${text}`, { cause: error });
}

/** The code of an error of the operating system, such as `ENOENT`; `undefined` for other errors. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** How long interrupted work may take to close, in milliseconds. Closing never ends if the output is not read. */
const CLOSE_TIMEOUT_MS = 1000;

/** A signal asked the process to end. */
export class Interrupted extends Error {
  readonly signal: NodeJS.Signals;

  constructor(signal: NodeJS.Signals) {
    super(`ended by ${signal}`);
    this.signal = signal;
  }
}

/**
 * Runs work that Ctrl+C can end early: the work aborts and closes what it opened, then the process ends by the signal.
 *
 * @param work must reject soon after its signal aborts; the reason of the rejection is ignored
 * @throws {Interrupted} (rejects) once interrupted work has ended
 */
export async function untilInterrupted<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  const controller = new AbortController();
  const listeners = SIGNALS.map((name) => {
    const listener = (): void => {
      stopListening(); // a second signal ends the process at once
      controller.abort(new Interrupted(name));
      setTimeout(() => endBy(name), CLOSE_TIMEOUT_MS).unref();
    };
    return [name, listener] as const;
  });
  const stopListening = (): void => {
    for (const [name, listener] of listeners) process.removeListener(name, listener);
  };
  for (const [name, listener] of listeners) process.on(name, listener);
  try {
    const value = await work(controller.signal);
    controller.signal.throwIfAborted();
    return value;
  } catch (error) {
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    stopListening();
  }
}

/** Ends the process by a signal, so that its parent sees the signal rather than an exit code. */
export function endBy(signal: NodeJS.Signals): void {
  process.kill(process.pid, signal);
}
