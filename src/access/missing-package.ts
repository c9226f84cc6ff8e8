/**
 * Whether an optional package is installed.
 */

/**
 * Whether importing a package failed because it is not installed. False if it is one of its own dependencies that is missing, and for
 * any other failure.
 */
export function isMissingPackage(error: unknown, name: string): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const isNotFound = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
  return isNotFound && String(message).includes(`'${name}'`);
}
