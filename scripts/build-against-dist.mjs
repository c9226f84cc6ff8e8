/**
 * Builds a program from TypeScript: a module for each source file. Its imports from `src` resolve to `dist`, so that it runs the
 * published code.
 */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = path.join(root, 'src') + path.sep;

const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/**
 * @param {string[]} entries the modules that are run, relative to the project
 * @param {string} target the folder to build into, relative to the project; existing files are removed
 */
export async function buildAgainstDist(entries, target) {
  rmSync(path.join(root, target), { recursive: true, force: true });
  const build = await rolldown({
    input: entries.map((entry) => path.join(root, entry)),
    external: /^(?![./])/,
    platform: 'node',
    plugins: [{ name: 'published', resolveId: published }],
  });
  await build.write({
    dir: path.join(root, target),
    format: 'esm',
    preserveModules: true,
    preserveModulesRoot: root,
    entryFileNames: '[name].js',
  });
  await build.close();
}

/**
 * Resolves a module of `src`, or an entry point by its name, to the module that is built from it.
 *
 * @param {string} id
 * @param {string | undefined} importer
 */
function published(id, importer) {
  const entry = id.startsWith('robotstream') ? exports[`.${id.slice('robotstream'.length)}`] : undefined;
  if (entry !== undefined) return { id: pathToFileURL(path.join(root, entry.module)).href, external: true };
  if (importer === undefined || !id.startsWith('.')) return null;
  const file = path.resolve(path.dirname(importer), id);
  if (!file.startsWith(source)) return null;
  return { id: pathToFileURL(path.join(root, 'dist', file.slice(source.length))).href, external: true };
}
