/** Builds the benchmarks into `bench/.built`. Usage: node scripts/build-bench.mjs, after scripts/build.mjs. */
import { buildProgram } from './build-program.mjs';

await buildProgram(['bench/main.ts', 'bench/worker.ts', 'bench/load-server.ts'], 'bench/.built');
