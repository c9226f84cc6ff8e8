/** The package as it is published, built for the tests of one file. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { buildModules } from '../../scripts/build-modules.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Inside the project, so that the build finds the packages that it needs. */
const CACHE = join(ROOT, 'node_modules/.cache');

export interface Build {
  /** Has `package.json`, `dist`, and the files that a test writes; it is removed after the tests. */
  readonly folder: string;
}

/** Builds the package before the tests of a file. */
export function useBuild(): Build {
  let folder = '';
  beforeAll(async () => {
    mkdirSync(CACHE, { recursive: true });
    folder = mkdtempSync(join(CACHE, 'robotstream-build-'));
    copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
    await buildModules(join(folder, 'dist'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    get folder() {
      return folder;
    },
  };
}
