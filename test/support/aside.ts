/** Packages that some slow tests need and that are too large to be dev dependencies: installed once, in a folder of their own. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { HUNG_AFTER_MS } from './hung.js';
import type { Need } from './needs.js';

/**
 * In the project's root, where npm starts every script. Benchmarks run from a build folder, so a path relative to this file
 * would be wrong.
 */
const CACHE = resolve('node_modules/.cache/robotstream-aside');

/** Packages in a folder. */
export interface Aside extends Need {
  /** The folder whose `node_modules` has them. */
  readonly folder: string;
  /** The path of a program that the packages contain. */
  bin(name: string): string;
}

/**
 * Installs packages, without running their install scripts, unless an earlier run has installed them. If that fails, because
 * there is no network, the need is not met.
 *
 * @param name of the folder
 * @param packages such as `esbuild@0.28`
 */
export function installAside(name: string, ...packages: readonly string[]): Aside {
  const folder = join(CACHE, `${name}-${packages.join('_').replaceAll(/[^\w.-]/g, '+')}`);
  if (!existsSync(folder)) install(folder, packages);
  return {
    folder,
    isMet: existsSync(folder),
    what: `the packages ${packages.join(', ')}, which could not be installed`,
    bin: (program) => join(folder, 'node_modules/.bin', program),
  };
}

function install(folder: string, packages: readonly string[]): void {
  mkdirSync(CACHE, { recursive: true });
  const unfinished = mkdtempSync(join(CACHE, 'unfinished-'));
  try {
    writeFileSync(join(unfinished, 'package.json'), '{ "private": true, "type": "module" }');
    const options = ['--silent', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
    execFileSync('npm', ['install', ...options, ...packages], {
      cwd: unfinished,
      stdio: 'ignore',
      timeout: HUNG_AFTER_MS,
    });
    renameSync(unfinished, folder);
  } catch {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
