/**
 * The statements of a report. They are what `surveyReport` runs, and what docs/survey-report.sql has, so that a reader who has DuckDB gets the same
 * numbers. They need a view for each table: `verdicts` and `captures`.
 */

import type { SiteKind } from '../questions.js';
import { RESTRICTIONS } from '../tables.js';
import { sqlText } from './engine.js';
import { IS_ROBOTS_TXT, redirectStatements } from './redirects.js';
import type { SiteChoice, SitePick } from './site-choice.js';

/** The tables of chosen captures: one for each site, or one for each site and month. */
export type ChosenTable = 'sites' | 'site_months';

/** The host of a URL: in lower case, without `www.`, a user, a port and a final dot. A text that is no URL stands for itself. */
export const HOST_OF = String.raw`CREATE OR REPLACE TEMP MACRO authority_of(url) AS lower(split_part(url, '/', 3));
CREATE OR REPLACE TEMP MACRO without_www(host) AS CASE WHEN starts_with(host, 'www.') THEN substr(host, 5) ELSE host END;
CREATE OR REPLACE TEMP MACRO host_of(url) AS CASE
  WHEN authority_of(url) IN ('', 'www.') THEN url
  WHEN translate(authority_of(url), '@:?#', '') = authority_of(url) AND NOT ends_with(authority_of(url), '.')
    THEN without_www(authority_of(url))
  ELSE without_www(regexp_replace(authority_of(url), '[?#].*$|^.*@|\.?(:[0-9]*)?$', '', 'g'))
END`;

const SITE_OF: Readonly<Record<SiteKind, string>> = {
  host: 'CREATE OR REPLACE TEMP MACRO site_of(url) AS host_of(url)',
  // SQL has no Public Suffix List: the table `domains` has the domain of each host.
  domain: `CREATE OR REPLACE TEMP MACRO site_of(url) AS
  coalesce((SELECT domain FROM domains WHERE domains.host = host_of(url)), host_of(url))`,
};

/**
 * A number of 128 bits for each capture, so that no two have one; its month; and when it was fetched, as a number that tells captures of the same
 * moment apart by 72 of these bits. The milliseconds of a date that archives have by mistake may need 54 bits.
 */
const MACROS = `CREATE OR REPLACE TEMP MACRO capture_of(source, inputOffset, offsetInMember) AS
  md5_number(concat(inputOffset, ' ', offsetInMember, ' ', source));
CREATE OR REPLACE TEMP MACRO month_of(fetchedAt, datePrecision) AS
  CASE WHEN datePrecision <> 'year' THEN date_trunc('month', fetchedAt)::DATE END;
CREATE OR REPLACE TEMP MACRO moment_of(fetchedAt, capture) AS
  coalesce(epoch_ms(fetchedAt), 0)::HUGEINT * 4722366482869645213696 + (capture % 4722366482869645213696)::HUGEINT;
CREATE OR REPLACE TEMP MACRO degree_of(restriction) AS list_position([${RESTRICTIONS.map(sqlText).join(', ')}], restriction)`;

/** The table that has every capture: that of captures, if the survey has no verdicts. */
export type ToldTable = 'verdicts' | 'captures';

/**
 * A row for each capture. Every capture has a verdict for each crawler and path, so those for one crawler and one path are all. The table of captures
 * does not say what crawlers may fetch.
 */
const TOLD: Readonly<Record<ToldTable, string>> = {
  verdicts: `SET VARIABLE one_agent = (SELECT min(agent) FROM verdicts);
SET VARIABLE one_path = (SELECT min(path) FROM verdicts);
${told('verdicts', 'allowed IS NOT NULL', " AND agent = getvariable('one_agent') AND path = getvariable('one_path')")}`,
  captures: told('captures', 'false', ''),
};

function told(table: ToldTable, tells: string, and: string): string {
  return `CREATE OR REPLACE TEMP TABLE told AS
SELECT md5_number(site) AS site, month, capture, moment_of(fetchedAt, capture) AS moment, tells, tld
FROM (
  SELECT site_of(url) AS site, month_of(fetchedAt, datePrecision) AS month, fetchedAt, ${tells} AS tells,
    capture_of(source, inputOffset, offsetInMember) AS capture, split_part(site_of(url), '.', -1) AS tld
  FROM ${table}
  WHERE is_robots_txt(url)${and}
)`;
}

/** A row for each site and month: how many captures it has, and the first and the last one that tells. */
const SITE_MONTHS = `CREATE OR REPLACE TEMP TABLE site_months AS
SELECT site, month, count(*) AS captures, any_value(tld) AS tld,
  arg_min(capture, moment) FILTER (WHERE tells) AS first_capture, min(moment) FILTER (WHERE tells) AS first_moment,
  arg_max(capture, moment) FILTER (WHERE tells) AS capture, max(moment) FILTER (WHERE tells) AS moment
FROM told
GROUP BY site, month`;

/** A row for each site. Its month is the last one in which it tells. */
const SITES = `CREATE OR REPLACE TEMP TABLE sites AS
SELECT site, arg_max(month, moment) AS month, sum(captures)::BIGINT AS captures, any_value(tld) AS tld,
  count(month) FILTER (WHERE moment IS NOT NULL) AS months,
  arg_min(first_capture, first_moment) AS first_capture, arg_max(capture, moment) AS capture
FROM site_months
GROUP BY site`;

/** What the last capture of each site, or of each site and month, says to each crawler. */
const LAST_VERDICTS = (
  chosen: ChosenTable,
) => `SELECT chosen.*, agent, restriction, refusedShare, selectedBy, url
FROM verdicts
JOIN ${chosen} AS chosen ON chosen.capture = capture_of(source, inputOffset, offsetInMember)
WHERE path = getvariable('one_path')`;

/**
 * What most of the captures of a site and month say to each crawler. Of several answers that are as frequent, the last one counts. A restriction that is
 * not known is an answer, too.
 */
const MAJORITY_VERDICTS = (
  chosen: ChosenTable,
) => `SELECT chosen.*, agent, restriction, refusedShare, selectedBy, url
FROM (
  SELECT site, month, agent, arg_max_null(restriction, {n: n, moment: moment}) AS restriction,
    arg_max_null(refusedShare, {n: n, moment: moment}) AS refusedShare,
    arg_max_null(selectedBy, {n: n, moment: moment}) AS selectedBy, any_value(url) AS url
  FROM (
    SELECT md5_number(site_of(url)) AS site, month_of(fetchedAt, datePrecision) AS month, agent, restriction, count(*) AS n,
      max(moment_of(fetchedAt, capture_of(source, inputOffset, offsetInMember))) AS moment,
      arg_max_null(refusedShare, moment_of(fetchedAt, capture_of(source, inputOffset, offsetInMember))) AS refusedShare,
      arg_max_null(selectedBy, moment_of(fetchedAt, capture_of(source, inputOffset, offsetInMember))) AS selectedBy,
      any_value(url) AS url
    FROM verdicts
    WHERE path = getvariable('one_path') AND allowed IS NOT NULL AND is_robots_txt(url)
    GROUP BY md5_number(site_of(url)), month_of(fetchedAt, datePrecision), agent, restriction
  )
  GROUP BY site, month, agent
) AS most
JOIN ${chosen} AS chosen ON chosen.site = most.site AND chosen.month IS NOT DISTINCT FROM most.month`;

/** The view of what sites say, in months or at last: `site_verdicts`, `site_month_verdicts`. */
const VERDICTS: Readonly<Record<SitePick, (chosen: ChosenTable) => string>> = {
  last: LAST_VERDICTS,
  majority: MAJORITY_VERDICTS,
};

/**
 * The statements that choose a capture of each site and month: the tables `site_months` and `sites`.
 *
 * @param table the table that has every capture
 */
export function choosing({ by }: Pick<SiteChoice, 'by'>, table: ToldTable = 'verdicts'): readonly string[] {
  return [HOST_OF, SITE_OF[by], IS_ROBOTS_TXT, MACROS, TOLD[table], SITE_MONTHS, SITES];
}

/**
 * The statements that give sites the weights of a column of the table `site_columns`. Sites without a weight, or of weight 0, are left out.
 *
 * @param column its name, as SQL has it
 */
export function weighting(column: string): readonly string[] {
  return (['site_months', 'sites'] as const).map(
    (table) => `CREATE OR REPLACE TEMP TABLE ${table} AS
SELECT ${table}.*, TRY_CAST(site_columns.${column} AS DOUBLE) AS weight
FROM ${table}
JOIN site_columns USING (site)
WHERE TRY_CAST(site_columns.${column} AS DOUBLE) > 0`,
  );
}

/** The statements that read the chosen captures: the views `site_month_verdicts` and `site_verdicts`. */
export function reading({ pick }: Pick<SiteChoice, 'pick'>): readonly string[] {
  return [
    `CREATE OR REPLACE TEMP VIEW site_month_verdicts AS\n${VERDICTS[pick]('site_months')}`,
    `CREATE OR REPLACE TEMP VIEW site_verdicts AS\n${VERDICTS[pick]('sites')}`,
  ];
}

/**
 * The table of sites: a row for each site, month and crawler. A site that does not say what crawlers may fetch has none.
 *
 * @param columns those of the table `site_columns`, if a file is joined
 * @param weight the weight of a site, if sites are weighted
 */
export function sitesTable(columns: readonly string[] = [], weight?: SiteWeight): string {
  const joined = columns.length === 0 ? '' : '\nLEFT JOIN site_columns USING (site)';
  const cells = [
    'site_of(said.url) AS site',
    "strftime(said.month, '%Y-%m') AS month",
    ['agent', 'restriction', 'refusedShare', 'selectedBy', 'captures']
      .map((name) => `said.${name}`)
      .join(', '),
    ...(weight === undefined ? [] : [`said.${weight} AS weight`]),
    ...columns.map((name) => `site_columns.${name}`),
  ];
  return `SELECT ${cells.join(', ')}
FROM site_month_verdicts AS said${joined}
ORDER BY ALL`;
}

/** The column of `sites` and `site_months` that has the weight of a site. */
export type SiteWeight = 'captures' | 'weight';

/** The columns that count sites. */
export function tally(weight: SiteWeight | undefined): string {
  return weight === undefined
    ? 'count(*) AS sites'
    : `count(*) AS sites, sum(${weight}) AS weight, sum(${weight} ^ 2) AS squares`;
}

/**
 * The numbers of a report. In each, a site counts once.
 *
 * @param weight the weight of a site; by default each counts as much as another
 */
export const numbersOf = (weight?: SiteWeight) => ({
  /** What the tables are made of. */
  overview: `SELECT count(DISTINCT source) AS inputs, min(fetchedAt) AS first_date, max(fetchedAt) AS last_date,
  (SELECT coalesce(sum(captures), 0)::BIGINT FROM sites) AS captures
FROM (SELECT source, fetchedAt FROM verdicts UNION ALL SELECT source, fetchedAt FROM captures)`,
  /** How often each fault occurs. */
  faults: 'SELECT code, count(*) AS faults FROM faults GROUP BY code ORDER BY faults DESC, code',
  /** All sites. */
  sites: `SELECT ${tally(weight)}\nFROM sites`,
  /** The crawlers, also those about which no site says anything. */
  agents: 'SELECT DISTINCT agent FROM verdicts WHERE agent IS NOT NULL',
  /** How many sites refuse how much to each crawler, and whether a group names it. */
  restrictions: `SELECT agent, restriction, selectedBy, ${tally(weight)}
FROM site_verdicts
GROUP BY agent, restriction, selectedBy`,
  /** The same for each month. */
  months: `SELECT month, agent, restriction, selectedBy, ${tally(weight)}
FROM site_month_verdicts
WHERE month IS NOT NULL
GROUP BY month, agent, restriction, selectedBy`,
  /** Of the sites with captures of several months, how many refuse more to a crawler in the last one than in the first, and how many less. */
  changes: `SELECT agent, sign(last_degree - first_degree) AS change, ${tally(weight)}
FROM (
  SELECT site, agent, ${weight === undefined ? '' : `any_value(${weight}) AS ${weight}, `}max(degree_of(restriction)) FILTER (WHERE NOT is_last) AS first_degree,
    max(degree_of(restriction)) FILTER (WHERE is_last) AS last_degree
  FROM verdicts
  JOIN (
    SELECT site, ${selected(weight)}first_capture AS capture, false AS is_last FROM sites WHERE months > 1
    UNION ALL SELECT site, ${selected(weight)}capture, true FROM sites WHERE months > 1
  ) AS ends ON ends.capture = capture_of(source, inputOffset, offsetInMember)
  WHERE path = getvariable('one_path')
  GROUP BY site, agent
)
GROUP BY agent, change`,
  /** How many sites state a preference about the use of their content, for any of the crawlers and paths. */
  usage: `SELECT preference, ${tally(weight)}
FROM (
  SELECT DISTINCT site, ${selected(weight)}unnest(statedUsage) AS preference
  FROM verdicts
  JOIN sites ON sites.capture = capture_of(source, inputOffset, offsetInMember)
  WHERE len(statedUsage) > 0
)
GROUP BY preference`,
  /** What the last capture of each site is. */
  outcomes: `SELECT outcome, nullif(kind, '') AS kind, ${tally(weight)}
FROM (
  SELECT site, arg_max(outcome, moment) AS outcome, arg_max(kind, moment) AS kind
  FROM (
    SELECT md5_number(site_of(url)) AS site, outcome, coalesce(kind, '') AS kind,
      moment_of(fetchedAt, capture_of(source, inputOffset, offsetInMember)) AS moment
    FROM captures
    WHERE is_robots_txt(url)
  )
  GROUP BY site
)${weight === undefined ? '' : '\nJOIN sites USING (site)'}
GROUP BY outcome, kind`,
});

function selected(weight: SiteWeight | undefined): string {
  return weight === undefined ? '' : `${weight}, `;
}

/** The report as a script for DuckDB, for a survey in Parquet in the folder `tables`: what `surveyReport` runs by default. */
export function reportScript(): string {
  const views = (['captures', 'verdicts'] as const).map(
    (table) => `CREATE OR REPLACE TEMP VIEW ${table} AS
SELECT * REPLACE (make_timestamp(epoch_us(fetchedAt)) AS fetchedAt) FROM 'tables/${table}/*.parquet'`,
  );
  const { restrictions, months, changes, usage, outcomes } = numbersOf();
  const statements = [
    ...views,
    ...redirectStatements(),
    ...choosing({ by: 'host' }),
    ...reading({ pick: 'last' }),
    restrictions,
    months,
    changes,
    usage,
    outcomes,
    sitesTable(),
  ];
  return `-- What "robotstream survey report tables" computes, for DuckDB. Made by npm run docs.

${scriptOf(statements)}
${commented(JOIN_EXAMPLE)}
${commented(WEIGHT_EXAMPLE)}`;
}

function scriptOf(statements: readonly string[]): string {
  return statements.map((statement) => `${statement};\n`).join('\n');
}

/** What a join adds to the script. */
const JOIN_EXAMPLE = `With --join ranks.csv, which has the columns host and rank, and one row a host:

CREATE OR REPLACE TEMP TABLE site_columns AS
SELECT md5_number(host_of('//' || host)) AS site, * EXCLUDE (host) FROM 'ranks.csv';

${sitesTable(['rank'])};
`;

/** What weights add to it. */
const WEIGHT_EXAMPLE = `With --weight captures. A share is a part of the sum of weight, and its effective n is the square of that sum, divided by the sum of squares:

${numbersOf('captures').restrictions};

With --weight rank:

${scriptOf([...weighting('rank'), ...reading({ pick: 'last' }), numbersOf('weight').restrictions])}`;

function commented(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `-- ${line}`.trimEnd().concat('\n'))
    .join('');
}
