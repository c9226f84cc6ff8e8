/** Runs tests against what is published: a module of `src` is taken from `dist`. For the vitest configurations, not for tests. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCE = path.join(ROOT, 'src') + path.sep;

/** Resolves each module of `src` to the one that `npm run build` has built from it. */
export function publishedModules(): Plugin {
  return {
    name: 'published-modules',
    enforce: 'pre',
    async resolveId(id, importer, options) {
      const resolved = await this.resolve(id, importer, { ...options, skipSelf: true });
      const file = resolved?.id.replace(/\?.*$/, '') ?? '';
      if (!file.startsWith(SOURCE) || file.endsWith('.test.ts')) return resolved;
      return path.join(ROOT, 'dist', file.slice(SOURCE.length).replace(/\.ts$/, '.js'));
    },
  };
}
