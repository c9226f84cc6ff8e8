/**
 * Builds a program that uses more of `src` than is published: a benchmark, a fuzzer, tests. It gets a module for each source file, compiled
 * as the package is. The package by its own name stays what `npm run build` has made.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { COMPILER } from './build-modules.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {string[]} entries the modules that are loaded by name, relative to the project
 * @param {string} target the folder to build into, relative to the project; existing files are removed
 */
export async function buildProgram(entries, target) {
  rmSync(path.join(root, target), { recursive: true, force: true });
  const build = await rolldown({ ...COMPILER, input: entries.map((entry) => path.join(root, entry)) });
  await build.write({
    dir: path.join(root, target),
    format: 'esm',
    preserveModules: true,
    preserveModulesRoot: root,
    entryFileNames: '[name].js',
  });
  await build.close();
}
