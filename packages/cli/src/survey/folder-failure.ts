/**
 * Failures of the folder that a survey writes into.
 */
import { basename } from 'node:path';
import type { FolderError } from '@robotstream/survey';
import { CANNOT_CREATE, InputError, namedSystemError } from '../exit.js';

/**
 * The failure as one line: the folder has another survey, or cannot be written.
 *
 * @param options the options of the command that choose a folder
 * @param next what the caller can do if the folder cannot be written
 */
export function folderFailure(
  { message, cause }: FolderError,
  folder: string,
  options: string,
  next: string,
): unknown {
  if (cause === undefined) return new InputError(`${message} (${options})`);
  const { code, syscall, path } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT' && syscall === 'open')
    return new InputError(`${folder}: ${CANNOT_CREATE}; ${next}`, { cause });
  // A user knows the folders of the tables, but not the files and the hidden folder of the survey.
  const isTable = syscall === 'mkdir' && path !== undefined && !basename(path).startsWith('.');
  const named = namedSystemError(cause, isTable ? path : folder);
  return named instanceof InputError ? new InputError(`${named.message}; ${next}`, { cause }) : named;
}
