/**
 * The tests that mutants are tried against, for Stryker. `scripts/mutate.mjs` says which, by `ROBOTSTREAM_MUTATION_TESTS`: globs, as
 * a list in JSON.
 */
import { defineConfig } from 'vitest/config';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { propertySettings } from './test/support/property-settings.js';
import { HUNG_AFTER_MS, selfAlias } from './vitest.config.js';

/**
 * Has a file of tests that cannot be loaded count as an error. Stryker's runner looks at tests alone: a mutant that throws as soon as its
 * module is loaded would leave none that fails, and count as survived.
 */
class LoadingErrors implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestModuleEnd(module: TestModule): void {
    for (const error of module.errors()) this.#vitest?.state.catchError(error, 'Loading Error');
  }
}

export default defineConfig({
  resolve: { alias: selfAlias },
  test: {
    reporters: [new LoadingErrors()],
    include: JSON.parse(process.env.ROBOTSTREAM_MUTATION_TESTS ?? '[]') as string[],
    exclude: ['**/*.alone.test.ts'],
    // The same cases for every mutant: a property that finds one now and then would make the score a matter of chance.
    provide: { effort: 'quick', property: { ...propertySettings(200), seed: 1 } },
    testTimeout: HUNG_AFTER_MS,
    hookTimeout: HUNG_AFTER_MS,
  },
});
