/**
 * What the command reads of its own package: the version, the inspector. `executable/package-files.ts` is in its place in
 * the single executable, which has no package.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { namedSystemError } from '../../command-line/src/exit.js';

const load = createRequire(import.meta.url);

/** The package finds itself by its name, wherever the build puts this module. */
const PACKAGE = (): string => join(load.resolve('@robotstream/cli/package.json'), '..');

/** The version of the packages. */
export function version(): string {
  return (load('@robotstream/cli/package.json') as { version: string }).version;
}

/**
 * The page of the inspector.
 *
 * @throws {InputError} (rejects) if it has not been built
 */
export async function inspectorPage(): Promise<Uint8Array> {
  const file = join(PACKAGE(), 'dist/inspector.html');
  try {
    return await readFile(file);
  } catch (error) {
    throw namedSystemError(error, file);
  }
}
