/**
 * Builds `dist` from nothing, so that a file removed from `src` never stays published: declarations by TypeScript, modules by
 * Rolldown, and the inspector by Vite.
 */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildDeclarations } from './build-declarations.mjs';
import { buildInspector } from './build-inspector.mjs';
import { buildModules } from './build-modules.mjs';

const target = fileURLToPath(new URL('../dist', import.meta.url));

rmSync(target, { recursive: true, force: true });
buildDeclarations(target);
await buildModules(target);
await buildInspector(target);
