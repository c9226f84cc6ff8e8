/**
 * Builds the `dist` of every package from nothing, so that a file removed from a source never stays published: declarations by
 * TypeScript, modules by Rolldown, the inspector's page by Vite, and the manual page by the command.
 */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { buildDeclarations } from './build-declarations.mjs';
import { buildInspector } from './build-inspector.mjs';
import { buildModules } from './build-modules.mjs';
import { PACKAGES, ROOT } from './packages.mjs';

const distOf = ({ folder }) => path.join(ROOT, folder, 'dist');

for (const one of PACKAGES) rmSync(distOf(one), { recursive: true, force: true });
buildDeclarations(distOf);
for (const one of PACKAGES) await buildModules(one, distOf(one));
const command = path.join(ROOT, 'packages/cli/dist');
await buildInspector(command);
const page = execFileSync(process.execPath, [path.join(command, 'main.js'), 'man'], { maxBuffer: Infinity });
writeFileSync(path.join(command, 'robotstream.1.gz'), gzipSync(page, { level: 9 }));
