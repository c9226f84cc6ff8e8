/** The packages of this repository, as their package.json files describe them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * @typedef {object} Package
 * @property {string} name
 * @property {string} folder relative to the root; empty for the root's own package
 * @property {any} manifest its package.json
 * @property {string[]} modules what is loaded by name, relative to `src` and to `dist`, without the extension: entry points, the command
 */

/** In the order of their floors: each may use those before it. @type {readonly Package[]} */
export const PACKAGES = [
  '',
  'packages/client',
  'packages/survey',
  'packages/audit',
  'packages/cli',
  'packages/conform',
].map((folder) => {
  const manifest = JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8'));
  const { name, exports, bin } = manifest;
  const modules = JSON.stringify({ exports, bin }).match(/(?<=dist\/)[^"]+(?=\.js")/g) ?? [];
  return { name, folder, manifest, modules: [...new Set(modules)] };
});

/**
 * The source file of each entry point, relative to the root, by the name that an import gives: `robotstream/web` → `src/core.ts`.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const ENTRY_POINTS = Object.fromEntries(
  PACKAGES.flatMap(({ name, folder, manifest }) =>
    Object.entries(manifest.exports)
      .map(([entry, condition]) => [name + entry.slice(1), moduleOf(condition)])
      .filter(([, module]) => module.endsWith('.js'))
      .map(([entry, module]) => [
        entry,
        path.posix.join(folder, module.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts')),
      ]),
  ),
);

/** The entry points that are an API. @type {readonly string[]} */
export const PUBLIC_ENTRIES = Object.keys(ENTRY_POINTS).filter((name) => !name.endsWith('/internal'));

/** The folders that have the sources of what is published. */
export const SOURCE_FOLDERS = [
  ...PACKAGES.map(({ folder }) => path.posix.join(folder, 'src')),
  // Parts of several packages, which the build puts into each.
  'packages/decoding/src',
  'packages/command-line/src',
  'packages/cli/inspector',
];

/** The module that Node loads. @returns {string} */
function moduleOf(condition) {
  return typeof condition === 'string' ? condition : moduleOf(condition.default);
}

/** Lets Vite, or a test, take the packages by their names from their sources. */
export const SOURCE_ALIASES = Object.entries(ENTRY_POINTS).map(([name, source]) => ({
  find: new RegExp(`^${name}$`),
  replacement: path.join(ROOT, source),
}));

/** The same for Rolldown, whose aliases end with `$` where they are for a whole name. */
export const ROLLDOWN_ALIASES = Object.fromEntries(
  Object.entries(ENTRY_POINTS).map(([name, source]) => [`${name}$`, path.join(ROOT, source)]),
);
