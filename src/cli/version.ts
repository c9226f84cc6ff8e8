/**
 * The version of the package that the command belongs to.
 */
import { readFileSync } from 'node:fs';

/** The package's version; this file is `dist/cli/version.js`. */
export function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
