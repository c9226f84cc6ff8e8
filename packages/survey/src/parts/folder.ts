/**
 * The folder that a survey writes into, and its errors.
 */

import { fsync } from 'node:fs';
import { type FileHandle, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/**
 * A survey cannot use its folder: the folder has the parts of another survey, or cannot be written. The message says why. The
 * `cause` is the error of the operating system, if there is one.
 *
 * @example
 * ```js
 * import { writeFile } from 'node:fs/promises';
 * import { FolderError, surveyAll } from '@robotstream/survey';
 *
 * await writeFile('tables', 'a file, and no folder');
 * try {
 *   await surveyAll({ inputs: [], folder: 'tables', agents: ['GPTBot'] });
 * } catch (error) {
 *   console.log(error instanceof FolderError); // → true
 * }
 * ```
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

/** An error as plain data. A copy of an error in another thread has its message, but neither its class nor its code. */
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

/**
 * Makes a folder and the folders above it, if they do not exist. Node's own `mkdir` with `recursive` never ends where a file system
 * answers `ENOENT` although the folder above exists, as `/proc` does.
 *
 * @throws {Error} (rejects) the error of the operating system; its `path` is the folder that cannot be made
 */
export async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  await mkdir(path).catch(async (error: unknown) => {
    if (!(await isFolder(path))) throw error; // unless another process has made it meanwhile
  });
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  );
}

/** Resolves when the disk has what was written to a file. Not by `handle.sync()`, which the file system of Yarn's Plug'n'Play lacks. */
export function onDisk(handle: FileHandle): Promise<void> {
  return promisify(fsync)(handle.fd);
}
