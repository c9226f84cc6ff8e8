/** Builds the published declarations. The tests build them as well, so that what they try is what is published. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
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
  withoutNodeTypes(path.join(folder, 'stream/node-transform.d.ts'));
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
