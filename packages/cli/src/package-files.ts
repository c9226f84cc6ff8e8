/**
 * What the command reads of its own package: the version, the inspector. `executable/package-files.ts` is in its place in
 * the single executable, which has no package.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
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
