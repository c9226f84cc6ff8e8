/**
 * Builds the benchmarks from TypeScript into `bench/.built`: a module for each source file. What they import from `src` is taken
 * from `dist`, so that the code that is measured is the code that is published.
 *
 * Usage: node scripts/build-bench.mjs, after scripts/build.mjs.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const bench = path.join(root, 'bench');
const source = path.join(root, 'src') + path.sep;
const target = path.join(bench, '.built');

rmSync(target, { recursive: true, force: true });
const build = await rolldown({
  input: ['main', 'worker'].map((name) => path.join(bench, `${name}.ts`)),
  external: /^(?![./])/,
  platform: 'node',
  plugins: [{ name: 'published', resolveId: published }],
});
await build.write({
  dir: target,
  format: 'esm',
  preserveModules: true,
  preserveModulesRoot: root,
  entryFileNames: '[name].js',
});

/**
 * Resolves a module of `src` to the one that is built from it.
 *
 * @param {string} id
 * @param {string | undefined} importer
 */
function published(id, importer) {
  if (importer === undefined || !id.startsWith('.')) return null;
  const file = path.resolve(path.dirname(importer), id);
  if (!file.startsWith(source)) return null;
  return { id: pathToFileURL(path.join(root, 'dist', file.slice(source.length))).href, external: true };
}
