/** The single executable, built for the tests of one file. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll } from 'vitest';
import { ROOT } from '../../scripts/packages.mjs';

export interface Executable {
  /** Has the executable, its licenses and `work`; it is removed after the tests. */
  readonly folder: string;
  /** The path of the program. */
  readonly program: string;
}

/** Builds the executable before the tests of a file, outside the repository: there is no `node_modules` that it could use. */
export function useExecutable(): Executable {
  const folder = mkdtempSync(path.join(tmpdir(), 'robotstream-executable-'));
  beforeAll(() => {
    const script = path.join(ROOT, 'scripts/build-executable.mjs');
    execFileSync(process.execPath, [script, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    program: path.join(folder, process.platform === 'win32' ? 'robotstream.exe' : 'robotstream'),
  };
}
