/**
 * Moves parts from several folders into one.
 */
import { copyFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { aFolder, aListOfNames } from '../questions.js';
import { TABLES } from '../tables.js';
import { makeFolder } from './make-folder.js';
import { unfinishedPath } from './unfinished.js';

/**
 * Moves the parts in folders into one folder. A part with the same name is replaced: the same input gives the same part. Of a
 * symbolic link, the file that it leads to is copied, and the link is removed.
 *
 * @returns how many files were moved
 * @throws {TypeError} (rejects) if an argument is not as documented
 * @throws {Error} (rejects) if a folder cannot be read or written, or a link leads nowhere; files already moved stay moved
 */
export async function collectParts(folders: readonly string[], target: string): Promise<number> {
  aListOfNames(folders, 'folders');
  aFolder(target, 'target');
  let moved = 0;
  for (const folder of folders) {
    const tables = (await readdir(folder)).filter((name) => Object.hasOwn(TABLES, name));
    for (const table of tables) {
      await makeFolder(join(target, table));
      for (const entry of await readdir(join(folder, table), { withFileTypes: true })) {
        const from = join(folder, table, entry.name);
        const to = join(target, table, entry.name);
        if (entry.isSymbolicLink()) await moveLinked(from, target, to);
        else await move(from, target, to);
        moved++;
      }
    }
  }
  return moved;
}

/** Moves a file, also to another disk. */
async function move(from: string, target: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await rename(await copied(from, target), to);
    await rm(from);
  }
}

/** Moves a copy of the file that a link leads to, and removes the link. From another folder, a relative link leads elsewhere. */
async function moveLinked(link: string, target: string, to: string): Promise<void> {
  const copy = await copied(link, target);
  // The link may be at `to`, so it is removed first.
  await rm(link);
  await rename(copy, to);
}

/** Copies a file to a temporary name, so that its final name is complete or absent. */
async function copied(from: string, target: string): Promise<string> {
  const copy = await unfinishedPath(target, 'collected');
  try {
    await copyFile(from, copy);
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  }
  return copy;
}
