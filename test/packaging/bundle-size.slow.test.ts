/** A bundle has no more than it uses: its size, which the README promises, and the packages that it imports. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bundleOf } from '../../scripts/measure-entries.mjs';
import { ENTRIES, usePackages } from './support/package.js';

/** `isAllowed` alone, in octets after gzip. */
const MOST_OCTETS = 16_000;

/** The packages that the bundle of an entry imports; the others import none. */
const PACKAGES: { readonly [entry: string]: readonly string[] } = {
  '@robotstream/client': ['http-cache-semantics', 'lru-cache', 'undici'],
  '@robotstream/client/crawlee': ['http-cache-semantics', 'lru-cache', 'undici'],
  '@robotstream/client/playwright': ['http-cache-semantics', 'lru-cache'],
  '@robotstream/survey': ['hyparquet', 'hyparquet-writer'],
};

const build = usePackages();

test(`a bundle of isAllowed alone has at most ${MOST_OCTETS} octets, and imports nothing`, async () => {
  const { octets, packages } = await bundleOf(build.folder, 'robotstream', 'isAllowed');
  expect(packages).toEqual([]);
  expect(octets).toBeLessThanOrEqual(MOST_OCTETS);
});

test.each(ENTRIES)('a bundle of %s imports the packages that docs/runtimes.md names', async (entry) => {
  const { packages } = await bundleOf(build.folder, entry, '*');
  expect(packages).toEqual(PACKAGES[entry] ?? []);
  const row = readFileSync('docs/runtimes.md', 'utf8').match(
    new RegExp(`^\\| \`${entry}\` \\| [\\d.]+ \\|.*$`, 'm'),
  )?.[0];
  expect(row).toContain(` | ${packages.join(', ') || 'none'} | `);
});
