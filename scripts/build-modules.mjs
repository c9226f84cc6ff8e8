/** Builds the published modules. The tests build them as well, so that what they try is what is published. */
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const source = fileURLToPath(new URL('../src', import.meta.url));

const { exports, peerDependencies } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

/**
 * Builds a module for each source file, with Rolldown, which inlines constants of other modules. An engine loads an
 * imported constant from memory at each use; in the scanner that is a quarter of the time.
 *
 * @param {string} folder where the modules go; existing files stay
 */
export async function buildModules(folder) {
  const build = await rolldown({
    input: Object.fromEntries(
      sourceFiles().map((file) => [file.slice(0, -'.ts'.length), path.join(source, file)]),
    ),
    external: /^(?![./])/,
    platform: 'neutral',
    treeshake: false,
    // A constant may depend on others, which takes a pass each.
    optimization: { inlineConst: { mode: 'all', pass: 3 } },
  });
  await build.write({
    dir: folder,
    format: 'esm',
    preserveModules: true,
    preserveModulesRoot: source,
    entryFileNames: '[name].js',
    // Source maps include the sources, because the package does not contain them as files.
    sourcemap: true,
  });
  await build.close();
  for (const file of sourceFiles()) forBundlers(path.join(folder, file.replace(/\.ts$/, '.js')));
  chmodSync(path.join(folder, 'cli', 'main.js'), 0o755);
}

/**
 * Builds what Node loads: the entry points and the modules that they share, in few files. Loading a module for each source file
 * would take Node half a millisecond each.
 *
 * @param {string} folder where the files go
 */
export async function buildForNode(folder) {
  const entries = Object.values(exports)
    .map((conditions) => conditions.module)
    .filter((module) => module !== undefined)
    .map((module) => module.slice('./dist/'.length, -'.js'.length))
    // A thread of the survey, which is started by its file.
    .concat('survey/worker');
  const build = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, path.join(source, `${entry}.ts`)])),
    external: /^(?![./])/,
    platform: 'neutral',
    treeshake: { moduleSideEffects: false },
    optimization: { inlineConst: { mode: 'all', pass: 3 } },
  });
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name]-[hash].js',
    sourcemap: true,
  });
  await build.close();
}

/** Every source file that is published, relative to `src`. */
function sourceFiles() {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
}

/**
 * Changes a module so that every bundler takes it without a warning. Lines stay where they are, for the source map.
 *
 * - An import whose names are all inlined remains as `import './ascii.js'`. No module has side effects, so it is
 *   removed.
 * - A bundler would resolve the import of an optional package, and fail where it is not installed. It does not if the name is
 *   not a literal.
 *
 * @param {string} file
 */
function forBundlers(file) {
  const optional = Object.keys(peerDependencies).join('|');
  const text = readFileSync(file, 'utf8')
    .replace(/^import "\.[^"]*";$/gm, '')
    .replace(
      new RegExp(`\\bimport\\("(${optional})"\\)`, 'g'),
      '((name) => import(/* webpackIgnore: true */ /* @vite-ignore */ name))("$1")',
    );
  writeFileSync(file, text);
}
