/**
 * Waits until files are on the disk.
 */
import { fsync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Resolves when the disk has what was written to a file. Not by `handle.sync()`, which the file system of Yarn's Plug'n'Play lacks. */
export function onDisk(handle: FileHandle): Promise<void> {
  return promisify(fsync)(handle.fd);
}
