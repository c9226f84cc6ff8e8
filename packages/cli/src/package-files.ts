/**
 * What the command reads of its own package: the version, the inspector, the conformance suite. `executable/package-files.ts` is in its place in
 * the single executable, which has no package.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { namedSystemError } from './exit.js';
import { filesIn } from './folder-files.js';

const load = createRequire(import.meta.url);

/** The package finds itself by its name, wherever the build puts this module. */
const PACKAGE = (): string => join(load.resolve('@robotstream/cli/package.json'), '..');

/** The version of the packages. */
export function version(): string {
  return (load('@robotstream/cli/package.json') as { version: string }).version;
}

/**
 * The files of the inspector, by their paths.
 *
 * @throws {InputError} (rejects) if it has not been built
 */
export function inspectorFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  return filesIn(join(PACKAGE(), 'dist/inspector'));
}

/** The conformance suite in a clone of the repository, which is newer than what was built of it; undefined in an installed package. */
export function suiteFolder(): string | undefined {
  return PACKAGE().includes('node_modules') ? undefined : join(PACKAGE(), '../../conformance');
}

/**
 * All files of the suite by their paths, as JSON that is compressed: a megabyte takes a twentieth of that.
 *
 * @throws {InputError} (rejects) if it cannot be read
 */
export async function packedSuite(): Promise<Uint8Array> {
  const file = join(PACKAGE(), 'dist/conformance.json.gz');
  try {
    return await readFile(file);
  } catch (error) {
    throw namedSystemError(error, file);
  }
}
