/**
 * The report of a survey.
 */
import { reportPage } from './page.js';
import { summarize } from './summary.js';

/**
 * Makes a page of charts from the tables in a folder: what sites refuse to crawlers, how that changes over time, and what
 * the captures are. The page is one HTML document without scripts, and loads nothing.
 *
 * @param folder where {@link surveyAll} wrote parts; `verdicts`, `captures` and `faults` are read if they exist
 * @throws {Error} (rejects) if a part cannot be read
 */
export async function surveyReport(folder: string): Promise<string> {
  return reportPage(await summarize(folder));
}
