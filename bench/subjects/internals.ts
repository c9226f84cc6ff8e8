/** Parts of the package that it does not export, for measuring a stage alone. The build compiles them as the package is compiled. */
export { batchPipeline } from '../../packages/cli/src/check/batch/pipeline.js';
export { lendScanMemory } from '../../src/stream/memory.js';
export { scanRows } from '../../src/stream/scan.js';
