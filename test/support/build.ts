/** The packages as they are published, built for the tests of one file. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { buildModules } from '../../scripts/build-modules.mjs';
import { PACKAGES, ROOT } from '../../scripts/packages.mjs';

/** Inside the project, so that the build finds the packages that it needs. */
const CACHE = join(ROOT, 'node_modules/.cache');

export interface Build {
  /** Its `node_modules` has the packages, and a test may write files beside; it is removed after the tests. */
  readonly folder: string;
  /** The folder of a package, with `package.json` and `dist`. */
  folderOf(name: string): string;
}

/** Builds the packages before the tests of a file. */
export function useBuild(): Build {
  let folder = '';
  const folderOf = (name: string) => join(folder, 'node_modules', name);
  beforeAll(async () => {
    mkdirSync(CACHE, { recursive: true });
    folder = mkdtempSync(join(CACHE, 'robotstream-build-'));
    for (const one of PACKAGES) {
      mkdirSync(folderOf(one.name), { recursive: true });
      copyFileSync(join(ROOT, one.folder, 'package.json'), join(folderOf(one.name), 'package.json'));
      await buildModules(one, join(folderOf(one.name), 'dist'));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    get folder() {
      return folder;
    },
    folderOf,
  };
}
