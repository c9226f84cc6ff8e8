/** Compiles each source file to a module of its own below `.built`, for what uses more of the packages than is published. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { buildProgram } from './build-program.mjs';
import { PACKAGES, ROOT } from './packages.mjs';

const files = PACKAGES.flatMap(({ folder }) =>
  readdirSync(path.join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.posix.join(folder, 'src', file)),
);
await buildProgram(files, '.built');
