/**
 * Builds the `dist` of every package from nothing, so that a file removed from a source never stays published: declarations by
 * TypeScript, modules by Rolldown, and the inspector by Vite.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { buildDeclarations } from './build-declarations.mjs';
import { buildInspector } from './build-inspector.mjs';
import { buildModules } from './build-modules.mjs';
import { PACKAGES, ROOT } from './packages.mjs';

const distOf = ({ folder }) => path.join(ROOT, folder, 'dist');

for (const one of PACKAGES) {
  rmSync(distOf(one), { recursive: true, force: true });
  buildDeclarations(one, distOf);
  await buildModules(one, distOf(one));
}
await buildInspector(path.join(ROOT, 'packages/cli/dist'));
