/** Builds the fuzz targets and what runs them into `fuzz/.built`. Usage: node scripts/build-fuzz.mjs, after scripts/build.mjs. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildProgram } from './build-program.mjs';

const targets = readdirSync(fileURLToPath(new URL('../fuzz/targets', import.meta.url)));
await buildProgram(['fuzz/main.ts', ...targets.map((file) => `fuzz/targets/${file}`)], 'fuzz/.built');
