/**
 * The error of the lists and tables that users bring along.
 */

/**
 * A file that is joined with a survey, or a list of its sites, is not what it must be. The message names the file, and says what is wrong.
 *
 * @example
 * ```js
 * import { writeFile } from 'node:fs/promises';
 * import { JoinError, surveyAll, surveyReport } from '@robotstream/survey';
 *
 * await writeFile('captures.ndjson', '{"url": "https://example.com/robots.txt", "status": 404}\n');
 * await surveyAll({ inputs: ['captures.ndjson'], folder: 'tables', agents: ['GPTBot'] });
 * await writeFile('ranks.csv', 'host,rank\nexample.com,1\nwww.example.com,2\n');
 * try {
 *   await surveyReport('tables', { join: { file: 'ranks.csv' } });
 * } catch (error) {
 *   if (error instanceof JoinError) console.log(error.message); // → ranks.csv has several rows for 1 host, such as "example.com"; a site takes the columns of one
 * }
 * ```
 */
export class JoinError extends Error {}
