/**
 * The report of a survey.
 */
import { readdir } from 'node:fs/promises';
import { aFolder } from '../questions.js';
import { reportPage } from './page.js';
import { summarize } from './summary.js';

/**
 * Makes a page of charts from the tables in a folder: what sites refuse to crawlers, how that changes over time, and what
 * the captures are. The page is one HTML document without scripts, and loads nothing.
 *
 * @param folder where {@link surveyAll} wrote parts; `verdicts`, `captures` and `faults` are read if they exist
 * @throws {TypeError} (rejects) if the folder is not a string, or empty
 * @throws {Error} (rejects) if the folder or a part cannot be read
 */
export async function surveyReport(folder: string): Promise<string> {
  aFolder(folder, 'folder');
  await readdir(folder);
  return reportPage(await summarize(folder));
}
