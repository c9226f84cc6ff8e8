/** Files for tests, in a folder that is removed after the tests of a file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

let folder: string | undefined;
let files = 0;

/** Creates the folder before the tests of a file, and removes it after them. */
export function useFiles(): void {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'robotstream-'));
  });
  afterAll(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true });
    folder = undefined;
  });
}

/** The path of a file that does not exist yet. */
export function newPath(): string {
  if (folder === undefined) throw new Error('the tests of this file have no folder: call useFiles()');
  files++;
  return join(folder, `${files}.txt`);
}

/** Writes a new file. Returns its path. */
export function fileWith(octets: Uint8Array): string {
  const path = newPath();
  writeFileSync(path, octets);
  return path;
}
