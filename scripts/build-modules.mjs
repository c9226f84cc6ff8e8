/** Builds the published modules. The tests build them as well, so that what they try is what is published. */
import { chmodSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { hiddenImports } from './hidden-imports.mjs';
import { pureInitialisers } from './pure-initialisers.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const { exports, bin } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/**
 * How TypeScript is compiled, for the package and for what measures and tests it. Constants of other modules are inlined: an engine
 * loads an imported constant from memory at each use; in the scanner that is a quarter of the time.
 */
export const COMPILER = {
  external: /^(?![./])/,
  platform: 'neutral',
  treeshake: { moduleSideEffects: false },
  // A constant may depend on others, which takes a pass each.
  optimization: { inlineConst: { mode: 'all', pass: 3 } },
  plugins: [pureInitialisers, hiddenImports],
};

/** The published modules that are loaded by name: entry points, the command, and the threads of the survey. Relative to `dist`. */
const ENTRIES = [
  ...new Set(JSON.stringify({ exports, bin }).match(/(?<=dist\/)[^"]+(?=\.js")/g)),
  'survey/worker-pool',
  'survey/robotstream-survey-worker',
];

/**
 * Builds a file for each module that is loaded by name, and one for each set of modules that several of these share. So no module is
 * there twice, and Node, which takes half a millisecond for each file, loads few.
 *
 * @param {string} folder where the files go; existing files stay
 */
export async function buildModules(folder) {
  const build = await rolldown({
    ...COMPILER,
    input: Object.fromEntries(ENTRIES.map((name) => [name, path.join(root, 'src', `${name}.ts`)])),
  });
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    // The declarations have the documentation.
    comments: { jsdoc: false, legal: false, annotation: true },
  });
  await build.close();
  chmodSync(path.join(folder, 'cli/main.js'), 0o755);
}
