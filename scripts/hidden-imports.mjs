/**
 * Hides imports from bundlers: those of optional packages, which bundlers would resolve, and fail where they are not installed; and that of
 * `undici/index.js`, which only Bun needs, and which a bundler would include although `undici` is external. A name that is not a literal is
 * looked up when the program runs. The comments stop the warnings that webpack, Turbopack and Vite would give about it.
 */
import { PACKAGES } from './packages.mjs';

const OPTIONAL = PACKAGES.flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {}));

const NAMES = [...new Set(OPTIONAL), 'undici/index.js'];

const IMPORT = new RegExp(`\\bimport\\("(${NAMES.join('|')})"\\)`, 'g');

const HIDDEN_IMPORT =
  '((name) => import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name))("$1")';

export const hiddenImports = {
  name: 'hidden-imports',
  renderChunk: (code) => ({ code: code.replace(IMPORT, HIDDEN_IMPORT) }),
};
