/**
 * Errors as plain data. A copy of an error in another thread has its message, but neither its class nor its code.
 */
import { FolderError } from './folder.js';

/** An error of a worker. */
export interface WorkFault {
  readonly message: string;
  /** What an error of the operating system has beside its message; empty for others. */
  readonly system: Pick<NodeJS.ErrnoException, 'code' | 'syscall' | 'path'>;
  /** For an error of the folder: what caused it. */
  readonly cause: WorkFault | null;
}

export function workFault(error: Error): WorkFault {
  const { message, code, syscall, path } = error as NodeJS.ErrnoException;
  const isSystem = code !== undefined && syscall !== undefined;
  return {
    message,
    system: isSystem ? { code, syscall, path } : {},
    cause: error instanceof FolderError ? workFault(error.cause as Error) : null,
  };
}

export function errorOf({ message, system, cause }: WorkFault): Error {
  return cause === null
    ? Object.assign(new Error(message), system)
    : new FolderError(message, { cause: errorOf(cause) });
}
