/** The package as it is published, in projects that use it. */
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { beforeAll } from 'vitest';
import { buildDeclarations } from '../../../scripts/build-declarations.mjs';
import type { Aside } from '../../support/aside.js';
import { type Build, useBuild } from '../../support/build.js';
import { ENTRY_POINTS } from '../../support/entry-points.js';

/** The names of the entry points. */
export const ENTRIES: readonly string[] = Object.keys(ENTRY_POINTS);

const NODE_ENTRIES: readonly string[] = ['robotstream/client', 'robotstream/survey'];

/** The entry points that a browser can load: all that need neither sockets nor files. */
export const WEB_ENTRIES: readonly string[] = ENTRIES.filter((entry) => !NODE_ENTRIES.includes(entry));

/** Builds the package before the tests of a file: modules and declarations. */
export function usePackage(): Build {
  const build = useBuild();
  beforeAll(() => buildDeclarations(join(build.folder, 'dist')));
  return build;
}

/** Makes a project in which the package is installed, and beside it what is installed aside. Returns its folder. */
export function projectWith(build: Build, aside: Aside): string {
  const project = mkdtempSync(join(aside.folder, 'project-'));
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(build.folder, join(project, 'node_modules/robotstream'));
  addFiles(project);
  return project;
}

/**
 * Makes a project outside of this one, in which the package is installed with the packages that it depends on, and others if they are named.
 * None finds the optional packages that this project has. Returns its folder.
 */
export function separateProject(build: Build, ...others: readonly string[]): string {
  const project = mkdtempSync(join(tmpdir(), 'robotstream-project-'));
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
  for (const name of [...Object.keys(dependencies), ...others]) {
    mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true });
    symlinkSync(resolve('node_modules', name), join(project, 'node_modules', name));
  }
  cpSync(build.folder, join(project, 'node_modules/robotstream'), { recursive: true });
  addFiles(project);
  return project;
}

/** Adds the programs that use the package. */
function addFiles(project: string): void {
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  for (const name of readdirSync('test/packaging')) {
    if (/^(smoke|consumer)/.test(name)) copyFileSync(join('test/packaging', name), join(project, name));
  }
}
