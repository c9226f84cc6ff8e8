/**
 * Mutation testing. `npm run mutate -- PATH` runs it; CONTRIBUTING.md has its options.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
import path from 'node:path';

// Stryker works on a copy of the project, elsewhere.
process.env.ROBOTSTREAM_SHARED ??= path.resolve('../shared');

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts' },
  coverageAnalysis: 'perTest',
  // Stryker reads a configuration of TypeScript with an interface that TypeScript 7 no longer has: name one that is not there.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  ignorePatterns: ['/dist', '/bench', '/.ci', '/coverage', '/fuzz/.built', '/readers'],
  reporters: ['clear-text', 'json', 'progress-append-only'],
  jsonReporter: { fileName: 'node_modules/.cache/stryker.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, skipFull: true },
  // The first run does all tests with Stryker's counters; on a busy machine that takes longer than the default of five minutes.
  dryRunTimeoutMinutes: 60,
  // Each process loads the package and its tests.
  concurrency: 1,
};
