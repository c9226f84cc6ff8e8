/**
 * Captures as the files of a folder, each named by its host.
 */
import { createReadStream, type Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type InputFault, inputFault } from '../octets/input-fault.js';
import { MAX_PAYLOAD_OCTETS } from '../octets/places.js';
import type { Capture } from './capture.js';
import { fileCapture, isHidden } from './file-capture.js';
import { formatByName } from './read-captures.js';

/**
 * Reads the files of a folder and its folders, in the order of their paths. Symbolic links are followed, as `find -L` does, but
 * each link to a folder only once, so that folders full of links to each other end. Hidden files and folders are left out. What
 * cannot be read becomes a fault, and the others are read.
 *
 * @throws {Error} (`next` rejects) if the folder itself cannot be read, or a file is an archive by its name, which no host has
 */
export async function* folderCaptures(
  folder: string,
  onOctets: ((chunk: Uint8Array) => void) | undefined,
): AsyncGenerator<(Capture | InputFault)[], void> {
  const top = octetPath(folder);
  const walk = new FolderWalk(top);
  await walk.run();
  const entries = walk.entries.sort(byPath);
  const archive = entries.find(({ path }) => formatByName(path) !== undefined);
  if (archive !== undefined)
    throw new Error(
      `${folder}: the folder has an archive, ${namedIn(archive)}; name the archives themselves as inputs`,
    );
  const part = entries.find(({ path }) => path.endsWith('.parquet'));
  if (part !== undefined)
    throw new Error(
      `${folder}: the folder has a part of a survey, ${namedIn(part)}; name the folder of the survey, which has survey.json`,
    );
  for (const [nth, entry] of entries.entries())
    yield [await itemOf(entry, nameIn(top, entry.path), nth, onOctets)];
}

function namedIn({ path }: FolderEntry): string {
  return JSON.stringify(textOf(basename(path)));
}

async function itemOf(
  { path, link, error }: FolderEntry,
  name: string,
  /** What tells it from the others of the folder. */
  offset: number,
  onOctets: ((chunk: Uint8Array) => void) | undefined,
): Promise<Capture | InputFault> {
  if (link !== undefined)
    return inputFault('broken-link', offset, `${JSON.stringify(name)} is a symbolic link ${link}`);
  if (error !== undefined) return unreadable(name, offset, error);
  let start: Buffer;
  try {
    // One octet more says that there are more. `end` is inclusive.
    start = await buffer(createReadStream(octetsOf(path), { end: MAX_PAYLOAD_OCTETS }));
  } catch (failure) {
    return unreadable(name, offset, failure);
  }
  const octets = start.subarray(0, MAX_PAYLOAD_OCTETS);
  onOctets?.(octets);
  return fileCapture(name, octets, octets.length < start.length, { offset, offsetInMember: 0 });
}

function unreadable(name: string, offset: number, error: unknown): InputFault {
  return inputFault(
    'unreadable-file',
    offset,
    `${JSON.stringify(name)} cannot be read: ${(error as Error).message}`,
  );
}

/** A path whose characters are its octets (Latin-1), because the name of a file need not be UTF-8. */
type OctetPath = string;

function octetPath(path: string): OctetPath {
  return Buffer.from(path).toString('latin1');
}

function octetsOf(path: OctetPath): Buffer {
  return Buffer.from(path, 'latin1');
}

function textOf(path: OctetPath): string {
  return octetsOf(path).toString();
}

/** A file, a link that is not followed, or a folder that cannot be read. */
interface FolderEntry {
  readonly path: OctetPath;
  /** Why a link is not followed. */
  readonly link?: string;
  /** Why a folder cannot be read. */
  readonly error?: unknown;
}

/** A folder to read. */
interface Folder {
  readonly path: OctetPath;
  /** Its real path, then those of the folders above it: a link to one of them never ends. */
  readonly chain: readonly OctetPath[];
}

/** Walks through a folder and its folders. */
class FolderWalk {
  readonly entries: FolderEntry[] = [];
  readonly #top: OctetPath;
  /** Where each link to a folder was followed, by the real path of the link. */
  readonly #followed = new Map<OctetPath, OctetPath>();

  constructor(top: OctetPath) {
    this.#top = top;
  }

  /**
   * Finds all entries. Paths with fewer links come first, so that each link is followed on the path with the fewest.
   *
   * @throws {Error} (rejects) if the folder itself cannot be read
   */
  async run(): Promise<void> {
    let folders: readonly Folder[] = [{ path: this.#top, chain: [await realPathOf(this.#top)] }];
    while (folders.length > 0) folders = (await this.#read([...folders])).sort(byPath);
  }

  /**
   * Finds the entries of folders, and of the folders in them.
   *
   * @returns the folders that links in them lead to
   */
  async #read(folders: Folder[]): Promise<Folder[]> {
    const linked: Folder[] = [];
    // The list grows while it is read.
    for (const { path: folder, chain } of folders) {
      for (const entry of await this.#list(folder)) {
        if (isHidden(entry.name)) continue;
        const path = join(folder, entry.name);
        const own = join(chain[0], entry.name);
        if (entry.isFile()) this.entries.push({ path });
        else if (entry.isDirectory()) folders.push({ path, chain: [own, ...chain] });
        else if (entry.isSymbolicLink()) {
          const real = await this.#follow(path, own, chain);
          if (real !== null) linked.push({ path, chain: [real, ...chain] });
        }
      }
    }
    return linked;
  }

  /** Lists a folder. One below the top that cannot be read becomes an entry. */
  async #list(folder: OctetPath): Promise<Dirent[]> {
    try {
      return await readdir(octetsOf(folder), { encoding: 'latin1', withFileTypes: true });
    } catch (error) {
      if (folder === this.#top) throw error;
      this.entries.push({ path: folder, error });
      return [];
    }
  }

  /**
   * Follows a link.
   *
   * @param own the real path of the link
   * @param chain that of the folder with the link
   * @returns the real path of the folder to read; null if there is none
   */
  async #follow(path: OctetPath, own: OctetPath, chain: readonly OctetPath[]): Promise<OctetPath | null> {
    const target = await stat(octetsOf(path)).catch(() => undefined);
    if (target === undefined) return this.#refuse(path, 'that leads nowhere');
    if (target.isFile()) this.entries.push({ path });
    if (!target.isDirectory()) return null;
    const real = await realPathOf(path);
    if (chain.includes(real)) return this.#refuse(path, 'to a folder that contains it');
    const earlier = this.#followed.get(own);
    if (earlier !== undefined)
      return this.#refuse(path, `that was followed as ${JSON.stringify(nameIn(this.#top, earlier))}`);
    this.#followed.set(own, path);
    return real;
  }

  #refuse(path: OctetPath, link: string): null {
    this.entries.push({ path, link });
    return null;
  }
}

function realPathOf(path: OctetPath): Promise<OctetPath> {
  return realpath(octetsOf(path), 'latin1');
}

function byPath(a: { readonly path: OctetPath }, b: { readonly path: OctetPath }): number {
  return a.path < b.path ? -1 : 1;
}

/** A path in a folder, with `/` between names. */
function nameIn(folder: OctetPath, path: OctetPath): string {
  return textOf(relative(folder, path)).split(sep).join('/');
}
