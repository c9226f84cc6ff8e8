/**
 * Hides imports of optional packages from bundlers, which would resolve them, and fail where they are not installed. A name that is not a
 * literal is looked up when the program runs. The comments stop the warnings that webpack, Turbopack and Vite would give about it.
 */
import { PACKAGES } from './packages.mjs';

const OPTIONAL = PACKAGES.flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {}));

const IMPORT = new RegExp(`\\bimport\\("(${[...new Set(OPTIONAL)].join('|')})"\\)`, 'g');

const HIDDEN_IMPORT =
  '((name) => import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name))("$1")';

export const hiddenImports = {
  name: 'hidden-imports',
  renderChunk: (code) => ({ code: code.replace(IMPORT, HIDDEN_IMPORT) }),
};
