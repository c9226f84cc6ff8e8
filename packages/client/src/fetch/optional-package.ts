/**
 * Packages that only some programs need, loaded on first use.
 */

import { RobotsError, type RobotsErrorCode } from 'robotstream';

/**
 * Loads a package that may not be installed.
 *
 * @param what what needs the package, for the message
 * @param load imports the package, such as `() => import('name')`
 * @param code the code of the error if it is not installed
 * @throws {RobotsError} (rejects) `code` if it is not installed; what the package itself throws
 */
export async function optionalPackage<Module>(
  name: string,
  what: string,
  load: () => Promise<Module>,
  code: RobotsErrorCode = 'store-package-missing',
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isMissingPackage(error, name)) throw error;
    throw new RobotsError(
      code,
      `${what} needs the package ${name}, which is not installed; run: npm install ${name}`,
      { cause: error },
    );
  }
}

/**
 * Whether importing a package failed because it is not installed. False if it is one of its own dependencies that is missing, and for
 * any other failure. Node, Bun and Deno quote the name that they cannot find; Yarn's Plug'n'Play says who asked for it.
 */
export function isMissingPackage(error: unknown, name: string): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const isNotFound = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
  const names = [`'${name}'`, `"${name}"`, `tried to access ${name} `, `tried to access ${name},`];
  return isNotFound && names.some((text) => String(message).includes(text));
}
