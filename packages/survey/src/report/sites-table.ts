/**
 * The table of sites: a row for each site, month and crawler.
 */
import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { misshapen } from 'robotstream/internal';
import { FORMATS, type PartFormat } from '../kept-tables/survey-folder.js';
import { sqlName, sqlText } from './engine.js';

import type { JoinCounts, SiteChoice } from './site-choice.js';
import { sitesTable } from './statements.js';
import { withSites } from './summary.js';

const COPY_FORMATS: Readonly<Record<PartFormat, string>> = {
  parquet: 'FORMAT parquet',
  ndjson: 'FORMAT json',
  csv: 'FORMAT csv, HEADER',
};

/**
 * Writes the table into a file, which is complete or as it was.
 *
 * @returns how many sites and rows of a joined file found each other; null if none is joined
 * @throws {TypeError} (rejects) if the name of the file ends with no format
 */
export async function writeSites(
  folder: string,
  file: string,
  choice: SiteChoice,
): Promise<JoinCounts | null> {
  const format = FORMATS.find((name) => extname(file) === `.${name}`);
  if (format === undefined)
    throw misshapen(file, 'file', `a file whose name ends with .${FORMATS.join(', .')}`);
  const unfinished = `${file}.${randomUUID()}`;
  try {
    const counts = await withSites(folder, choice, async (engine, { joined, weights }) => {
      const columns = joined?.columns
        .map(sqlName)
        .filter((name) => weights?.column !== 'weight' || name.toLowerCase() !== '"weight"');
      const table = sitesTable(columns, weights?.column);
      const copy = `COPY (${table}) TO ${sqlText(unfinished)} (${COPY_FORMATS[format]}, USE_TMP_FILE false)`;
      await engine.rows(copy).catch((error: Error) => {
        throw new Error(error.message.replaceAll(unfinished, file), { cause: error });
      });
      return joined?.counts ?? null;
    });
    await rename(unfinished, file).catch((error: Error) => {
      throw Object.assign(error, { path: file });
    });
    return counts;
  } finally {
    await rm(unfinished, { force: true });
  }
}
