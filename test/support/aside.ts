/**
 * Packages that some slow tests need and that are too large to be dev dependencies. A folder of `test/aside` pins each set by a lock file;
 * `npm install --package-lock-only` there updates it.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HUNG_AFTER_MS } from './hung.js';
import type { Need } from './needs.js';

/**
 * In the project's root, where npm starts every script. Benchmarks run from a build folder, so a path relative to this file
 * would be wrong.
 */
const CACHE = resolve('node_modules/.cache/robotstream-aside');
const SETS = resolve('test/aside');
const LOCK = 'package-lock.json';

/** Packages in a folder. */
export interface Aside extends Need {
  /** The folder whose `node_modules` has them. */
  readonly folder: string;
  /** The path of a program that the packages contain. */
  bin(name: string): string;
}

/**
 * Installs a set of packages, without running their install scripts, unless an earlier run has installed it. If that fails, because
 * there is no network, the need is not met.
 *
 * @param name of a folder of `test/aside`
 */
export function installAside(name: string): Aside {
  const digest = createHash('sha256')
    .update(readFileSync(join(SETS, name, LOCK)))
    .digest('hex');
  const folder = join(CACHE, `${name}-${digest.slice(0, 12)}`);
  if (!existsSync(folder)) install(name, folder);
  return {
    folder,
    isMet: existsSync(folder),
    what: `the packages of test/aside/${name}, which could not be installed`,
    bin: (program) => join(folder, 'node_modules/.bin', program),
  };
}

function install(name: string, folder: string): void {
  mkdirSync(CACHE, { recursive: true });
  const unfinished = mkdtempSync(join(CACHE, 'unfinished-'));
  try {
    for (const file of ['package.json', LOCK]) copyFileSync(join(SETS, name, file), join(unfinished, file));
    execFileSync(
      'npm',
      ['ci', '--silent', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'],
      {
        cwd: unfinished,
        stdio: 'ignore',
        timeout: HUNG_AFTER_MS,
      },
    );
    renameSync(unfinished, folder);
  } catch {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
