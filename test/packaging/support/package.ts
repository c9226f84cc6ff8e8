/** The package as it is published, in projects that use it. */
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  for (const name of [
    'smoke.mjs',
    'smoke-client.mjs',
    'consumer.ts',
    'consumer-web.ts',
    'consumer-root.ts',
  ]) {
    writeFileSync(join(project, name), readFileSync(`test/packaging/${name}`, 'utf8'));
  }
  return project;
}
