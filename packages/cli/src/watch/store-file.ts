/**
 * The file of the store, which several processes change one after another. Each writes the new file beside the old one. Then it takes a lock, and
 * moves the new file over the old one if that is still what it has read; otherwise it begins again. So one of several processes always gets on,
 * however long their changes take. A killed process leaves the old file or the new one; its lock is ignored after a few seconds.
 *
 * ```text
 * watch.store             what everyone reads
 * watch.store.lock        somebody replaces it
 * watch.store.PID-ID.tmp  what it becomes
 * ```
 */
import { randomUUID } from 'node:crypto';
import { open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { InputError, namedSystemError, systemErrorCode } from '../../../command-line/src/exit.js';
import { EMPTY_STATE, readState, type WatchState, writtenState } from './records.js';

/** How long a process waits between two looks at the lock of another one, in milliseconds, and how often it looks. */
const WAIT_MS = 10;
const MAX_TRIES = 2000;

/** The age, in milliseconds, at which a lock is that of a process that was killed. Moving a file takes much less. */
const ABANDONED_MS = 5000;

/**
 * Reads the store.
 *
 * @throws {InputError} (rejects) if the file cannot be read or is damaged
 */
export async function readStore(file: string): Promise<WatchState> {
  const target = await realTarget(file);
  return stateOf(await octetsOf(target), target);
}

/**
 * Changes the store.
 *
 * @param change makes the next state of the present one. It is called again if another process was first
 * @returns what `change` returned for the state that was written
 * @throws {InputError} (rejects) if the file cannot be read or written, or is damaged; then it is as it was
 */
export async function changeStore<Changed extends { readonly state: WatchState }>(
  file: string,
  change: (state: WatchState) => Changed,
): Promise<Changed> {
  const target = await realTarget(file);
  for (;;) {
    const before = await octetsOf(target);
    const changed = change(stateOf(before, target));
    if (await replace(target, before, writtenState(changed.state))) return changed;
  }
}

/** Replaces the file, unless another process has changed it meanwhile. Returns whether it did. */
async function replace(target: string, before: Buffer | null, texts: Iterable<string>): Promise<boolean> {
  const lock = `${target}.lock`;
  const id = randomUUID();
  const written = `${target}.${process.pid}-${id}.tmp`;
  try {
    await writeDurably(written, texts);
    await take(lock, id, target);
    const now = await octetsOf(target);
    const isSame = before === null || now === null ? before === now : before.equals(now);
    // Another process takes this one for killed if it sleeps.
    if (!isSame || !(await isOf(lock, id))) return false;
    await rename(written, target);
    return true;
  } catch (error) {
    throw namedSystemError(error, target);
  } finally {
    await rm(written, { force: true });
    if (await isOf(lock, id)) await rm(lock, { force: true });
  }
}

/** Makes the lock, as soon as no other process has it. */
async function take(lock: string, id: string, target: string): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      return await writeFile(lock, id, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw namedSystemError(error, target);
    }
    const made = await stat(lock).catch(() => null);
    // A clock may be set back.
    const isAbandoned = made !== null && Math.abs(Date.now() - made.mtimeMs) > ABANDONED_MS;
    await (isAbandoned ? rm(lock, { force: true }) : pause(WAIT_MS));
  }
  throw new InputError(`${target}: other processes change it all the time; try again`);
}

async function isOf(lock: string, id: string): Promise<boolean> {
  return (await readFile(lock, 'utf8').catch(() => '')) === id;
}

/** The octets of the file; null if it does not exist yet. */
async function octetsOf(target: string): Promise<Buffer | null> {
  try {
    return await readFile(target);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw namedSystemError(error, target);
  }
}

function stateOf(octets: Buffer | null, target: string): WatchState {
  if (octets === null) return EMPTY_STATE;
  try {
    return readState(octets);
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
