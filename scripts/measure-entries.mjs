/**
 * Measures the cost of each entry point: the size of a minified and compressed bundle of all its exports, in kilobytes; the npm
 * packages that it needs; and the CPU time that Node takes to import it, in milliseconds. With `--write`, the table goes into
 * docs/runtimes.md.
 *
 * Usage: node scripts/measure-entries.mjs [--write], after scripts/build.mjs.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { ENTRY_POINTS, PACKAGES, ROOT } from './packages.mjs';

const START = '<!-- Written by node scripts/measure-entries.mjs --write: start -->';
const END = '<!-- Written by node scripts/measure-entries.mjs --write: end -->';

/** How many times each import is timed; the median counts. */
const ROUNDS = 9;

/** What is measured: an entry point, and which of its exports. */
const SUBJECTS = [
  ['robotstream', '*'],
  ['robotstream', 'isAllowed'],
  ['robotstream', 'parseSync'],
  ['robotstream', 'lineEvents'],
  ['robotstream/web', '*'],
  ['@robotstream/client', '*'],
  ['@robotstream/client/crawlee', '*'],
  ['@robotstream/client/playwright', '*'],
  ['robotstream/page', '*'],
  ['robotstream/license', '*'],
  ['robotstream/compare', '*'],
  ['robotstream/crawlers', '*'],
  ['robotstream/lint', '*'],
  ['robotstream/readers', '*'],
  ['@robotstream/survey', '*'],
  ['@robotstream/audit', '*'],
  ['robotstream/compat/robots-parser', '*'],
];

/**
 * Bundles names of a built entry point with the packages of this repository, minified.
 *
 * @param {string} folder its `node_modules` has the built packages
 * @param {string} entry such as `robotstream/web`
 * @param {string} name an export, or `*` for all
 * @returns {Promise<{ octets: number, packages: string[] }>} its size after gzip, and the other packages that it imports
 */
export async function bundleOf(folder, entry, name) {
  const exported = `export ${name === '*' ? '*' : `{ ${name} }`} from '${entry}'`;
  const virtual = path.join(folder, 'entry.mjs');
  const build = await rolldown({
    input: virtual,
    platform: 'node',
    external: (id) => /^(?![./\0])/.test(id) && !Object.hasOwn(ENTRY_POINTS, id),
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === virtual ? id : null),
        load: (id) => (id === virtual ? exported : null),
      },
    ],
    treeshake: { moduleSideEffects: (id) => id === virtual },
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  const loaded = loadedChunks(output);
  const imported = loaded
    .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
    .filter((id) => !output.some(({ fileName }) => fileName === id) && !/^(node:|[\0._])/.test(id));
  const packages = imported.map((id) => id.split('/', id.startsWith('@') ? 2 : 1).join('/'));
  const code = loaded.map((chunk) => chunk.code).join('');
  const needed = packages.filter((name) => !OPTIONAL.has(name));
  return { octets: gzipSync(code, { level: 9 }).length, packages: [...new Set(needed)].sort() };
}

/** Packages that a program installs if it uses them. */
const OPTIONAL = new Set(PACKAGES.flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {})));

/** The chunks that are loaded together with a bundle, without those that it may load later, such as the readers of a survey. */
function loadedChunks(output) {
  const loaded = output.filter(({ isEntry }) => isEntry);
  for (const { imports } of loaded) {
    loaded.push(...output.filter((chunk) => imports.includes(chunk.fileName) && !loaded.includes(chunk)));
  }
  return loaded;
}

/** The median CPU time, in milliseconds, that Node takes to start and import each entry, in turns, and that of an empty module. */
function importTimes(entries) {
  const times = new Map(['', ...entries].map((entry) => [entry, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [entry, measured] of times) {
      const code = entry === '' ? '' : `import ${JSON.stringify(entry)}`;
      const report = 'const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);';
      const output = execFileSync(process.execPath, ['--input-type=module', '-e', `${code};${report}`], {
        cwd: ROOT,
      });
      measured.push(Number(output));
    }
  }
  return new Map([...times].map(([entry, measured]) => [entry, measured.sort((a, b) => a - b)[ROUNDS >> 1]]));
}

async function main() {
  const times = importTimes([...new Set(SUBJECTS.map(([entry]) => entry))]);
  const empty = times.get('') ?? 0;
  const rows = [];
  for (const [entry, name] of SUBJECTS) {
    const { octets, packages } = await bundleOf(ROOT, entry, name);
    const what = name === '*' ? `\`${entry}\`` : `\`${name}\` alone`;
    const ms = name === '*' ? Math.max(0, (times.get(entry) ?? 0) - empty).toFixed(0) : '';
    rows.push(`| ${what} | ${(octets / 1000).toFixed(1)} | ${packages.join(', ') || 'none'} | ${ms} |`);
  }
  console.log(`an empty module: ${empty.toFixed(0)} ms`);
  console.log(tableOf(rows));
  if (!process.argv.includes('--write')) return;
  writeTable('docs/runtimes.md', tableOf(rows));
}

function tableOf(rows) {
  return ['| import | kB, gzip | packages | ms |', '|---|---|---|---|', ...rows].join('\n');
}

/** Writes a table between the marks of a page. */
function writeTable(name, table) {
  const page = path.join(ROOT, name);
  const [before, rest] = readFileSync(page, 'utf8').split(START);
  const [, after] = rest.split(END);
  writeFileSync(page, `${before}${START}\n${table}\n${END}${after}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
