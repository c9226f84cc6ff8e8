/**
 * Moves parts from several folders into one.
 */
import { copyFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TABLES } from '../tables.js';
import { makeFolder } from './make-folder.js';
import { unfinishedPath } from './unfinished.js';

/**
 * Moves the parts in folders into one folder. A part with the same name is replaced: the same input gives the same part.
 *
 * @returns how many files were moved
 * @throws {Error} (rejects) if a folder cannot be read or written; files already moved stay moved
 */
export async function collectParts(folders: readonly string[], target: string): Promise<number> {
  let moved = 0;
  for (const folder of folders) {
    const tables = (await readdir(folder)).filter((name) => Object.hasOwn(TABLES, name));
    for (const table of tables) {
      await makeFolder(join(target, table));
      for (const name of await readdir(join(folder, table))) {
        await move(join(folder, table, name), target, join(target, table, name));
        moved++;
      }
    }
  }
  return moved;
}

/** Moves a file, also to another disk. Then it is copied under a temporary name first, so that the target is complete or absent. */
async function move(from: string, target: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const copy = await unfinishedPath(target, 'collected');
    await copyFile(from, copy);
    await rename(copy, to);
    await rm(from);
  }
}
