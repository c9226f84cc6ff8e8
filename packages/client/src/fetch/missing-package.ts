/**
 * Whether an optional package is installed.
 */

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
