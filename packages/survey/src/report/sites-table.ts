/**
 * The table of sites: a row for each site, month and crawler.
 */
import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { misshapen } from 'robotstream/internal';
import { FORMATS, type PartFormat } from '../part/survey-file.js';
import { sqlText } from './engine.js';
import { SITES_TABLE, type SiteChoice } from './statements.js';
import { withSites } from './summary.js';

const COPY_FORMATS: Readonly<Record<PartFormat, string>> = {
  parquet: 'FORMAT parquet',
  ndjson: 'FORMAT json',
  csv: 'FORMAT csv, HEADER',
};

/**
 * Writes the table into a file, which is complete or as it was.
 *
 * @throws {TypeError} (rejects) if the name of the file ends with no format
 */
export async function writeSites(folder: string, file: string, choice: SiteChoice): Promise<void> {
  const format = FORMATS.find((name) => extname(file) === `.${name}`);
  if (format === undefined)
    throw misshapen(file, 'file', `a file whose name ends with .${FORMATS.join(', .')}`);
  const unfinished = `${file}.${randomUUID()}`;
  const copy = `COPY (${SITES_TABLE}) TO ${sqlText(unfinished)} (${COPY_FORMATS[format]}, USE_TMP_FILE false)`;
  try {
    await withSites(folder, choice, async (engine) => {
      await engine.rows(copy).catch((error: Error) => {
        throw new Error(error.message.replaceAll(unfinished, file), { cause: error });
      });
    });
    await rename(unfinished, file).catch((error: Error) => {
      throw Object.assign(error, { path: file });
    });
  } finally {
    await rm(unfinished, { force: true });
  }
}
