/**
 * Captures as the files of a folder, each named by its host.
 */
import { createReadStream } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Capture } from '../capture.js';
import { type InputFault, inputFault } from './block.js';
import { formatByName, MAX_PAYLOAD_OCTETS } from './captures.js';
import { fileCapture, isHidden } from './file-capture.js';

/**
 * Reads the files of a folder and its folders, in the order of their paths. Symbolic links are followed, as `find -L` does. Hidden
 * files and folders are left out.
 *
 * @throws {Error} (`next` rejects) if a file is an archive by its name, which no host has
 */
export async function* folderCaptures(
  folder: string,
  onOctets: ((octets: number) => void) | undefined,
): AsyncGenerator<(Capture | InputFault)[], void> {
  const entries = await entriesIn(folder, [await realpath(folder)]);
  entries.sort((a, b) => (a.path < b.path ? -1 : 1));
  const archive = entries.find(({ path }) => formatByName(path) !== undefined);
  if (archive !== undefined) {
    throw new Error(
      `${folder}: the folder has an archive, ${JSON.stringify(basename(archive.path))}; name the archives themselves as inputs`,
    );
  }
  for (const { path, problem } of entries) {
    const name = relative(folder, path).split(sep).join('/');
    if (problem !== undefined) {
      yield [inputFault('broken-link', 0, `${JSON.stringify(name)} is a symbolic link ${problem}`)];
      continue;
    }
    // One octet more says that there are more. `end` is inclusive.
    const start = await buffer(createReadStream(path, { end: MAX_PAYLOAD_OCTETS }));
    const octets = start.subarray(0, MAX_PAYLOAD_OCTETS);
    onOctets?.(octets.length);
    yield [fileCapture(name, octets, octets.length < start.length, { offset: 0, offsetInMember: 0 })];
  }
}

/** A file, or a link that cannot be followed. */
interface FolderEntry {
  readonly path: string;
  /** Why a link cannot be followed. */
  readonly problem?: string;
}

/**
 * The files of a folder and its folders.
 *
 * @param chain the real paths of the folder and those above it: a link to one of them never ends
 */
async function entriesIn(folder: string, chain: readonly string[]): Promise<FolderEntry[]> {
  const found: FolderEntry[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (isHidden(entry.name)) continue;
    const path = join(folder, entry.name);
    const isLink = entry.isSymbolicLink();
    const target = isLink ? await stat(path).catch(() => undefined) : entry;
    if (target === undefined) found.push({ path, problem: 'that leads nowhere' });
    else if (target.isFile()) found.push({ path });
    else if (target.isDirectory()) {
      const real = isLink ? await realpath(path) : join(chain[0], entry.name);
      if (chain.includes(real)) found.push({ path, problem: 'to a folder that contains it' });
      else for (const inner of await entriesIn(path, [real, ...chain])) found.push(inner);
    }
  }
  return found;
}
