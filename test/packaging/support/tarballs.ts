/** The packages as npm publishes them, with those that they depend on, so that a package manager installs them without a network. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PACKAGES } from '../../../scripts/packages.mjs';
import type { Build } from '../../support/build.js';

export interface Tarballs {
  readonly folder: string;
  /** By the name of the package, such as `file:/tmp/…/undici-7.30.2.tgz`. */
  readonly addresses: Readonly<Record<string, string>>;
}

/** Packs the packages, and what this project has installed of those that they depend on. The caller removes the folder. */
export function packAll(build: Build): Tarballs {
  const folders = new Map(PACKAGES.map(({ name }) => [name, build.folderOf(name)]));
  // A map goes on with what is added to it meanwhile.
  for (const folder of folders.values()) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const name of Object.keys(dependencies)) {
      if (!folders.has(name)) folders.set(name, resolve('node_modules', name));
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'robotstream-tarballs-'));
  const options = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder];
  const packed = execFileSync('npm', [...options, ...folders.values()], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const addresses = Array.from(folders.keys(), (name, i) => [name, `file:${join(folder, packed[i] ?? '')}`]);
  return { folder, addresses: Object.fromEntries(addresses) };
}
