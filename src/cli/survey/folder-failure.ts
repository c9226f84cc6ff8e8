/**
 * Failures of the folder that a survey writes into.
 */
import type { FolderError } from '../../survey/index.js';
import { InputError, namedSystemError } from '../exit.js';

/**
 * The failure as one line: a folder that has another survey, or that cannot be written.
 *
 * @param next what the caller can do when the folder can be written again
 */
export function folderFailure({ message, cause }: FolderError, folder: string, next: string): unknown {
  if (cause === undefined) return new InputError(`${message} (--resume, --out)`);
  const named = namedSystemError(cause, folder);
  return named instanceof InputError ? new InputError(`${named.message}; ${next}`, { cause }) : named;
}
