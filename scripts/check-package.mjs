/**
 * Packs the package as for publishing and checks it: its files, publint, "are the types wrong", and whether a new project can import
 * it, compile against it, run its command and bundle it for a browser. It does not build; `npm run check:package` does that first.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, parseSync } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'node_modules/.bin');
const TYPESCRIPT = join(ROOT, 'node_modules/typescript/bin/tsc');
const FIXTURES = join(ROOT, 'test/packaging');

/** The files of the package outside `dist`. */
const DOCUMENTS = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'package.json',
  ...filesBelow(join(ROOT, 'docs'))
    .filter((path) => !path.startsWith('internals/'))
    .map((path) => `docs/${path}`),
];

/** What the package may take on a disk. */
const [MAX_FILES, MAX_OCTETS] = [300, 4_000_000];

/** What a browser downloads for the inspector, compressed by gzip: in all, and before it paints, without the editor. */
const [MAX_INSPECTOR_OCTETS, MAX_FIRST_PAINT_OCTETS] = [220_000, 110_000];

const work = mkdtempSync(join(tmpdir(), 'robotstream-package-'));
const project = join(work, 'project');
try {
  const tarball = pack();
  run('publint', join(BIN, 'publint'), ['run', tarball, '--strict']);
  run('are the types wrong', join(BIN, 'attw'), [tarball, '--profile', 'esm-only', '--no-emoji']);
  install(tarball);
  checkFiles(join(project, 'node_modules/robotstream'));
  run('import from JavaScript', process.execPath, ['consumer.mjs']);
  run('compile against the types', process.execPath, [TYPESCRIPT, '-p', 'tsconfig.node.json']);
  run("compile against the browser's types, without Node's", process.execPath, [
    TYPESCRIPT,
    '-p',
    'tsconfig.web.json',
  ]);
  checkCommand();
  await checkBundle();
  console.log('package: everything passed');
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** @returns the tarball's path */
function pack() {
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', work], { cwd: ROOT });
  const [tarball, ...more] = readdirSync(work);
  assert.ok(tarball !== undefined && more.length === 0, 'npm pack makes one file');
  return join(work, tarball);
}

/** Makes a project with this package and the fixtures that use it, and nothing else. */
function install(tarball) {
  cpSync(FIXTURES, project, { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const compilerOptions = {
    target: 'ES2022',
    module: 'NodeNext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    // Checks the declarations themselves.
    skipLibCheck: false,
  };
  const typeRoots = [join(ROOT, 'node_modules/@types')];
  writeConfig('tsconfig.node.json', ['consumer.ts'], {
    ...compilerOptions,
    lib: ['ES2022'],
    typeRoots,
    types: ['node'],
  });
  writeConfig('tsconfig.web.json', ['consumer-web.ts'], {
    ...compilerOptions,
    lib: ['ES2022', 'DOM', 'DOM.AsyncIterable'],
    types: [],
  });
  run('install', 'npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', tarball]);
}

function writeConfig(name, files, compilerOptions) {
  writeFileSync(join(project, name), JSON.stringify({ compilerOptions, files }));
}

/** The package has the pages, the modules, and declarations of source files; not more files and octets than the limits. */
function checkFiles(installed) {
  const ofInspector = (path) => /^dist\/inspector[/.]/.test(path);
  const found = filesBelow(installed);
  const built = found.filter((path) => path.startsWith('dist/') && !ofInspector(path));
  const declarations = built.filter((path) => path.endsWith('.d.ts'));
  assert.deepEqual(
    found.filter((path) => !path.startsWith('dist/')),
    [...DOCUMENTS].sort(),
    'the pages',
  );
  for (const path of declarations) {
    const source = path.replace(/^dist/, 'src').replace(/\.d\.ts$/, '.ts');
    assert.ok(existsSync(join(ROOT, source)), `${path} declares ${source}`);
  }
  for (const path of built) assert.match(path, /\.(js|d\.ts)$/, 'modules and declarations');
  checkInspector(found.filter(ofInspector), (path) => readFileSync(join(installed, path)));
  const octets = found.reduce((sum, path) => sum + statSync(join(installed, path)).size, 0);
  assert.ok(found.length <= MAX_FILES, `${found.length} files; at most ${MAX_FILES} are expected`);
  assert.ok(octets <= MAX_OCTETS, `${octets} octets; at most ${MAX_OCTETS} are expected`);
  say('files', `${found.length} with ${octets} octets, of ${MAX_FILES} with ${MAX_OCTETS} at most`);
  const cited = new Set(
    declarations.flatMap(
      (path) => readFileSync(join(installed, path), 'utf8').match(/docs\/[\w-]+\.md/g) ?? [],
    ),
  );
  for (const page of cited) assert.ok(existsSync(join(installed, page)), `declarations cite ${page}`);
  say('pages that declarations cite', `${cited.size}, each in the package`);
}

/** The inspector is a page, styles and scripts, and the same in one file, within their bounds. */
function checkInspector(paths, read) {
  const [page] = paths.filter((path) => path === 'dist/inspector/index.html');
  assert.ok(page !== undefined && paths.includes('dist/inspector.html'), 'the inspector, in both forms');
  const folder = paths.filter((path) => path !== 'dist/inspector.html');
  for (const path of folder)
    assert.match(path, /\/(index\.html|[\w-]+\.(js|css))$/, 'a file of the inspector');
  const html = read(page).toString();
  const isFirst = (path) => path === page || html.includes(path.slice('dist/inspector/'.length));
  const compressed = (path) => gzipSync(read(path)).length;
  for (const [what, files, maxOctets] of [
    ['inspector until its first paint', folder.filter(isFirst), MAX_FIRST_PAINT_OCTETS],
    ['inspector in all', folder, MAX_INSPECTOR_OCTETS],
    ['inspector in one file', ['dist/inspector.html'], MAX_INSPECTOR_OCTETS],
  ]) {
    const octets = files.map(compressed).reduce((sum, size) => sum + size, 0);
    assert.ok(octets <= maxOctets, `${what}: ${octets} octets compressed; at most ${maxOctets} are expected`);
    say(what, `${octets} octets compressed, of ${maxOctets} at most`);
  }
}

function checkCommand() {
  const help = run('the command', join(project, 'node_modules/.bin/robotstream'), ['--help']);
  assert.match(help, /robotstream/, 'robotstream --help names itself');
}

/** Bundles `robotstream/web` for a browser, and loads the bundle. */
async function checkBundle() {
  const outDir = join(work, 'bundle');
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
  const path = join(outDir, 'bundle.js');
  const text = readFileSync(path, 'utf8');
  assert.doesNotMatch(text, /node:/, 'nothing of Node in the bundle');
  const imports = parseSync(path, text).program.body.filter(
    (statement) => statement.source?.value !== undefined,
  );
  assert.deepEqual(imports, [], 'the bundle imports nothing');
  const bundle = await import(pathToFileURL(path).href);
  const web = await import(pathToFileURL(join(project, 'node_modules/robotstream/dist/core.js')).href);
  assert.deepEqual(Object.keys(bundle), Object.keys(web), 'the bundle exports what robotstream/web exports');
  say('bundle of robotstream/web', `${statSync(path).size} octets, ${gzipSync(text).length} compressed`);
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

/** Runs a program in the project. If it fails, the error has its output. */
function run(what, program, args) {
  const cwd = existsSync(project) ? project : work;
  try {
    const output = execFileSync(program, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
    say(what, 'passed');
    return output;
  } catch (error) {
    throw new Error(`package: ${what} fails: ${error.message}\n${error.stdout ?? ''}`);
  }
}

function say(what, result) {
  console.log(`package: ${what}: ${result}`);
}

/** Every file below a folder, relative to it, sorted. */
function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return entries
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}
