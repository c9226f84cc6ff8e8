/** The packages as they are published, in projects that use them. */
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { beforeAll } from 'vitest';
import { buildDeclarations } from '../../../scripts/build-declarations.mjs';
import { PACKAGES, PUBLIC_ENTRIES } from '../../../scripts/packages.mjs';
import type { Aside } from '../../support/aside.js';
import { type Build, useBuild } from '../../support/build.js';

/** The names of the entry points. */
export const ENTRIES: readonly string[] = PUBLIC_ENTRIES;

/** The entry points that a browser can load: all that need neither sockets nor files. */
export const WEB_ENTRIES: readonly string[] = ENTRIES.filter((entry) => entry.startsWith('robotstream'));

/** The programs that every project gets, and what each prints. */
export const PROGRAMS = {
  'smoke.mjs': 'core: ok',
  'smoke-client.mjs': 'client: ok',
  'smoke-optional.mjs': 'optional: ftp-client-missing, store-package-missing',
  'smoke-survey.mjs': 'survey: ok',
  'smoke-audit.mjs': 'audit: ok',
};

/** Builds the packages before the tests of a file: modules and declarations. */
export function usePackages(): Build {
  const build = useBuild();
  beforeAll(() => {
    buildDeclarations(({ name }) => join(build.folderOf(name), 'dist'));
  });
  return build;
}

/** Makes a project in which the packages are installed, and beside it what is installed aside. Returns its folder. */
export function projectWith(build: Build, aside: Aside): string {
  const project = mkdtempSync(join(aside.folder, 'project-'));
  mkdirSync(join(project, 'node_modules/@robotstream'), { recursive: true });
  for (const { name } of PACKAGES) symlinkSync(build.folderOf(name), join(project, 'node_modules', name));
  addFiles(project);
  return project;
}

/**
 * Makes a project outside of this one, in which the packages are installed with those that they depend on, and others if they are named.
 * None finds the optional packages that this project has. Returns its folder.
 */
export function separateProject(build: Build, ...others: readonly string[]): string {
  const project = mkdtempSync(join(tmpdir(), 'robotstream-project-'));
  const own = new Set(PACKAGES.map(({ name }) => name));
  const dependencies = PACKAGES.flatMap(({ manifest }) => Object.keys(manifest.dependencies ?? {}));
  for (const name of new Set([...dependencies, ...others])) {
    if (own.has(name)) continue;
    mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true });
    symlinkSync(resolve('node_modules', name), join(project, 'node_modules', name));
  }
  for (const name of own) {
    cpSync(build.folderOf(name), join(project, 'node_modules', name), { recursive: true });
  }
  addFiles(project);
  return project;
}

/** Adds {@link PROGRAMS}, and those of the tests of types. */
function addFiles(project: string): void {
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  for (const name of readdirSync('test/packaging')) {
    if (/^(smoke|consumer)/.test(name)) copyFileSync(join('test/packaging', name), join(project, name));
  }
}
