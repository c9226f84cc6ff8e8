/** Builds the inspector into a static folder that any server can serve, with relative addresses. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { SOURCE_ALIASES } from '../../../scripts/packages.mjs';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  publicDir: false,
  // The library, from source.
  resolve: {
    alias: [
      ...SOURCE_ALIASES,
      {
        find: /^(?:@codemirror\/language|@lezer\/common)$/,
        replacement: fileURLToPath(new URL('editor/no-language.ts', import.meta.url)),
      },
    ],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: fileURLToPath(new URL('../dist/inspector', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
