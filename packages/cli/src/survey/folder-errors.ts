/**
 * Errors of the commands that read or write the folders of surveys, as one line.
 */
import { FolderError, JoinError } from '@robotstream/survey';
import { InputError, namedSystemError } from '../../../command-line/src/exit.js';

/** The error of a list of sites as one line; another error as it is. */
export function namingList(error: unknown, sites: string | undefined): unknown {
  if (error instanceof JoinError) return new InputError(error.message, { cause: error });
  const { path } = (error ?? {}) as NodeJS.ErrnoException;
  return sites !== undefined && path === sites ? namedSystemError(error, `--sites ${sites}`) : error;
}

/**
 * Runs what reads a folder, and what writes one.
 *
 * @throws {InputError} (rejects) if that fails: the message names the file or the folder
 */
export async function namingFolders<Result>(
  { read, written }: { readonly read: string; readonly written?: string },
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (failure) {
    const isWhole = failure instanceof FolderError && failure.cause === undefined;
    if (isWhole || failure instanceof JoinError) throw new InputError(failure.message);
    const error = failure instanceof FolderError ? failure.cause : failure;
    const folder = failure instanceof FolderError ? (written ?? read) : read;
    const known = namedSystemError(error, (error as NodeJS.ErrnoException).path ?? folder);
    throw known instanceof InputError
      ? known
      : new InputError(`${folder}: ${(error as Error).message}`, { cause: error });
  }
}
