/**
 * One process at a time: an owner file next to a file names the process that owns it. A process that has ended is ignored.
 */
import { linkSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { RobotsError } from 'robotstream';
import { hasProcess, processFacts } from './processes.js';

/** Ownership of a file, until it is released. */
export interface Ownership {
  release(): void;
}

/** The process that owns a file. Its start time distinguishes it from a later process with the same id. */
interface Owner {
  readonly host: string;
  readonly pid: number;
  /** The id of the machine's boot, and the start time since then in the system's units; null if the system does not provide them. */
  readonly started: string | null;
}

/** The owner files of this process, by absolute path. */
const owned = new Set<string>();

/**
 * Makes this process the owner of a file.
 *
 * @throws {RobotsError} `store-unusable` if another process, or this one, owns it
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
 * Checks that no process owns a file.
 *
 * @throws {RobotsError} `store-unusable` if one does
 */
export function refuseIfOwned(file: string): void {
  const path = `${resolve(file)}.owner`;
  const other = readOwner(path);
  if (other !== undefined && (owned.has(path) || isAlive(other.owner))) throw inUse(file, path, other.owner);
}

/** Creates a file unless it exists. It is written elsewhere first, so that no process reads half of it. */
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

/** The content of an owner file, with `owner` undefined if it is malformed; undefined if there is no such file. */
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

/** Removes the file of a dead owner. If another process has replaced it meanwhile, the file is put back. */
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

/** Whether an owner still runs. A process on another machine cannot be checked and counts as running. */
function isAlive(owner: Owner | undefined): boolean {
  if (typeof owner?.pid !== 'number') return false;
  if (owner.host !== hostname()) return true;
  const started = startOf(owner.pid);
  if (owner.started !== null && started !== null) return owner.started === started;
  // Without start times, any other process with the same id counts as the owner.
  return owner.pid !== process.pid && hasProcess(owner.pid);
}

function startOf(pid: number): string | null {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const start = processFacts(pid)?.start;
    return start === undefined ? null : `${bootId} ${start}`;
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
