/**
 * Errors of the folder that a survey writes into.
 */

/**
 * A survey cannot use its folder: the folder has the parts of another survey, or cannot be written. The message says why. The
 * `cause` is the error of the operating system, if there is one.
 */
export class FolderError extends Error {}

/**
 * Runs what reads or writes a folder.
 *
 * @throws {FolderError} (rejects) if that fails
 */
export async function inFolder<Value>(folder: string, run: () => Promise<Value>): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof FolderError) throw error;
    throw new FolderError(`${folder}: ${(error as Error).message}`, { cause: error });
  }
}
