/**
 * The tests that mutants are tried against, for Stryker. `scripts/mutate.mjs` says which, by `ROBOTSTREAM_MUTATION_TESTS`: globs, as
 * a list in JSON.
 */
import { defineConfig } from 'vitest/config';
import { HUNG_AFTER_MS } from './test/support/hung.js';
import { propertySettings } from './test/support/property-settings.js';
import { selfAlias } from './vitest.config.js';

export default defineConfig({
  resolve: { alias: selfAlias },
  test: {
    reporters: [{}],
    runner: './scripts/mutation/vitest-runner.mjs',
    include: JSON.parse(process.env.ROBOTSTREAM_MUTATION_TESTS ?? '[]') as string[],
    exclude: ['**/*.alone.test.ts'],
    // The same cases for every mutant: a property that finds one now and then would make the score a matter of chance.
    provide: { effort: 'quick', property: { ...propertySettings(50), seed: 1, endOnFailure: true } },
    testTimeout: HUNG_AFTER_MS,
    hookTimeout: HUNG_AFTER_MS,
  },
});
