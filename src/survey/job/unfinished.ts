/**
 * Files of parts that are not complete. Their names say which process writes them, so that those of a killed process can be removed.
 */
import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './make-folder.js';

/** The folder for files that are not complete. */
export const UNFINISHED = '.unfinished';

const SEPARATOR = '@';

/** This machine's name in file names. */
const HOST = hostname().replace(/[^A-Za-z0-9._-]+/g, '_');

/** A unique path for a file that is not complete. Its folder is made. */
export async function unfinishedPath(folder: string, name: string): Promise<string> {
  const unfinished = join(folder, UNFINISHED);
  await makeFolder(unfinished);
  return join(unfinished, [name, HOST, process.pid, randomUUID()].join(SEPARATOR));
}

/** Removes the files of processes on this machine that have ended. Processes on other machines may still be running. */
export async function removeAbandoned(folder: string): Promise<void> {
  const unfinished = join(folder, UNFINISHED);
  const names = await readdir(unfinished).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const [, host, pid] = name.split(SEPARATOR);
    if (host === HOST && !isRunning(Number(pid))) await rm(join(unfinished, name), { force: true });
  }
}

/** Whether a process exists. Signal 0 is not delivered; it only checks. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
