/**
 * Packages that only some programs need, loaded on first use.
 */
import { RobotsError } from '../errors.js';

/**
 * Loads a package that may not be installed.
 *
 * @param what what needs the package, for the message
 * @param load imports the package, such as `() => import('name')`
 * @throws {RobotsError} (rejects) `store-package-missing` if it is not installed; what the package itself throws
 */
export async function optionalPackage<Module>(
  name: string,
  what: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, name)) throw error;
    throw new RobotsError(
      'store-package-missing',
      `${what} needs the package ${name}, which is not installed; run: npm install ${name}`,
      { cause: error },
    );
  }
}

/** Whether this package is missing, not one that it depends on. */
function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const isNotFound = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND';
  return isNotFound && error.message.includes(`'${name}'`);
}
