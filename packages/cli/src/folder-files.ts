/**
 * All files of a folder.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { namedSystemError } from '../../command-line/src/exit.js';

/**
 * Reads all files of a folder and of the folders in it.
 *
 * @returns the octets by the path relative to the folder, with `/`
 * @throws {InputError} (rejects) if the folder cannot be read
 */
export async function filesIn(folder: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const file = join(entry.parentPath, entry.name);
      files.set(file.slice(join(folder, '/').length).replaceAll('\\', '/'), await readFile(file));
    }
    return files;
  } catch (error) {
    throw namedSystemError(error, folder);
  }
}
