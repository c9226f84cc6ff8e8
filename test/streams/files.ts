/** Files for tests, in a folder that is removed after the tests of the file that imports this. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'robotstream-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

/** The path of a file that does not exist yet. */
export function newPath(): string {
  files++;
  return join(folder, `${files}.txt`);
}

/** Writes a new file. Returns its path. */
export function fileWith(octets: Uint8Array): string {
  const path = newPath();
  writeFileSync(path, octets);
  return path;
}
