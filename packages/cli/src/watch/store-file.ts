/**
 * A file that many processes change, one generation after another. A process writes the next generation beside the file and names it with a hard
 * link, which only one process can make; then it moves that generation over the file. A killed process leaves the old generation or the new one,
 * and no lock: if a named generation is not moved within a few seconds, the next process moves it.
 *
 * ```text
 * watch.store            generation 7, which everyone reads
 * watch.store.next-8     generation 8, which is decided
 * watch.store.PID-ID.tmp a generation that is being written
 * ```
 */
import { randomUUID } from 'node:crypto';
import { link, open, readdir, readFile, realpath, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { InputError, namedSystemError, systemErrorCode } from '../../../command-line/src/exit.js';

/** The generation of a state, and the last commits that led to it. */
export interface Stamp {
  readonly generation: number;
  readonly commits: readonly string[];
}

/** How a state is written to a file and read from it. */
export interface Format<State> {
  /** The state of a file that does not exist yet. */
  readonly empty: State;
  stampOf(state: State): Stamp;
  /** @throws {Error} if the file does not have this format; the message says what is wrong */
  read(octets: Buffer): State;
  write(state: State, stamp: Stamp): Iterable<string>;
}

/** How many times a change is tried if other processes are faster. */
const MAX_TRIES = 2000;

/** How long a process waits, in milliseconds, for another one that is about to move its generation. */
const WAIT_MS = 10;

/** After how many milliseconds any process moves a named generation, because the one that made it was probably killed. */
const ABANDONED_MS = 5000;

/** How many commits a stamp remembers. */
const MAX_COMMITS = 50;

/** The age, in milliseconds, at which a leftover file of a killed process is removed. */
const LEFTOVER_MS = 60 * 60 * 1000;

/**
 * Reads the newest generation.
 *
 * @throws {InputError} (rejects) if the file cannot be read or is damaged
 */
export async function readStore<State>(file: string, format: Format<State>): Promise<State> {
  return (await newest(await realTarget(file), format)).state;
}

/** The generation in the file, and whether the next one already has its name and is about to replace it. */
async function newest<State>(
  target: string,
  format: Format<State>,
): Promise<{ readonly state: State; readonly isAboutToChange: boolean }> {
  for (;;) {
    const state = await readGeneration(target, format);
    const next = nextName(target, format.stampOf(state).generation + 1);
    const ageMs = await ageOf(next);
    if (ageMs === null || ageMs < ABANDONED_MS) return { state, isAboutToChange: ageMs !== null };
    await move(next, target);
  }
}

/**
 * Changes the file.
 *
 * @param change makes the next state of the newest one. It is called again if another process was first
 * @returns what `change` returned for the state that was written
 * @throws {InputError} (rejects) if the file cannot be read or written, or is damaged; then it is as it was
 */
export async function changeStore<State, Changed extends { readonly state: State }>(
  file: string,
  format: Format<State>,
  change: (state: State) => Changed,
): Promise<Changed> {
  const target = await realTarget(file);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { state: before, isAboutToChange } = await newest(target, format);
    if (isAboutToChange) {
      await pause(WAIT_MS);
      continue;
    }
    const changed = change(before);
    const { generation, commits } = format.stampOf(before);
    const id = randomUUID();
    const stamp = { generation: generation + 1, commits: [id, ...commits].slice(0, MAX_COMMITS) };
    if (await commit(target, format.write(changed.state, stamp), stamp, format)) {
      await removeLeftovers(target, stamp.generation);
      return changed;
    }
  }
  throw new InputError(`${file}: other processes changed it ${MAX_TRIES} times meanwhile; try again`);
}

/** Writes a generation. Returns false if another process has already made the generation with this number. */
async function commit<State>(
  target: string,
  texts: Iterable<string>,
  { generation, commits: [id = ''] }: Stamp,
  format: Format<State>,
): Promise<boolean> {
  const written = `${target}.${process.pid}-${randomUUID()}.tmp`;
  const next = nextName(target, generation);
  try {
    await writeDurably(written, texts);
    // Other processes may have made newer generations. Without this check, the name that they have freed would be used for a moment.
    const known = format.stampOf(await readGeneration(target, format)).generation;
    if (known !== generation - 1 || !(await linked(written, next))) return false;
    // A free name may belong to an old generation, if this process slept while others went on.
    const current = format.stampOf(await readGeneration(target, format));
    if (current.generation < generation) {
      await move(next, target);
      return true;
    }
    if (current.commits.includes(id)) return true;
    await unlinkIfThere(next);
    return false;
  } catch (error) {
    throw namedSystemError(error, target);
  } finally {
    await unlinkIfThere(written);
  }
}

async function linked(written: string, next: string): Promise<boolean> {
  try {
    await link(written, next);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a named generation over the file, unless another process has done so. */
async function move(next: string, target: string): Promise<void> {
  try {
    await rename(next, target);
    await syncFolder(dirname(target));
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw namedSystemError(error, target);
  }
}

function nextName(target: string, generation: number): string {
  return `${target}.next-${generation}`;
}

async function readGeneration<State>(target: string, format: Format<State>): Promise<State> {
  let octets: Buffer;
  try {
    octets = await readFile(target);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return format.empty;
    throw namedSystemError(error, target);
  }
  try {
    return format.read(octets);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError(`${target}: ${why}. It is left as it is; move it away to begin again`, {
      cause: error,
    });
  }
}

/** The file itself if the name is a symbolic link, which stays one. A device or a pipe may have no end, so it is none. */
async function realTarget(file: string): Promise<string> {
  try {
    const target = await realpath(file);
    const found = await stat(target);
    if (found.isFile() || found.isDirectory()) return target;
    throw new InputError(`${file}: is a device or a pipe; a file is expected`);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return file;
    throw namedSystemError(error, file);
  }
}

async function writeDurably(file: string, texts: Iterable<string>): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    for (const text of texts) await handle.appendFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a rename durable on systems where a folder can be synced. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Some systems cannot; the rename is atomic all the same.
  }
}

/** The age of a file in milliseconds, never negative, because a clock may be set back. Null if there is no file. */
async function ageOf(file: string): Promise<number | null> {
  try {
    return Math.abs(Date.now() - (await stat(file)).mtimeMs);
  } catch {
    return null;
  }
}

async function unlinkIfThere(file: string): Promise<void> {
  try {
    await unlink(file);
  } catch {
    // It is gone, or it stays, which does no harm.
  }
}

/** Removes what killed processes left: old generations, and temporary files that are more than an hour old. */
async function removeLeftovers(target: string, generation: number): Promise<void> {
  const [folder, name] = [dirname(target), basename(target)];
  const names = await readdir(folder).catch(() => []);
  for (const one of names.filter((other) => other.startsWith(`${name}.`))) {
    const rest = one.slice(name.length + 1);
    const path = join(folder, one);
    const [, over] = /^next-(\d+)$/.exec(rest) ?? [];
    if (over !== undefined && Number(over) <= generation) await unlinkIfThere(path);
    else if (/^\d+-[\da-f-]{36}\.tmp$/.test(rest) && ((await ageOf(path)) ?? 0) > LEFTOVER_MS)
      await unlinkIfThere(path);
  }
}
