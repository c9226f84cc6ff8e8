/**
 * The tests that mutants are tried against, for Stryker. `scripts/mutate.mjs` says which, by `ROBOTSTREAM_MUTATION_TESTS`: globs with
 * commas between them.
 */
import { defineConfig } from 'vitest/config';
import { propertySettings } from './test/support/property-settings.js';
import { HUNG_AFTER_MS, selfAlias } from './vitest.config.js';

export default defineConfig({
  resolve: { alias: selfAlias },
  test: {
    include: (process.env.ROBOTSTREAM_MUTATION_TESTS ?? '').split(','),
    exclude: ['**/*.alone.test.ts'],
    // The same cases for every mutant: a property that finds one now and then would make the score a matter of chance.
    provide: { effort: 'quick', property: { ...propertySettings(200), seed: 1 } },
    testTimeout: HUNG_AFTER_MS,
    hookTimeout: HUNG_AFTER_MS,
  },
});
