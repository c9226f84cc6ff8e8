/** Compiles each source file to a module of its own below `.built`, for what uses more of the package than is published. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildProgram } from './build-program.mjs';

const files = readdirSync(fileURLToPath(new URL('../src', import.meta.url)), {
  recursive: true,
  encoding: 'utf8',
});
await buildProgram(
  files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).map((file) => `src/${file}`),
  '.built',
);
