/**
 * Bundles the fuzz targets for Jazzer.js, which instruments CommonJS: `FOLDER/TARGET.cjs`, and its seeds in `FOLDER/TARGET_seed_corpus`.
 * `fuzz/oss-fuzz/build.sh` runs it.
 *
 * Usage: node scripts/bundle-fuzz.mjs FOLDER, after scripts/build-fuzz.mjs
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { ROLLDOWN_ALIASES, ROOT } from './packages.mjs';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new TypeError('usage: node scripts/bundle-fuzz.mjs FOLDER');

const { conformanceTexts } = await import('../fuzz/.built/fuzz/seeds.js');
const texts = conformanceTexts(ROOT);
const names = readdirSync(path.join(ROOT, 'fuzz/targets')).map((file) => path.parse(file).name);

for (const name of names) {
  const target = await rolldown({
    input: path.join(ROOT, 'fuzz/targets', `${name}.ts`),
    platform: 'node',
    // This repository's packages are bundled from their sources, so that Jazzer.js sees all of their code. Other packages are used as npm installs them.
    resolve: { alias: ROLLDOWN_ALIASES },
    external: /^(?![./])(?!robotstream|@robotstream)/,
  });
  await target.write({ dir: folder, format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false });
  await target.close();

  const { seeds } = await import(`../fuzz/.built/fuzz/targets/${name}.js`);
  const corpus = path.join(folder, `${name}_seed_corpus`);
  mkdirSync(corpus, { recursive: true });
  for (const seed of seeds(texts))
    writeFileSync(path.join(corpus, createHash('sha256').update(seed).digest('hex')), seed);
}
