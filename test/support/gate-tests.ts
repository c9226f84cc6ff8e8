/**
 * The slow tests that `.ci/run` runs before a change lands: each guards what no quick test does. All other slow tests are the nightly's.
 * A test gets a place here only after `npm run test:stress` has run it twenty times without a failure.
 */
export const GATE_TESTS = [
  // A real Redis: its scripts, leases and turns.
  'packages/client/test/store/redis-store.slow.test.ts',
  'packages/client/test/pacing/redis-turns.slow.test.ts',
  // Processes that are killed in the middle of a survey, and archives read in threads.
  'packages/survey/test/killed.slow.test.ts',
  'packages/survey/test/threads.slow.test.ts',
  // The conformance suite by the command, against the reader that the repository ships.
  'packages/conform/test/own.slow.test.ts',
  // Every example of the pages compiles as a user's program does.
  'test/docs/examples-compile.slow.test.ts',
  // What a bundle of the core weighs: the README promises it.
  'test/packaging/bundle-size.slow.test.ts',
  // The inspector opens in a browser and answers.
  'packages/cli/test/inspector/smoke.slow.test.ts',
];
