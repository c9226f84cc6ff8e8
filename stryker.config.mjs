/**
 * Mutation testing; `scripts/mutate.mjs` runs it.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'loaded-tests',
  plugins: ['./scripts/mutation/stryker-runner.mjs'],
  coverageAnalysis: 'perTest',
  // Stryker reads a configuration of TypeScript with an interface that TypeScript 7 no longer has: name one that is not there.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  tempDirName: 'node_modules/.cache/stryker',
  ignorePatterns: ['/dist', '/bench', '/.ci', '/coverage'],
  reporters: ['clear-text', 'json', 'survivors', 'progress-append-only'],
  jsonReporter: { fileName: 'node_modules/.cache/stryker/report.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: true },
  // The runner itself recognises loops; this is for a runner that hangs.
  timeoutMS: 20 * 60_000,
  // The first run does all tests with Stryker's counters; on a busy machine that takes longer than the default of five minutes.
  dryRunTimeoutMinutes: 60,
  // Each process loads the package and its tests.
  concurrency: 1,
};
