/**
 * Makes the command one file for this platform: Node, with the command and all that it reads. `npm run executable -- FOLDER` puts it into FOLDER, or
 * into `node_modules/.cache/robotstream-executable`, with the licenses of what is in it.
 *
 * Run it with the version of Node that the executable is to have, after `npm run build`, whose inspector it contains.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { rolldown } from 'rolldown';
import { licensesOf } from './licenses.mjs';
import { ENTRY_POINTS, PACKAGES, ROOT } from './packages.mjs';
import { pureInitialisers } from './pure-initialisers.mjs';

/** How Node finds the command in a copy of itself; and where a Mach-O file has it. */
const RESOURCE = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const SEGMENT = 'NODE_SEA';

const folder = path.resolve(process.argv[2] ?? path.join(ROOT, 'node_modules/.cache/robotstream-executable'));
const executable = path.join(folder, process.platform === 'win32' ? 'robotstream.exe' : 'robotstream');
const work = path.join(folder, 'work');
const dist = path.join(ROOT, 'packages/cli/dist');
mkdirSync(work, { recursive: true });

const main = await bundled('packages/cli/src/main.ts');
const thread = await bundled('packages/survey/src/robotstream-survey-worker.ts');
const config = writeConfig();
if (canBuildItself()) run(process.execPath, ['--build-sea', config]);
else inject();
if (process.platform === 'darwin') run('codesign', ['--sign', '-', executable]);
chmodSync(executable, 0o755);
writeFileSync(path.join(folder, 'licenses.md'), licensesOf([...main.modules, ...thread.modules]));
process.stdout.write(`${executable}\n`);

/** A module with everything that it imports as one CommonJS file, which is all that Node 20 and 22 can start. */
async function bundled(source) {
  const replaced = new Set();
  const build = await rolldown({
    input: path.join(ROOT, source),
    platform: 'node',
    resolve: {
      alias: Object.fromEntries(
        Object.entries(ENTRY_POINTS).map(([name, file]) => [`${name}$`, path.join(ROOT, file)]),
      ),
    },
    // The modules of this repository do nothing when they are loaded, but for one, which package.json names as it is built.
    treeshake: {
      moduleSideEffects: (id) => id.includes('node_modules') || id.endsWith('src/readers/index.ts'),
    },
    optimization: { inlineConst: { mode: 'all', pass: 3 } },
    plugins: [pureInitialisers, assetReader(replaced)],
  });
  const file = path.join(work, `${path.parse(source).name}.cjs`);
  const { output } = await build.write({
    file,
    format: 'cjs',
    codeSplitting: false,
    comments: false,
    minify: 'dce-only',
  });
  await build.close();
  return { file, replaced, modules: output.flatMap(({ moduleIds }) => moduleIds) };
}

/** Lets modules read assets where they would read files of packages. */
function assetReader(replaced) {
  const files = path.join(ROOT, 'packages/cli/src/package-files.ts');
  const rewritten = [
    [
      'worker-pool.ts',
      "new Worker(new URL('./robotstream-survey-worker.js', import.meta.url))",
      "new Worker(require('node:sea').getAsset('survey-thread.cjs', 'utf8'), { eval: true })",
    ],
    [
      'node-sqlite3-wasm.js',
      'var wasmBinary;',
      "var wasmBinary=require('node:sea').getRawAsset('node-sqlite3-wasm.wasm');",
    ],
  ];
  return {
    name: 'asset-reader',
    load: (id) =>
      id === files
        ? { code: readFileSync(path.join(ROOT, 'packages/cli/executable/package-files.ts'), 'utf8') }
        : null,
    transform(code, id) {
      const [, before, after] = rewritten.find(([name]) => path.basename(id) === name) ?? [];
      if (before === undefined) return null;
      assert.equal(code.split(before).length, 2, `${id} has this once: ${before}`);
      replaced.add(path.basename(id));
      return { code: code.replace(before, () => after) };
    },
  };
}

/** The configuration by which Node makes the file, with the assets. */
function writeConfig() {
  const inspector = path.join(dist, 'inspector');
  assert.ok(existsSync(inspector), 'npm run build makes the inspector first');
  const pages = readdirSync(inspector, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(inspector, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
  const assets = {
    version: written('version', PACKAGES[0].manifest.version),
    inspector: written('inspector', JSON.stringify(pages)),
    ...Object.fromEntries(pages.map((name) => [`inspector/${name}`, path.join(inspector, name)])),
    'conformance.json.gz': path.join(dist, 'conformance.json.gz'),
    'survey-thread.cjs': thread.file,
    'node-sqlite3-wasm.wasm': path.join(ROOT, 'node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm'),
  };
  const output = canBuildItself() ? executable : path.join(work, 'blob');
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

/** Whether this Node puts a blob into a copy of itself (25.5). */
function canBuildItself() {
  return execFileSync(process.execPath, ['--help'], { encoding: 'utf8' }).includes('--build-sea');
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
