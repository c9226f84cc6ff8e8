/**
 * The charts of a report as files: a picture and the numbers of each.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Chart, csvFile, svgFile } from './chart.js';

/**
 * Writes `NAME.svg` and `NAME.csv` of each chart into a folder, which is made if it is missing.
 *
 * @throws {Error} (rejects) if the folder or a file cannot be written
 */
export async function writeCharts(folder: string, charts: readonly Chart[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const chart of charts) {
    await write(join(folder, `${chart.name}.svg`), svgFile(chart));
    await write(join(folder, `${chart.name}.csv`), csvFile(chart));
  }
}

/** Writes a file. An error has its path, also that of a full disk, which Node leaves out. */
async function write(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: Error) => {
    throw Object.assign(error, { path });
  });
}
