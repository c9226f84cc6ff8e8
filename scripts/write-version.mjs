/**
 * Gives all packages the version of the root's: in their package.json files, in what they demand of each other, and in the source of the
 * survey. `npm version` runs it.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGES, ROOT } from './packages.mjs';

const [
  {
    manifest: { version },
  },
  ...others
] = PACKAGES;
const names = new Set(PACKAGES.map(({ name }) => name));
for (const { folder, manifest } of others) {
  const dependencies = Object.entries(manifest.dependencies).map(([name, range]) => [
    name,
    names.has(name) ? version : range,
  ]);
  const changed = { ...manifest, version, dependencies: Object.fromEntries(dependencies) };
  writeFileSync(path.join(ROOT, folder, 'package.json'), `${JSON.stringify(changed, null, 2)}\n`);
}
const source = path.join(ROOT, 'packages/survey/src/package-version.ts');
const text = readFileSync(source, 'utf8');
writeFileSync(source, text.replace(/(?<=PACKAGE_VERSION = ')[^']*/, version));
execFileSync('npm', ['install', '--package-lock-only', '--offline', '--silent'], { cwd: ROOT });
