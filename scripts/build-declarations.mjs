/** Builds the published declarations. The tests build them as well, so that what they try is what is published. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { PACKAGES, ROOT } from './packages.mjs';

/** Inside the project, so that TypeScript finds the types of Node. */
const CACHE = path.join(ROOT, 'node_modules/.cache');

/**
 * Builds the declarations of all packages.
 *
 * @param {(one: import('./packages.mjs').Package) => string} distOf where the declarations of a package go
 * @throws {Error} if the sources have errors; TypeScript prints them
 */
export function buildDeclarations(distOf) {
  for (const one of PACKAGES) buildEntries(one, distOf);
  for (const one of PACKAGES) hideInsides(distOf(one));
}

/** Builds the declarations of a package's entry points, and those that they import. Those of the packages before this one are there. */
function buildEntries(built, distOf) {
  const entries = declarationsOf(built);
  if (entries.length === 0) return;
  const folder = distOf(built);
  compile(built, distOf);
  removeUnused(folder, entries);
  if (built.folder === '') withoutNodeTypes(path.join(folder, 'stream/node-line-transform.d.ts'));
}

/** The declarations of a package's entry points, relative to `dist`. */
function declarationsOf({ manifest }) {
  return JSON.stringify(manifest.exports).match(/(?<=dist\/)[^"]+\.d\.ts/g) ?? [];
}

function compile(built, distOf) {
  const source = path.join(ROOT, built.folder, 'src');
  const before = PACKAGES.slice(0, PACKAGES.indexOf(built));
  mkdirSync(CACHE, { recursive: true });
  const work = mkdtempSync(path.join(CACHE, 'robotstream-declarations-'));
  const config = path.join(work, 'tsconfig.json');
  const compilerOptions = {
    types: ['node'],
    // A package may import what the build puts into it from beside its own folder. No public declaration may.
    rootDir: ROOT,
    outDir: path.join(work, 'out'),
    declaration: true,
    emitDeclarationOnly: true,
    stripInternal: true,
    noEmitOnError: true,
    paths: Object.fromEntries(
      before.flatMap((one) =>
        Object.entries(one.manifest.exports).map(([entry, condition]) => [
          one.name + entry.slice(1),
          [path.join(distOf(one), path.relative('dist', typesOf(condition)))],
        ]),
      ),
    ),
  };
  const include = [source];
  const exclude = [path.join(source, '**/*.test.ts')];
  writeFileSync(
    config,
    JSON.stringify({ extends: path.join(ROOT, 'tsconfig.base.json'), compilerOptions, include, exclude }),
  );
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', config], { cwd: ROOT, stdio: 'inherit' });
  if (status === 0)
    cpSync(path.join(work, 'out', path.relative(ROOT, source)), distOf(built), { recursive: true });
  rmSync(work, { recursive: true });
  if (status !== 0) throw new Error(`the declarations of ${built.name} could not be built`);
}

/** The declarations that Node's conditions give. @returns {string} */
function typesOf(condition) {
  if (typeof condition === 'string') return condition;
  return condition.types ?? typesOf(condition.default);
}

/**
 * Removes the declarations that no entry point imports, directly or not.
 *
 * @param {string} folder
 * @param {readonly string[]} entries
 */
function removeUnused(folder, entries) {
  const used = new Set(entries);
  for (const file of used) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    for (const [, module] of text.matchAll(/(?:from |import\()'(\.[^']*)\.js'/g)) {
      used.add(path.posix.join(path.posix.dirname(file), `${module}.d.ts`));
    }
  }
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.d.ts'))) {
    if (!used.has(file.replaceAll('\\', '/'))) rmSync(path.join(folder, file));
  }
}

/** A constructor or a static method that only this repository calls: the tag `@hidden` of its comment says so. */
const HIDDEN_MEMBER =
  / {4}\/\*\*(?:(?!\*\/)[\s\S])*?@hidden(?:(?!\*\/)[\s\S])*\*\/\n {4}(constructor|static)\b[^;]*;\n/g;

/**
 * Hides what only this repository calls. It is not `@internal`, which TypeScript strips, because the packages after a package are compiled
 * against its declarations; and a class without a constructor could be constructed.
 *
 * @param {string} folder
 */
function hideInsides(folder) {
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  for (const file of files.filter((name) => name.endsWith('.d.ts'))) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const shown = text.replace(HIDDEN_MEMBER, (_, kind) =>
      kind === 'constructor' ? '    private constructor();\n' : '',
    );
    if (shown !== text) writeFileSync(path.join(folder, file), shown);
  }
}

/**
 * Lets a declaration that extends a class of Node compile where Node's types are not installed. There the class is `any`, and an
 * encoding is any string.
 *
 * @param {string} file
 */
function withoutNodeTypes(file) {
  const text = readFileSync(file, 'utf8')
    .replace(/^import .* from 'node:/gm, '// @ts-ignore: a browser project has no types of Node.\n$&')
    .replaceAll('BufferEncoding', 'string');
  writeFileSync(file, text);
}
