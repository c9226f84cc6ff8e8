/** Builds what asks other programs into `readers/.built`. Usage: node scripts/build-readers.mjs. */
import { buildProgram } from './build-program.mjs';

await buildProgram(['readers/main.ts'], 'readers/.built');
