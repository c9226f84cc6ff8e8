/**
 * The report of a survey.
 */
import { reportPage } from './page.js';
import { summarize } from './summary.js';

/**
 * Makes a page of pictures from the tables in a folder: what crawlers are refused, and how that changes over time, and what
 * the captures are. One HTML document without scripts, that loads nothing.
 *
 * @param folder where {@link surveyAll} wrote parts; `verdicts`, `captures` and `faults` are read, as far as they are there
 * @throws {Error} (rejects) if a part cannot be read
 */
export async function surveyReport(folder: string): Promise<string> {
  return reportPage(await summarize(folder));
}
