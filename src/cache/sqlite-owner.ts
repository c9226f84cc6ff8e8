/**
 * One process at a time: a file beside another that says who has it. Left behind by a process that was killed, it counts for
 * nothing.
 */
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { RobotsError } from '../errors.js';

/** That a file is this process's, until it is released. */
export interface Ownership {
  release(): void;
}

/** Who owns a file. A process is told from a later one of the same number by when it started. */
interface Owner {
  readonly host: string;
  readonly pid: number;
  /** Which boot of the machine, and when since then, as the system counts; null where the system does not say. */
  readonly started: string | null;
}

/** The files that this process owns, by absolute path. */
const owned = new Set<string>();

/**
 * Takes a file for this process alone.
 *
 * @throws {RobotsError} `store-unusable` if another process, or this one, has it
 */
export function ownFile(file: string): Ownership {
  const path = `${resolve(file)}.owner`;
  const text = JSON.stringify({ host: hostname(), pid: process.pid, started: startOf(process.pid) });
  if (!tryCreate(path, text)) {
    refuseIfOwned(file);
    const stale = readOwner(path);
    if (stale !== undefined) removeStale(path, stale.text);
    if (!tryCreate(path, text)) throw inUse(file, path, readOwner(path)?.owner);
  }
  owned.add(path);
  return {
    release: () => {
      if (owned.delete(path)) rmSync(path, { force: true });
    },
  };
}

/**
 * Makes sure that nobody has a file for himself alone.
 *
 * @throws {RobotsError} `store-unusable` if a process has
 */
export function refuseIfOwned(file: string): void {
  const path = `${resolve(file)}.owner`;
  const other = readOwner(path);
  if (other !== undefined && (owned.has(path) || isAlive(other.owner))) throw inUse(file, path, other.owner);
}

/** Writes it elsewhere first, so that nobody ever reads half of it. */
function tryCreate(path: string, text: string): boolean {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text);
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(draft);
  }
}

/** What the file says; an owner of undefined if that is nothing to be understood, and undefined if it is not there. */
function readOwner(path: string): { text: string; owner: Owner | undefined } | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return { text, owner: JSON.parse(text) as Owner };
  } catch {
    return { text, owner: undefined };
  }
}

/** Takes a dead owner's file away; puts it back if it turns out that another process has meanwhile done so and taken its place. */
function removeStale(path: string, text: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readFileSync(aside, 'utf8') === text) unlinkSync(aside);
  else renameSync(aside, path);
}

/** Whether an owner still runs. One of another machine cannot be asked, and counts as running. */
function isAlive(owner: Owner | undefined): boolean {
  if (typeof owner?.pid !== 'number') return false;
  if (owner.host !== hostname()) return true;
  const started = startOf(owner.pid);
  if (owner.started !== null && started !== null) return owner.started === started;
  // Where the system does not say when a process started, one of this number that is not this process is taken for it.
  return owner.pid !== process.pid && exists(owner.pid);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Where Linux says, in `/proc/<pid>/stat`, when a process started: the twentieth field behind the program's name. */
const START_FIELD = 19;

function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[START_FIELD]}`;
  } catch {
    return null;
  }
}

function inUse(file: string, path: string, owner: Owner | undefined): RobotsError {
  const who = owner === undefined ? 'another process' : `process ${owner.pid} on ${owner.host}`;
  return new RobotsError(
    'store-unusable',
    `${file} is in use by ${who}, on a Node that cannot share it (22.13 and later can): use a file for each process, ` +
      `or a Redis store. If that process is gone, delete ${path}.`,
  );
}
