/** Runs tests against compiled code: a module of `src` is taken from `.built`. For the vitest configurations, not for tests. */
import path from 'node:path';
import type { Plugin } from 'vitest/config';
import { ROOT } from '../../scripts/packages.mjs';

const SOURCE = path.join(ROOT, 'src') + path.sep;

/** Resolves each module of `src` to the one that `scripts/build-each.mjs` has compiled from it, as the package is compiled. */
export function compiledModules(): Plugin {
  return {
    name: 'compiled-modules',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      const resolved = await this.resolve(id, importer, { ...options, skipSelf: true });
      const file = resolved?.id.replace(/\?.*$/, '') ?? '';
      if (!file.startsWith(SOURCE) || file.endsWith('.test.ts')) return resolved;
      return path.join(ROOT, '.built/src', file.slice(SOURCE.length).replace(/\.ts$/, '.js'));
    },
  };
}
