/**
 * Published figures, computed again from a survey.
 */
import { oneOf } from 'robotstream/internal';
import { aFolder } from '../../questions.js';
import { type Figures, publishedFigures } from './figures.js';
import { figuresCsv, figuresPage } from './page.js';
import { STUDIES, type StudyName } from './studies.js';

/** What {@link surveyPublished} resolves to. */
export interface PublishedReport extends Figures {
  /** The figures of the last month with their definitions and sources, as one HTML document without scripts. */
  readonly page: string;
  /** All figures, as CSV. */
  readonly csv: string;
}

/**
 * Computes figures that others published about robots.txt again, from a survey with the tables `captures` and `bodies`: as the study counts, as this
 * package counts, and why they differ, with an example of each cause. It is computed as for {@link surveyReport}.
 *
 * @param folder where {@link surveyAll} wrote parts
 * @param study one of `STUDIES`: `'web-almanac'`, `'common-crawl'`, `'imc25'`
 * @throws {TypeError} (rejects) if an argument is not as documented
 * @throws {RobotsError} (rejects) `report-package-missing`
 * @throws {FolderError} (rejects) if the folder has no captures, or their files were not kept
 * @throws {Error} (rejects) if the folder or a part cannot be read
 * @example
 * ```js
 * import { writeFile } from 'node:fs/promises';
 * import { surveyAll, surveyPublished } from '@robotstream/survey';
 *
 * await writeFile(
 *   'captures.ndjson',
 *   '{"url": "https://example.com/robots.txt", "status": 200, "body": "User-agent: *\\nDisallow: /*"}\n',
 * );
 * await surveyAll({ inputs: ['captures.ndjson'], folder: 'tables', tables: ['captures', 'bodies'] });
 * const { figures } = await surveyPublished('tables', 'common-crawl');
 * const figure = figures.find(({ question, agent }) => question === 'disallow-all' && agent === '*');
 * console.log(figure?.theirs.count, figure?.ours.count, figure?.causes[0]?.cause); // → 0 1 equal-rules
 * ```
 */
export async function surveyPublished(folder: string, study: StudyName): Promise<PublishedReport> {
  aFolder(folder, 'folder');
  oneOf(...STUDIES)(study, 'study');
  const found = await publishedFigures(folder, study);
  return { ...found, page: figuresPage(study, found), csv: figuresCsv(found) };
}
