/**
 * Errors of the commands that read the folders of surveys, as one line.
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
 * Runs what reads a folder.
 *
 * @throws {InputError} (rejects) if that fails: the message names the file or the folder
 */
export async function namingFolder<Result>(folder: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (failure) {
    const error = failure instanceof FolderError ? (failure.cause ?? failure) : failure;
    if (error === failure && (failure instanceof FolderError || failure instanceof JoinError))
      throw new InputError(failure.message);
    const known = namedSystemError(error, (error as NodeJS.ErrnoException).path ?? folder);
    throw known instanceof InputError
      ? known
      : new InputError(`${folder}: ${(error as Error).message}`, { cause: error });
  }
}
