/**
 * Failures of the folder that a survey writes into.
 */
import type { FolderError } from '../../survey/index.js';
import { CANNOT_CREATE, InputError, namedSystemError } from '../exit.js';

/**
 * The failure as one line: the folder has another survey, or cannot be written.
 *
 * @param next what the caller can do
 */
export function folderFailure({ message, cause }: FolderError, folder: string, next: string): unknown {
  if (cause === undefined) return new InputError(`${message} (--resume, --out)`);
  const { code, syscall, path } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT' && syscall === 'open')
    return new InputError(`${folder}: ${CANNOT_CREATE}; ${next}`, { cause });
  // Other calls name files that a user does not know, such as those that are not complete.
  const named = namedSystemError(cause, (syscall === 'mkdir' && path) || folder);
  return named instanceof InputError ? new InputError(`${named.message}; ${next}`, { cause }) : named;
}
