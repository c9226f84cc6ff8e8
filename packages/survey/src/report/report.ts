/**
 * A report as one page of HTML, without scripts and without anything to load.
 */
import { anObject, aString, checkOptions, oneOf, optionTable } from 'robotstream/internal';
import { aFolder, SITE_KINDS } from '../questions.js';
import { reportPage, sectionsOf } from './report-page.js';
import { type JoinCounts, SITE_PICKS, type SiteChoice, type SurveyJoin } from './site-choice.js';
import { writeSites } from './sites-table.js';
import { summarize } from './summary.js';
import { writeCharts } from './write-charts.js';

/** What the report and the table of sites count as a site, and as its robots.txt in a month. */
export interface SurveyReportOptions {
  /**
   * What a site is: `'host'`, the host of its URL without `www.`, or `'domain'`, its registrable domain by the Public Suffix List of the package
   * `tldts`. Default `'host'`.
   */
  readonly by?: SiteChoice['by'] | undefined;
  /**
   * Which of several captures of a site in a month counts: `'last'`, the last one that says what crawlers may fetch, or `'majority'`, what most of
   * them say to a crawler. Default `'last'`.
   */
  readonly pick?: SiteChoice['pick'] | undefined;
  /** A file whose columns become columns of sites, such as a list of ranks; default none. */
  readonly join?: SurveyJoin | undefined;
  /** The name of a text with a site in each line, as `by` has them: only these count. Default all sites. */
  readonly sites?: string | undefined;
  /**
   * What a site counts with instead of 1: `'captures'`, the number of its captures, of a month where months are compared; or the name of a column of the
   * joined file, whose cells are numbers. Sites without a weight, or of weight 0, do not count. Intervals are for Kish's effective number of sites.
   * Default 1.
   */
  readonly weight?: string | undefined;
}

/** What the page shows beside. */
export interface SurveyPageOptions extends SurveyReportOptions {
  /**
   * A column by whose values sites are counted, too: `'tld'`, their top-level domain, or one of a joined file. The ten most frequent values are shown,
   * and the others together; of numbers with more values, such as ranks, powers of ten. Default none.
   */
  readonly strata?: string | undefined;
  /** A folder for each chart as an SVG file that is complete on its own, and the numbers of each as CSV. Default none. */
  readonly data?: string | undefined;
}

const JOIN_OPTIONS = optionTable<SurveyJoin>({
  file: aString,
  on: oneOf(...SITE_KINDS),
  column: aString,
});

const CHOICES = {
  by: oneOf(...SITE_KINDS),
  pick: oneOf(...SITE_PICKS),
  join: anObject(JOIN_OPTIONS),
  sites: aString,
  weight: aString,
};

const REPORT_OPTIONS = optionTable<SurveyReportOptions>(CHOICES);

const PAGE_OPTIONS = optionTable<SurveyPageOptions>({ ...CHOICES, strata: aString, data: aString });

/**
 * Makes a page of charts from the tables in a folder: what sites refuse to crawlers, how that changes over time, and what the captures are. Every
 * share counts sites, however often each was captured. The page is one HTML document without scripts, and loads nothing. It is computed by the package
 * `@duckdb/node-api`, which must be installed.
 *
 * @param folder where {@link surveyAll} wrote parts; `verdicts`, `captures` and `faults` are read if they exist
 * @throws {TypeError} (rejects) if an argument is not as documented
 * @throws {RobotsError} (rejects) `report-package-missing`
 * @throws {FolderError} (rejects) if the folder has neither captures nor verdicts
 * @throws {JoinError} (rejects) if a file to join is not what it must be, has no column `strata` or `weight`, or a cell that is no weight
 * @throws {Error} (rejects) if the folder or a part cannot be read, or a chart cannot be written
 * @example
 * ```js
 * import { writeFile } from 'node:fs/promises';
 * import { surveyAll, surveyReport } from '@robotstream/survey';
 *
 * await writeFile(
 *   'captures.ndjson',
 *   '{"url": "https://example.com/robots.txt", "status": 200, "body": "User-agent: GPTBot\\nDisallow: /"}\n',
 * );
 * await surveyAll({ inputs: ['captures.ndjson'], folder: 'tables', agents: ['GPTBot'] });
 * await writeFile('report.html', await surveyReport('tables'));
 * ```
 */
export async function surveyReport(folder: string, options: SurveyPageOptions = {}): Promise<string> {
  aFolder(folder, 'folder');
  checkOptions('surveyReport', options, PAGE_OPTIONS);
  const { strata, data } = options;
  if (data !== undefined) aFolder(data, 'data');
  const summary = await summarize(folder, choiceOf(options), strata);
  const sections = sectionsOf(summary, strata);
  if (data !== undefined)
    await writeCharts(
      data,
      sections.flatMap(({ charts }) => charts),
    );
  return reportPage(summary, sections);
}

/**
 * Writes the table of sites, from the tables in a folder: a row for each site, month and crawler, with the columns `site`, `month`, `agent`,
 * `restriction`, `refusedShare`, `selectedBy` and `captures`, `weight` if sites are weighted, and those of a joined file. It is computed as for {@link surveyReport}.
 *
 * @param folder where {@link surveyAll} wrote parts
 * @param file the file to write; its name ends with the format: `.parquet`, `.ndjson` or `.csv`
 * @returns how many sites and rows of a joined file found each other; null if none is joined
 * @throws {TypeError} (rejects) if an argument is not as documented
 * @throws {RobotsError} (rejects) `report-package-missing`
 * @throws {FolderError} (rejects) if the folder has neither captures nor verdicts
 * @throws {JoinError} (rejects) if a file to join is not what it must be, has no column `weight`, or a cell that is no weight
 * @throws {Error} (rejects) if the folder or a part cannot be read, or the file cannot be written
 * @example
 * ```js
 * import { readFile, writeFile } from 'node:fs/promises';
 * import { surveyAll, surveySites } from '@robotstream/survey';
 *
 * await writeFile(
 *   'captures.ndjson',
 *   '{"url": "https://example.com/robots.txt", "status": 200, "body": "User-agent: GPTBot\\nDisallow: /"}\n',
 * );
 * await surveyAll({ inputs: ['captures.ndjson'], folder: 'tables', agents: ['GPTBot'] });
 * await surveySites('tables', 'sites.ndjson');
 * const [row] = (await readFile('sites.ndjson', 'utf8')).split('\n');
 * console.log(JSON.parse(row).agent, JSON.parse(row).restriction); // → GPTBot all
 * ```
 */
export async function surveySites(
  folder: string,
  file: string,
  options: SurveyReportOptions = {},
): Promise<JoinCounts | null> {
  aFolder(folder, 'folder');
  aString(file, 'file');
  checkOptions('surveySites', options, REPORT_OPTIONS);
  return await writeSites(folder, file, choiceOf(options));
}

function choiceOf(options: SurveyReportOptions): SiteChoice {
  const { by = 'host', pick = 'last', join, sites, weight } = options;
  if (join === undefined) return { by, pick, sites, weight };
  const { file, on = by, column = on } = join;
  aString(file, 'join.file');
  if (by === 'domain' && on === 'host')
    throw new TypeError(
      'join.on is "host", and a site is a domain, which has several hosts; join.on "domain" or by "host" is expected',
    );
  return { by, pick, sites, weight, join: { file, on, column } };
}
