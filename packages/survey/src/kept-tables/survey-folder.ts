/**
 * What a folder of a survey has: the file `survey.json`, and parts in folders named by their table.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { TABLES } from '../tables.js';
import { insteadOf } from './instead-of.js';

export const SURVEY_FILE = 'survey.json';

/** The formats of parts. */
export const FORMATS = ['parquet', 'ndjson', 'csv'] as const;

/** A format of parts: one of `FORMATS`. */
export type PartFormat = (typeof FORMATS)[number];

/** The names of the parts in a folder, by table. Other files, such as those of a desktop, are left out. */
export async function partNames(folder: string): Promise<Map<string, string[]>> {
  const tables = (await readdir(folder)).filter((name) => Object.hasOwn(TABLES, name));
  const found = new Map<string, string[]>();
  for (const table of tables) {
    const names = await readdir(join(folder, table)).catch(insteadOf(['ENOTDIR'], []));
    const parts = names.filter(isPart);
    if (parts.length > 0) found.set(table, parts);
  }
  return found;
}

function isPart(name: string): boolean {
  return FORMATS.some((format) => name.endsWith(`.${format}`));
}
