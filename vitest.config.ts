import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { propertySettings } from './test/support/property-settings.js';

/** Tests that need nothing of Node; the browser run and the runs under other Node versions take exactly these. */
export const coreTests = {
  include: [
    'src/*.test.ts',
    'src/{stream,ast,match}/**/*.test.ts',
    'test/property/**/*.test.ts',
    'test/conformance/**/*.test.ts',
  ],
  exclude: ['**/*.node.test.ts'],
};

/** The package by its own name is its source, so tests and examples need no build. */
export const selfAlias = [
  { find: /^robotstream$/, replacement: fileURLToPath(new URL('./src/index.ts', import.meta.url)) },
  { find: /^robotstream\/web$/, replacement: fileURLToPath(new URL('./src/web.ts', import.meta.url)) },
];

export default defineConfig({
  resolve: { alias: selfAlias },
  test: {
    provide: { property: propertySettings(10_000) },
    projects: [
      {
        extends: true,
        test: { name: 'core', environment: 'node', ...coreTests },
      },
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...coreTests.include.map(onlyCore)],
        },
      },
    ],
  },
});

/** A core glob narrowed to what the core project really takes: `*.node.test.ts` stays with Node. */
function onlyCore(glob: string): string {
  return glob.replace('*.test.ts', '!(*.node).test.ts');
}
