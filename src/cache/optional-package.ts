/**
 * Packages that only some callers need, loaded when they do.
 */
import { RobotsError } from '../errors.js';

/**
 * Loads a package that may not be installed.
 *
 * @param what needs it, for the message
 * @param load imports it, such as `() => import('name')`
 * @throws {RobotsError} `store-package-missing` if it is not there; what it throws itself is passed on
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

/** Whether it is this package that is missing, not one that it needs in turn. */
function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const isNotFound = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND';
  return isNotFound && error.message.includes(`'${name}'`);
}
