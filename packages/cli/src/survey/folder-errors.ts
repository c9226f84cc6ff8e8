/**
 * Errors of the commands that read the folders of surveys, as one line.
 */
import { FolderError, JoinError } from '@robotstream/survey';
import { InputError, namedSystemError } from '../../../command-line/src/exit.js';
import { inputError } from '../input.js';

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
  } catch (error) {
    const { message, cause } = error as Error;
    const isWhole = error instanceof JoinError || (error instanceof FolderError && cause === undefined);
    if (isWhole) throw new InputError(message);
    throw inputError(error instanceof FolderError ? cause : error, folder);
  }
}
