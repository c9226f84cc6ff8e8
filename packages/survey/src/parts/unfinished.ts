/**
 * Files of parts that are not complete. Their names say which process writes them, so that those of a killed process can be removed.
 */
import { randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from 'robotstream/internal';
import { insteadOf } from '../kept-tables/instead-of.js';
import { makeFolder } from './folder.js';
import { hasProcess, processFacts } from './processes.js';

/** The folder for files that are not complete. */
export const UNFINISHED = '.unfinished';

const SEPARATOR = '@';

/** Separates what a part of a file name is made of. */
const AND = '+';

/** How long a file of another machine is kept after the last octet was written: longer than reading an input takes. */
const KEPT_MS = 7 * DAY_MS;

/** This machine in file names. Containers may share its name, and have processes of their own with the same numbers. */
const MACHINE = [hostname().replace(/[^A-Za-z0-9._-]+/g, '_'), processNamespace()].join(AND);

/** This process in file names. A later process may have the same number, and begins at another time. */
const PROCESS = [process.pid, processFacts(process.pid)?.start ?? ''].join(AND);

/** A unique path for a file that is not complete. Its folder is made. */
export async function unfinishedPath(folder: string, name: string): Promise<string> {
  const unfinished = join(folder, UNFINISHED);
  await makeFolder(unfinished);
  return join(unfinished, [name, MACHINE, PROCESS, randomUUID()].join(SEPARATOR));
}

/**
 * Removes the files of processes on this machine that have ended, and files of other machines, whose processes may still be running, if
 * nothing was written to them for a week.
 */
export async function removeAbandoned(folder: string): Promise<void> {
  const unfinished = join(folder, UNFINISHED);
  const names = await readdir(unfinished).catch(insteadOf(['ENOENT'], []));
  for (const name of names) {
    const path = join(unfinished, name);
    const [machine, writer] = name.split(SEPARATOR).slice(-3);
    if (writer === undefined) continue;
    const isAbandoned = machine === MACHINE ? !isRunning(writer) : await isOld(path);
    if (isAbandoned) await rm(path, { force: true });
  }
}

/** Whether a process of this machine exists, and has not been killed. */
function isRunning(name: string): boolean {
  const [pid, start] = name.split(AND);
  if (!hasProcess(Number(pid))) return false;
  const facts = processFacts(Number(pid));
  return facts === undefined || (facts.start === start && !facts.isZombie);
}

async function isOld(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined); // gone meanwhile
  return facts !== undefined && facts.mtimeMs < Date.now() - KEPT_MS;
}

/** The number of the namespace of process ids on Linux; empty on other systems. */
function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
  } catch {
    return '';
  }
}
