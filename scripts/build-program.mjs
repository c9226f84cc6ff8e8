/**
 * Builds a program that uses more of the sources than is published: a benchmark, a fuzzer, tests. It gets a module for each source file,
 * compiled as the packages are. In sources, the packages by their names are sources, too; in the program, they stay what `npm run build`
 * has made.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { COMPILER } from './build-modules.mjs';
import { ENTRY_POINTS, ROOT } from './packages.mjs';

const SOURCES = path.join(ROOT, 'packages') + path.sep;

const packagesFromSource = {
  name: 'packages-from-source',
  resolveId: (id, importer = '') =>
    importer.startsWith(SOURCES) && Object.hasOwn(ENTRY_POINTS, id)
      ? path.join(ROOT, ENTRY_POINTS[id])
      : null,
};

/**
 * @param {string[]} entries the modules that are loaded by name, relative to the project
 * @param {string} target the folder to build into, relative to the project; existing files are removed
 */
export async function buildProgram(entries, target) {
  rmSync(path.join(ROOT, target), { recursive: true, force: true });
  const build = await rolldown({
    ...COMPILER,
    plugins: [packagesFromSource, ...COMPILER.plugins],
    input: entries.map((entry) => path.join(ROOT, entry)),
  });
  await build.write({
    dir: path.join(ROOT, target),
    format: 'esm',
    preserveModules: true,
    preserveModulesRoot: ROOT,
    entryFileNames: '[name].js',
  });
  await build.close();
}
