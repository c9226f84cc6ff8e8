/**
 * Whether an optional package is installed.
 */

/**
 * Whether importing a package failed because it is not installed. False if it is one of its own dependencies that is missing, and for
 * any other failure.
 */
export function isMissingPackage(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const isNotFound = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND';
  return isNotFound && error.message.includes(`'${name}'`);
}
