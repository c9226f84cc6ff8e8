/** Builds the published modules. The tests build them as well, so that what they try is what is published. */
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { hiddenImports } from './hidden-imports.mjs';
import { ROOT } from './packages.mjs';
import { pureInitialisers } from './pure-initialisers.mjs';

/**
 * How TypeScript is compiled, for the packages and for what measures and tests them. Constants of other modules are inlined: an engine
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

/** The threads of a package, which it loads by their file beside its own. */
const THREADS = { '@robotstream/survey': ['worker-pool', 'robotstream-survey-worker'] };

const FOLDER = String.raw`[\\/]`;

/** A group of the modules that several entry points share and whose paths match. */
function group(name, pattern, minShareCount) {
  return { name, test: new RegExp(pattern.replaceAll('/', FOLDER)), minShareCount };
}

/**
 * Modules that share one file, because whoever loads some of them nearly always loads the others: the engine, what compares rules and knows crawlers;
 * and in the command what nearly all commands use. What loads a package that some commands do without stays apart.
 */
const GROUPS = {
  robotstream: [
    group('engine', String.raw`/src/([-\w]+|(stream|ast|match|usage)/.+)\.ts$`, 4),
    group('comparison', '/src/(compare|crawlers)/', 2),
  ],
  '@robotstream/cli': [
    { name: 'start', tags: ['$initial'], priority: 1 },
    group(
      'common',
      String.raw`/packages/(cli|command-line)/src/(?!with-client|lint-notice|purpose-option|opened-lists|list-problems)[-\w]+\.ts$`,
      2,
    ),
    group('check', String.raw`/src/check/[-\w]+\.ts$`, 2),
  ],
};

/**
 * Builds a file for each module of a package that is loaded by name, and one for each set of modules that several of these share, or for a
 * group of them, beside the data. So no module is there twice, and Node, which takes half a millisecond for each file, loads few.
 *
 * @param {import('./packages.mjs').Package} built
 * @param {string} folder where the files go; existing files stay
 */
export async function buildModules({ name, folder: source, manifest, modules }, folder) {
  const entries = [...modules, ...(THREADS[name] ?? [])];
  const build = await rolldown({
    ...COMPILER,
    input: Object.fromEntries(entries.map((entry) => [entry, path.join(ROOT, source, 'src', `${entry}.ts`)])),
  });
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    codeSplitting: { groups: GROUPS[name] ?? [] },
    // The declarations have the documentation.
    comments: { jsdoc: false, legal: false, annotation: true },
  });
  await build.close();
  for (const file of JSON.stringify(manifest.exports).match(/(?<=dist\/)[^"]+\.json/g) ?? []) {
    const data = JSON.parse(readFileSync(path.join(ROOT, source, 'src', file), 'utf8'));
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), JSON.stringify(data));
  }
  if (name === '@robotstream/conform') copySuite(path.join(folder, 'suite'));
  for (const program of Object.values(manifest.bin ?? {})) {
    chmodSync(path.join(folder, path.relative('dist', program)), 0o755);
  }
}

/** The cases of the conformance suite and what they refer to; not the adapters, and not the scores of programs. */
function copySuite(to) {
  const isCopied = (from) => !/adapters|scores/i.test(path.basename(from));
  cpSync(path.join(ROOT, 'conformance'), to, { recursive: true, filter: isCopied });
}
