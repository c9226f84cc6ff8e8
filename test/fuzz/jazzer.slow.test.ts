/** The bundles that OSS-Fuzz builds: each target as CommonJS for Jazzer.js, and its seeds. Jazzer.js itself is not run here. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Target } from '../../fuzz/target.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A folder inside the project, so that the bundles find the packages that npm has installed. */
const folder = path.join(ROOT, 'fuzz/.built/jazzer');

beforeAll(() => {
  for (const args of [['scripts/build-fuzz.mjs'], ['scripts/bundle-fuzz.mjs', folder]])
    execFileSync(process.execPath, args, { cwd: ROOT });
});

describe.each(readdirSync(`${ROOT}fuzz/targets`).map((file) => path.parse(file).name))('%s', (name) => {
  test('loads by require and accepts its seeds', async () => {
    const { fuzz } = createRequire(import.meta.url)(path.join(folder, `${name}.cjs`)) as Target;
    const corpus = path.join(folder, `${name}_seed_corpus`);
    const seeds = readdirSync(corpus);
    expect(seeds.length).toBeGreaterThan(2);
    for (const seed of seeds.filter((_, i) => i % 50 === 0))
      await fuzz(readFileSync(path.join(corpus, seed)));
  });
});
