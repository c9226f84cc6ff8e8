/** The newest record. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Results } from '../results.js';

/**
 * @param folder holds records; their names begin with the date
 * @throws {Error} if it holds none
 */
export function newestRecord(folder: string): { readonly path: string; readonly results: Results } {
  const name = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .at(-1);
  if (name === undefined) throw new Error(`there is no record in ${folder}`);
  const path = join(folder, name);
  return { path, results: JSON.parse(readFileSync(path, 'utf8')) as Results };
}
