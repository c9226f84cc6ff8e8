/** Builds the inspector into a static folder that any server can serve, with relative addresses. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const src = fileURLToPath(new URL('../src', import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  publicDir: false,
  // The library's public entry points, from source.
  resolve: {
    alias: [
      { find: /^robotstream\/web$/, replacement: `${src}/core.ts` },
      { find: /^robotstream\/(lint|compare|crawlers)$/, replacement: `${src}/$1/index.ts` },
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
