/** Builds the published declarations. The tests build them as well, so that what they try is what is published. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/**
 * Builds the declarations of the entry points, and those that they import.
 *
 * @param {string} folder where the declarations go
 * @throws {Error} if the sources have errors; TypeScript prints them
 */
export function buildDeclarations(folder) {
  const compile = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--emitDeclarationOnly'];
  const { status } = spawnSync(process.execPath, [...compile, '--outDir', folder], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the declarations could not be built');
  removeUnused(folder);
  withoutNodeTypes(path.join(folder, 'stream/node-transform.d.ts'));
}

/**
 * Removes the declarations that no entry point imports, directly or not.
 *
 * @param {string} folder
 */
function removeUnused(folder) {
  const used = new Set(JSON.stringify(exports).match(/(?<=dist\/)[^"]+\.d\.ts/g));
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
