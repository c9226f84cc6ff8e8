/** Builds the benchmarks into `bench/.built`. Usage: node scripts/build-bench.mjs, after scripts/build.mjs. */
import { buildAgainstDist } from './build-against-dist.mjs';

await buildAgainstDist(['bench/main.ts', 'bench/worker.ts'], 'bench/.built');
