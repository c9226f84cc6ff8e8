/**
 * Packs the packages as for publishing, and checks each: its files and size, publint, "are the types wrong", what `npm install` of it brings;
 * then whether a new project can import them, compile against them, run the command and bundle the core for a browser. It does not
 * build; `npm run check:package` does that first.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, parseSync } from 'vite';
import { PACKAGES, ROOT } from './packages.mjs';

const BIN = path.join(ROOT, 'node_modules/.bin');
const TYPESCRIPT = path.join(ROOT, 'node_modules/typescript/bin/tsc');

/** How large the inspector's page is at most, in octets after gzip. */
const MOST_PAGE_OCTETS = 250_000;

/** The versions of the lock file, so that the day's newest release of a dependency changes no result. */
const LOCKED = lockedVersions();

const work = mkdtempSync(path.join(tmpdir(), 'robotstream-packages-'));
try {
  const tarballs = new Map();
  for (const one of PACKAGES) {
    tarballs.set(one.name, pack(one));
    checkPackage(one, tarballs);
  }
  const project = projectOf({ name: '@robotstream/cli' });
  tryFixtures(project);
  checkInspector(path.join(project, 'node_modules/@robotstream/cli/dist'));
  await checkBundle(project);
  console.log('packages: everything passed');
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** @returns the tarball's path */
function pack({ folder }) {
  const options = ['pack', '--silent', '--ignore-scripts', '--pack-destination', work];
  const name = execFileSync('npm', options, { cwd: path.join(ROOT, folder), encoding: 'utf8' }).trim();
  return path.join(work, name);
}

function projectOf({ name }) {
  return path.join(work, 'projects', name);
}

/** Installs a package, with those that it needs of this repository, in a project that has nothing else. */
function checkPackage(one, tarballs) {
  const { name, manifest } = one;
  const tarball = tarballs.get(name);
  run(name, 'publint', path.join(BIN, 'publint'), ['run', tarball, '--strict']);
  if (manifest.types !== undefined) {
    run(name, 'are the types wrong', path.join(BIN, 'attw'), [
      tarball,
      '--profile',
      'esm-only',
      '--no-emoji',
    ]);
  }
  const project = projectOf(one);
  mkdirSync(project, { recursive: true });
  const settings = { private: true, type: 'module', overrides: LOCKED };
  writeFileSync(path.join(project, 'package.json'), JSON.stringify(settings));
  const options = ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline'];
  const needed = ownOf(name).map((own) => tarballs.get(own));
  run(name, 'npm install', 'npm', [...options, ...needed], project);
  const installed = JSON.parse(readFileSync(path.join(project, 'node_modules/.package-lock.json'), 'utf8'));
  const others = Object.keys(installed.packages)
    .map((place) => place.replace(/^.*node_modules\//, ''))
    .filter((other) => other !== name);
  if (name === 'robotstream') assert.deepEqual(others, [], 'the core needs no other package');
  checkFiles(one, path.join(project, 'node_modules', name));
  say(name, 'brings', [...others].sort().join(', ') || 'nothing else');
}

/** The packages of this repository that a package needs, and itself. @returns {string[]} */
function ownOf(name) {
  const { manifest } = PACKAGES.find((one) => one.name === name);
  const needed = Object.keys(manifest.dependencies ?? {}).filter((other) =>
    PACKAGES.some((one) => one.name === other),
  );
  return [...new Set([name, ...needed.flatMap(ownOf)])];
}

/** A package has its pages, its modules and their declarations, and nothing that is not for its users. */
function checkFiles({ name, folder }, installed) {
  const found = filesBelow(installed);
  for (const page of ['LICENSE', 'README.md', 'package.json'])
    assert.ok(found.includes(page), `${name} has ${page}`);
  const unknown = found.filter(
    (file) => !/^(dist\/|docs\/(?!internals)|[A-Z]+(\.md)?$|package\.json$)/.test(file),
  );
  assert.deepEqual(unknown, [], `files of ${name} that no user needs`);
  const built = found.filter((file) => /^dist\/(?!inspector)/.test(file));
  for (const file of built)
    assert.match(
      file,
      /\.(js|d\.ts|json|json\.gz|md|1\.gz)$/,
      'modules, declarations, data, licenses and the manual',
    );
  const sources = new Set(filesBelow(path.join(ROOT, folder, 'src')));
  const declarations = built.filter((file) => file.endsWith('.d.ts'));
  for (const file of declarations) {
    assert.ok(
      sources.has(file.replace(/^dist\//, '').replace(/\.d\.ts$/, '.ts')),
      `${file} declares a source`,
    );
    const cited = readFileSync(path.join(installed, file), 'utf8').match(/docs\/[\w-]+\.md/g) ?? [];
    for (const page of cited) assert.ok(statSync(path.join(ROOT, page)).isFile(), `${file} cites ${page}`);
  }
  const octets = found.reduce((sum, file) => sum + statSync(path.join(installed, file)).size, 0);
  say(name, 'has', `${found.length} files, ${octets} octets`);
}

/** The exact version of each package that this repository's lock file has, but of its own packages. */
function lockedVersions() {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const places = Object.entries(packages).filter(
    ([place, { version, link }]) => /^node_modules\/(?!.*node_modules)/.test(place) && version && !link,
  );
  return Object.fromEntries(
    places.map(([place, { version }]) => [place.replace('node_modules/', ''), version]),
  );
}

/** Imports the packages, compiles against them, and runs the command, in a project that has all of them. */
function tryFixtures(project) {
  cpSync(path.join(ROOT, 'test/packaging'), project, { recursive: true });
  run('all', 'import from JavaScript', process.execPath, ['consumer.mjs'], project);
  const compilerOptions = {
    target: 'ES2022',
    module: 'NodeNext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    // Checks the declarations themselves.
    skipLibCheck: false,
  };
  const node = { lib: ['ES2022'], typeRoots: [path.join(ROOT, 'node_modules/@types')], types: ['node'] };
  const web = { lib: ['ES2022', 'DOM', 'DOM.AsyncIterable'], types: [] };
  for (const [what, file, options] of [
    ['compile against the types', 'consumer.ts', node],
    ["compile against the browser's types, without Node's", 'consumer-web.ts', web],
  ]) {
    const config = { compilerOptions: { ...compilerOptions, ...options }, files: [file] };
    writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify(config));
    run('all', what, process.execPath, [TYPESCRIPT, '-p', 'tsconfig.json'], project);
  }
  for (const { name, manifest } of PACKAGES) {
    for (const program of Object.keys(manifest.bin ?? {})) {
      const command = path.join(projectOf({ name }), 'node_modules/.bin', program);
      assert.match(
        run(name, 'the command', command, ['--help'], project),
        new RegExp(program),
        'its help names it',
      );
    }
  }
}

/** The inspector is one page, which a slow connection gets in a few seconds. */
function checkInspector(dist) {
  const octets = gzipSync(readFileSync(path.join(dist, 'inspector.html'))).length;
  assert.ok(
    octets <= MOST_PAGE_OCTETS,
    `the inspector has ${octets} octets compressed; at most ${MOST_PAGE_OCTETS}`,
  );
  say('@robotstream/cli', 'the inspector', `${octets} octets compressed, of ${MOST_PAGE_OCTETS} at most`);
}

/** Bundles `robotstream/web` for a browser, and loads the bundle. */
async function checkBundle(project) {
  const outDir = path.join(work, 'bundle');
  await build({
    root: project,
    configFile: false,
    logLevel: 'warn',
    plugins: [refuseNode()],
    build: {
      outDir,
      emptyOutDir: false,
      lib: { entry: 'bundle.mjs', formats: ['es'], fileName: 'bundle' },
      minify: true,
    },
  });
  assert.deepEqual(filesBelow(outDir), ['bundle.js']);
  const file = path.join(outDir, 'bundle.js');
  const text = readFileSync(file, 'utf8');
  assert.doesNotMatch(text, /node:/, 'nothing of Node in the bundle');
  const imports = parseSync(file, text).program.body.filter(
    (statement) => statement.source?.value !== undefined,
  );
  assert.deepEqual(imports, [], 'the bundle imports nothing');
  const bundle = await import(pathToFileURL(file).href);
  const web = await import(pathToFileURL(path.join(project, 'node_modules/robotstream/dist/core.js')).href);
  assert.deepEqual(Object.keys(bundle), Object.keys(web), 'the bundle exports what robotstream/web exports');
  say(
    'robotstream',
    'bundle of robotstream/web',
    `${text.length} octets, ${gzipSync(text).length} compressed`,
  );
}

/** Fails on modules of Node, which Vite would replace with empty ones. */
function refuseNode() {
  return {
    name: 'refuse-node',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id.startsWith('node:') || builtinModules.includes(id)) throw new Error(`${importer} imports ${id}`);
    },
  };
}

/** Runs a program. If it fails, the error has its output. */
function run(name, what, program, args, cwd = work) {
  try {
    const output = execFileSync(program, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
    say(name, what, 'passed');
    return output;
  } catch (error) {
    throw new Error(`${name}: ${what} fails: ${error.message}\n${error.stdout ?? ''}`);
  }
}

function say(name, what, result) {
  console.log(`${name}: ${what}: ${result}`);
}

/** Every file below a folder, relative to it, sorted. */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}
