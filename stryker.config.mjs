/**
 * Mutation testing; `scripts/mutate.mjs` runs it.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Stryker reads a configuration of TypeScript with an interface that TypeScript 7 no longer has: name one that is not there.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  tempDirName: 'node_modules/.cache/stryker',
  ignorePatterns: ['/dist', '/bench', '/.ci', '/coverage'],
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: 'node_modules/.cache/stryker/report.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: true },
  // A mutant that loops: a test may take so much longer than without mutants.
  timeoutMS: 20_000,
  timeoutFactor: 4,
};
