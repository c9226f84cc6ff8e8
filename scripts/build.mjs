/**
 * Builds `dist` from nothing, so that a file removed from `src` never stays published: declarations by TypeScript, a
 * module for each source file by `buildModules`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildForNode, buildModules } from './build-modules.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = fileURLToPath(new URL('../dist', import.meta.url));

rmSync(target, { recursive: true, force: true });
const compile = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--emitDeclarationOnly'];
const { status } = spawnSync(process.execPath, compile, { cwd: root, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
withoutNodeTypes(`${target}/stream/node-transform.d.ts`);
await buildModules(target);
await buildForNode(`${target}/node`);

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
