/**
 * The tests that mutants are tried against: of the quick ones, those that import the file that is changed. Tests that start processes
 * are left out, because no mutant is active in those.
 */
import { defineConfig } from 'vitest/config';
import { SOURCE_ALIASES } from './scripts/packages.mjs';
import { HUNG_AFTER_MS } from './test/support/hung.js';
import { propertySettings } from './test/support/property-settings.js';
import { coreTests } from './vitest.config.js';

export default defineConfig({
  resolve: { alias: SOURCE_ALIASES },
  test: {
    reporters: [{}],
    isolate: false,
    include: [
      ...coreTests.include,
      'src/usage/**/*.test.ts',
      'packages/client/test/**/*.test.ts',
      'test/streams/**/*.test.ts',
    ],
    exclude: ['**/*.{slow,alone,isolated}.test.ts'],
    // The same cases for every mutant: a property that finds one now and then would make the score a matter of chance.
    provide: { effort: 'quick', property: { ...propertySettings(50), seed: 1, endOnFailure: true } },
    testTimeout: HUNG_AFTER_MS,
    hookTimeout: HUNG_AFTER_MS,
  },
});
