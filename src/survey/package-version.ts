/**
 * The version of this package.
 */
import { readFileSync } from 'node:fs';

/** The `package.json` of this package, which is two folders up from this file, and three in the build for Node. */
const PLACES = ['../../package.json', '../../../package.json'];

/** A constant, because webpack warns of `new URL(variable, import.meta.url)`. */
const HERE = import.meta.url;

/** The version of this package, so that a survey is not resumed by another one. */
export function packageVersion(): string {
  for (const place of PLACES) {
    try {
      return (JSON.parse(readFileSync(new URL(place, HERE), 'utf8')) as { readonly version: string }).version;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error('the package.json of robotstream is missing');
}
