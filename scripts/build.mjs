/**
 * Builds `dist` from nothing, so that a file removed from `src` never stays published: declarations by TypeScript, a
 * module for each source file by `buildModules`, and the inspector by Vite.
 */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildDeclarations } from './build-declarations.mjs';
import { buildForNode, buildModules } from './build-modules.mjs';

const target = fileURLToPath(new URL('../dist', import.meta.url));

rmSync(target, { recursive: true, force: true });
buildDeclarations(target);
await buildModules(target);
await buildForNode(`${target}/node`);
await build({
  configFile: fileURLToPath(new URL('../inspector/vite.config.ts', import.meta.url)),
  logLevel: 'warn',
});
