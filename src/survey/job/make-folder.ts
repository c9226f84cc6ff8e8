/**
 * Folders that a survey writes into.
 */
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

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
