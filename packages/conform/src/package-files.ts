/**
 * What the program reads of its own package: the version and the suite.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const load = createRequire(import.meta.url);

/** The package finds itself by its name, wherever the build puts this module. */
const PACKAGE = (): string => join(load.resolve('@robotstream/conform/package.json'), '..');

/** The version of the packages. */
export function version(): string {
  return (load('@robotstream/conform/package.json') as { version: string }).version;
}

/** The folder of the suite. In a clone of the repository it is the source, which is newer than what was built of it. */
export function suiteFolder(): string {
  return PACKAGE().includes('node_modules')
    ? join(PACKAGE(), 'dist/suite')
    : join(PACKAGE(), '../../conformance');
}
