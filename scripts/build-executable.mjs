/**
 * Makes the command one file for this platform: Node, with the command and all that it reads. `npm run executable -- FOLDER` puts it into FOLDER, or
 * into `node_modules/.cache/robotstream-executable`, with the licenses of what is in it. Its Node is the one that runs this script.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { rolldown } from 'rolldown';
import { buildInspector } from './build-inspector.mjs';
import { licensesOf } from './licenses.mjs';
import { PACKAGES, ROLLDOWN_ALIASES, ROOT } from './packages.mjs';
import { pureInitialisers } from './pure-initialisers.mjs';

/** How Node finds the command in a copy of itself; and where a Mach-O file has it. */
const RESOURCE = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const SEGMENT = 'NODE_SEA';

/** The module that reads files of the package, and what is read in its place. */
const FILES = path.join(ROOT, 'packages/cli/src/package-files.ts');
const ASSETS = path.join(ROOT, 'packages/cli/executable/package-files.ts');

/** What other modules read from files beside their own, and the assets in place of that. */
const READS = new Map([
  [
    'worker-pool.ts',
    [
      "new Worker(new URL('./robotstream-survey-worker.js', import.meta.url))",
      "new Worker(require('node:sea').getAsset('survey-thread.cjs', 'utf8'), { eval: true })",
    ],
  ],
]);

/** A package that is left out, because it is a library of the platform, of 70 MB: `survey report` says that it is missing. */
const LEFT_OUT = '@duckdb/node-api';
const leftOut = {
  name: 'left-out',
  resolveId: (id) => (id === LEFT_OUT ? { id: `\0${id}`, moduleSideEffects: true } : null),
  load: (id) =>
    id === `\0${LEFT_OUT}`
      ? `throw Object.assign(new Error('Cannot find module ${LEFT_OUT}'), { code: 'MODULE_NOT_FOUND' });`
      : null,
};

/** Lets modules read assets. */
const assetReader = {
  name: 'asset-reader',
  load: (id) => (id === FILES ? { code: readFileSync(ASSETS, 'utf8') } : null),
  transform(code, id) {
    const [before, after] = READS.get(path.basename(id)) ?? [];
    if (before === undefined) return null;
    assert.equal(code.split(before).length, 2, `${id} has this once: ${before}`);
    return { code: code.replace(before, () => after) };
  },
};

/**
 * Begins each script. Nothing outside the executable is loaded: `require` of an executable warns about other modules than those of Node, and that of a
 * thread would look for them in the working directory.
 */
const ONLY_NODE = `require = ((own) => (name) => {
  if (own('node:module').isBuiltin(name)) return own(name);
  throw Object.assign(new Error('Cannot find module ' + name), { code: 'MODULE_NOT_FOUND' });
})(require);`;

/** Whether this Node puts a blob into a copy of itself (25.5). */
const BUILDS_ITSELF = execFileSync(process.execPath, ['--help'], { encoding: 'utf8' }).includes(
  '--build-sea',
);

const folder = path.resolve(process.argv[2] ?? path.join(ROOT, 'node_modules/.cache/robotstream-executable'));
const executable = path.join(folder, process.platform === 'win32' ? 'robotstream.exe' : 'robotstream');
const work = path.join(folder, 'work');
mkdirSync(work, { recursive: true });

await buildInspector(work);
const main = await bundled('packages/cli/src/main.ts');
const thread = await bundled('packages/survey/src/robotstream-survey-worker.ts');
const config = writeConfig();
if (BUILDS_ITSELF) run(process.execPath, ['--build-sea', config]);
else inject();
if (process.platform === 'darwin') run('codesign', ['--sign', '-', executable]);
chmodSync(executable, 0o755);
const ofInspector = readFileSync(path.join(work, 'inspector-licenses.md'), 'utf8');
writeFileSync(
  path.join(folder, 'licenses.md'),
  licensesOf([...main.modules, ...thread.modules], ofInspector),
);
process.stdout.write(`${executable}\n`);

/** A module with everything that it imports as one CommonJS file, which is all that Node 20 and 22 can start. */
async function bundled(source) {
  const build = await rolldown({
    input: path.join(ROOT, source),
    platform: 'node',
    resolve: { alias: ROLLDOWN_ALIASES },
    // The modules of this repository do nothing when they are loaded, but for one, which package.json names as it is built.
    treeshake: {
      moduleSideEffects: (id) => id.includes('node_modules') || id.endsWith('src/readers/index.ts'),
    },
    optimization: { inlineConst: { mode: 'all', pass: 3 } },
    plugins: [pureInitialisers, leftOut, assetReader],
  });
  const file = path.join(work, `${path.parse(source).name}.cjs`);
  const { output } = await build.write({
    file,
    format: 'cjs',
    banner: ONLY_NODE,
    codeSplitting: false,
    comments: false,
    minify: 'dce-only',
  });
  await build.close();
  return { file, modules: output.flatMap(({ moduleIds }) => moduleIds) };
}

/** The configuration by which Node makes the file, with the assets. */
function writeConfig() {
  const assets = {
    version: written('version', PACKAGES[0].manifest.version),
    'inspector.html': path.join(work, 'inspector.html'),
    'survey-thread.cjs': thread.file,
  };
  const output = BUILDS_ITSELF ? executable : path.join(work, 'blob');
  return written(
    'config.json',
    JSON.stringify({
      main: main.file,
      output,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      assets,
    }),
  );
}

function written(name, text) {
  const file = path.join(work, name);
  writeFileSync(file, text);
  return file;
}

/** Makes the blob, and puts it into a copy of Node by postject. */
function inject() {
  run(process.execPath, ['--experimental-sea-config', config]);
  copyFileSync(process.execPath, executable);
  chmodSync(executable, 0o755);
  // A signature would not be that of the changed file.
  if (process.platform === 'darwin') run('codesign', ['--remove-signature', executable]);
  run(process.execPath, [
    path.join(ROOT, 'node_modules/postject/dist/cli.js'),
    ...[executable, RESOURCE, path.join(work, 'blob'), '--sentinel-fuse', FUSE],
    ...(process.platform === 'darwin' ? ['--macho-segment-name', SEGMENT] : []),
  ]);
}

function run(program, args) {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}
