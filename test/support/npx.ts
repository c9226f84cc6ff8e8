/** A `npx` that runs a command of the tests in place of one that it would download. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGES } from '../../scripts/packages.mjs';

/** The version of the packages. */
export const VERSION: string = PACKAGES[0]?.manifest.version;

/** How jobs that must not change by themselves call the command. */
export const PINNED = ['--yes', `@robotstream/cli@${VERSION}`] as const;

/**
 * Writes it into a folder.
 *
 * @param command the program and its first arguments, for a shell
 * @param given what it must be given before the arguments of the command, such as `--yes` and the package; otherwise it ends with 99
 */
export function writeNpx(folder: string, command: string, given: readonly string[]): void {
  const npx = join(folder, 'npx');
  const checks = given.map((argument) => `[ "$1" = '${argument}' ] || exit 99\nshift\n`);
  writeFileSync(npx, `#!/bin/sh\n${checks.join('')}exec ${command} "$@"\n`);
  chmodSync(npx, 0o755);
}
