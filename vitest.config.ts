/**
 * The tests. `vitest run` runs the quick ones; `--mode gate` the slow ones that `.ci/run` adds, `--mode nightly` every one, and
 * `--mode built` the quick ones against compiled modules. CONTRIBUTING.md says which is which.
 */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SOURCE_ALIASES } from './scripts/packages.mjs';
import { compiledModules } from './test/support/compiled.js';
import { GATE_TESTS } from './test/support/gate-tests.js';
import { HUNG_AFTER_MS } from './test/support/hung.js';
import { propertySettings } from './test/support/property-settings.js';

/** Tests that need nothing of Node; the browser run and the runs under other Node versions take exactly these. */
export const coreTests = {
  include: [
    'src/*.test.ts',
    'src/{stream,ast,match,page,compare,crawlers,readers,lint}/**/*.test.ts',
    'test/property/**/*.test.ts',
    'test/conformance/**/*.test.ts',
  ],
  exclude: ['**/*.node.test.ts'],
};

/** Tests that only the nightly runs, but for those of `GATE_TESTS`. */
const SLOW_TESTS = '**/*.slow.test.ts';

/** Tests that replace a module, or need one that nothing has used: each file gets a process of its own. */
const ISOLATED_TESTS = '{src,test,packages}/**/*.isolated.test.ts';

/** Tests that measure a process as a whole, such as its memory: the nightly runs them last, one file at a time. */
const ALONE_TESTS = '{src,test,packages}/**/*.alone.test.ts';

/** Tests of the inspector in a browser. The nightly runs them by themselves, and a second time if one fails. */
const INSPECTOR_TESTS = 'packages/cli/test/inspector/**/*.test.ts';

/** `HUNG_AFTER_MS` for every test there is: 20,000 sites, or 10,000 runs of a property, take minutes on a quiet machine. */
const HUNG_AFTER_MS_OF_ALL = 60 * 60_000;

export default defineConfig(({ mode }) => {
  const isNightly = mode === 'nightly';
  const leftOut = isNightly ? [] : [SLOW_TESTS];
  // Files of tests share processes and the modules loaded there (`isolate: false`), because loading them takes longer than most tests.
  // Spread into each project: one that extends this configuration would have it evaluated anew, for the mode `test`.
  const common = {
    provide: {
      effort: isNightly ? ('full' as const) : ('quick' as const),
      property: propertySettings(isNightly ? 10_000 : 500),
    },
    testTimeout: isNightly ? HUNG_AFTER_MS_OF_ALL : HUNG_AFTER_MS,
    hookTimeout: HUNG_AFTER_MS,
    // A worker for each processor; vitest's default leaves one of them idle.
    maxWorkers: availableParallelism(),
  };
  // The packages by their names are their sources, so tests and examples need no build.
  const resolve = { alias: SOURCE_ALIASES };
  const plugins = mode === 'built' ? [compiledModules()] : [];
  const core = {
    resolve,
    plugins,
    test: {
      ...common,
      name: 'core',
      isolate: false,
      include: coreTests.include,
      exclude: [...coreTests.exclude, ...leftOut],
    },
  };
  const node = {
    resolve,
    plugins,
    test: {
      ...common,
      name: 'node',
      isolate: false,
      include: ['{src,test,packages}/**/*.test.ts'],
      exclude: [...coreTests.include.map(onlyCore), ...leftOut, ALONE_TESTS, ISOLATED_TESTS, INSPECTOR_TESTS],
    },
  };
  const isolated = { resolve, plugins, test: { ...common, name: 'isolated', include: [ISOLATED_TESTS] } };
  const alone = {
    resolve,
    test: {
      ...common,
      name: 'alone',
      maxWorkers: 1,
      sequence: { groupOrder: 1 },
      include: [ALONE_TESTS],
    },
  };
  const inspector = {
    resolve,
    test: {
      ...common,
      name: 'inspector',
      isolate: false,
      include: [INSPECTOR_TESTS],
      exclude: [ALONE_TESTS],
    },
  };
  const gate = { resolve, test: { ...common, name: 'gate', isolate: false, include: GATE_TESTS } };
  return {
    test: {
      reporters: ['default', './test/support/skips-reporter.ts'],
      projects: mode === 'gate' ? [gate] : [core, node, isolated, ...(isNightly ? [inspector, alone] : [])],
    },
  };
});

/** A core glob narrowed to what the core project really takes: `*.node.test.ts` stays with Node. */
function onlyCore(glob: string): string {
  return glob.replace('*.test.ts', '!(*.node).test.ts');
}
