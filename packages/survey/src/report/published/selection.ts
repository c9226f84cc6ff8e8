/**
 * Which captures count, as statements for DuckDB: those of a study, and those of this package. They need the views `captures` and `answers`.
 */
import { sqlText } from '../engine.js';
import type { StudyName } from './studies.js';

/** The media types with which Common Crawl's robotstxt_statistics.py reads a file. */
const PLAIN_TYPES = [
  'text/x-robots',
  'text/plain',
  'message/rfc822',
  'text/text',
  'text/txt',
  'text',
  'plain/text',
  'text/pain',
  'text/plan',
];

/** An archive that has only files has no media types, and files alone. */
const IS_PLAIN = `(isFileAlone OR coalesce(mediaType IN (${PLAIN_TYPES.map(sqlText).join(', ')}), false))`;

interface Selection {
  /** What a site is to the study. */
  readonly unit: string;
  /** Of the captures with the same key and month, the study takes the last one. */
  readonly key: string;
  /** Which captures it takes at all. */
  readonly takes: string;
  /** Whether it reads the file of a capture. */
  readonly reads: string;
  /** What it calls the outcome of a capture, and what this package does; null for none. */
  readonly theirClass: string;
  readonly ourClass: string;
  /** Of several captures of a unit, the class with the least number counts. */
  readonly rank: string;
}

const HOST = "lower(split_part(split_part(url, '/', 3), ':', 1))";

const SELECTIONS: Readonly<Record<StudyName, Selection>> = {
  'web-almanac': {
    unit: 'coalesce(authority, url)',
    key: 'unit',
    takes: 'httpStatus IS NOT NULL',
    reads: 'httpStatus = 200',
    theirClass: 'httpStatus::VARCHAR',
    ourClass: 'httpStatus::VARCHAR',
    rank: '0',
  },
  'common-crawl': {
    unit: HOST,
    key: 'url',
    takes: 'httpStatus IS NOT NULL',
    reads: `httpStatus = 200 AND ${IS_PLAIN}`,
    theirClass: `CASE
    WHEN httpStatus = 200 AND NOT ${IS_PLAIN} THEN 'media type not of a robots.txt'
    WHEN httpStatus = 200 AND theyFindRules THEN 'robots.txt with rules'
    WHEN httpStatus = 200 THEN 'robots.txt without rules'
    WHEN httpStatus = 403 THEN 'forbidden'
    WHEN httpStatus BETWEEN 500 AND 599 OR httpStatus = 429 THEN 'defer visits'
    WHEN httpStatus BETWEEN 300 AND 399 THEN 'redirect not resolved'
    ELSE 'allow all' END`,
    ourClass: `CASE
    WHEN outcome = 'not-robots' THEN 'media type not of a robots.txt'
    WHEN outcome = 'success' AND weFindRules THEN 'robots.txt with rules'
    WHEN outcome = 'success' THEN 'robots.txt without rules'
    WHEN outcome = 'unreachable' THEN 'defer visits'
    WHEN outcome = 'redirect' THEN 'redirect not resolved'
    ELSE 'allow all' END`,
    rank: `list_position(['robots.txt with rules', 'robots.txt without rules', 'media type not of a robots.txt', 'allow all', 'forbidden', 'defer visits', 'redirect not resolved'], theirClass)`,
  },
  imc25: {
    unit: 'site',
    key: 'unit',
    takes: 'httpStatus = 200 AND digest IS NOT NULL',
    reads: 'true',
    theirClass: 'NULL',
    ourClass: 'NULL',
    rank: '0',
  },
};

/**
 * The tables `theirs`, with the captures that a study takes, and `ours`, with the last capture of each site and month that says what crawlers may
 * fetch. Captures without a status are of archives that have only files, and count as 200. The macros of a report must be there.
 */
export function selecting(study: StudyName): readonly string[] {
  const { unit, key, takes, reads, theirClass, ourClass, rank } = SELECTIONS[study];
  return [
    `CREATE OR REPLACE TEMP VIEW shots AS
SELECT *, ${theirClass} AS theirClass, ${ourClass} AS ourClass,
  coalesce(${reads}, false) AS theyRead, outcome IN ('success', 'not-robots') AS weRead
FROM (
  SELECT *, ${unit} AS unit, coalesce(${takes}, false) AS theyTake
  FROM (
    SELECT url, authority, outcome, digest, coalesce(httpStatus, CASE WHEN digest IS NOT NULL THEN 200 END) AS httpStatus,
      trim(split_part(lower(contentType), ';', 1)) AS mediaType, httpStatus IS NULL AS isFileAlone,
      site_of(url) AS site, coalesce(strftime(month_of(fetchedAt, datePrecision), '%Y-%m'), '') AS month,
      moment_of(fetchedAt, capture_of(source, inputOffset, offsetInMember)) AS moment,
      coalesce(digest IN (SELECT digest FROM answers WHERE question = 'parsed' AND theirs), false) AS theyFindRules,
      coalesce(digest IN (SELECT digest FROM answers WHERE question = 'parsed' AND ours), false) AS weFindRules
    FROM captures
    WHERE is_robots_txt(url)
  )
)`,
    `CREATE OR REPLACE TEMP TABLE theirs AS
SELECT * EXCLUDE (ranking), ${rank} AS rank
FROM (
  SELECT *, row_number() OVER (PARTITION BY ${key}, month ORDER BY moment DESC) AS ranking FROM shots WHERE theyTake
)
WHERE ranking = 1`,
    `CREATE OR REPLACE TEMP TABLE ours AS
SELECT * EXCLUDE (ranking)
FROM (
  SELECT *, row_number() OVER (PARTITION BY site, month ORDER BY outcome NOT IN ('redirect', 'no-payload') DESC, moment DESC) AS ranking
  FROM shots
  WHERE ${study === 'common-crawl' ? 'true' : "outcome NOT IN ('redirect', 'no-payload')"}
)
WHERE ranking = 1`,
  ];
}

/**
 * What each figure is: the columns `month`, `question`, `detail`, `agent`, `theirs`, `ours`, and `parts`, a list of causes with how many sites more
 * and how many fewer the study counts because of each, and an example.
 */
export const FIGURES = `WITH
addressed AS (
  SELECT DISTINCT unit, month, agent FROM theirs JOIN answers USING (digest) WHERE question = 'named' AND answers.theirs AND theyRead
),
their_units AS (
  SELECT DISTINCT site, unit, theirs.month, question, detail, agent
  FROM theirs JOIN answers USING (digest) JOIN questions USING (question)
  WHERE answers.theirs AND (theyRead OR NOT needsFile)
    AND NOT (isFallback AND (unit, theirs.month, agent) IN (SELECT (unit, month, agent) FROM addressed))
  UNION ALL
  SELECT any_value(site), unit, month, 'class', arg_min(theirClass, rank), '' FROM theirs GROUP BY unit, month
),
their_counts AS (
  SELECT site, month, question, detail, agent, count(*) AS n FROM their_units WHERE detail IS NOT NULL GROUP BY ALL
),
chosen AS (
  SELECT site, month, question, detail, agent, answers.theirs AND (theyRead OR NOT needsFile) AND theyTake AS same,
    answers.ours AND weRead AS counted,
    CASE WHEN answers.theirs = answers.ours THEN 'status' ELSE cause END AS cause,
    line, url
  FROM ours JOIN answers USING (digest) JOIN questions USING (question)
  UNION ALL
  SELECT site, month, 'class', theirClass, '', theyTake, theirClass = ourClass, 'class', 0, url FROM ours WHERE theirClass IS NOT NULL
  UNION ALL
  SELECT site, month, 'class', ourClass, '', false, true, 'class', 0, url FROM ours WHERE ourClass <> theirClass
),
pairs AS (
  SELECT site, month, question, detail, agent, coalesce(n, 0) AS n, coalesce(same, false)::INT AS same, coalesce(counted, false)::INT AS counted,
    cause, coalesce(line, 0) AS line, coalesce(url, site) AS url
  FROM their_counts FULL JOIN chosen USING (site, question, detail, agent, month)
),
causes AS (
  SELECT month, question, detail, agent, cause, sum(greatest(more, 0)) AS more, sum(greatest(-more, 0)) AS fewer,
    min({url: url, line: line}) FILTER (WHERE more <> 0) AS example
  FROM (
    SELECT *, same - counted AS more FROM pairs WHERE same <> counted
    UNION ALL
    SELECT * REPLACE ('units' AS cause, 0 AS line), n - same AS more FROM pairs WHERE n <> same
  )
  GROUP BY month, question, detail, agent, cause
),
totals AS (
  SELECT month, question, detail, agent, sum(n)::BIGINT AS theirs, sum(counted)::BIGINT AS ours FROM pairs GROUP BY ALL
)
SELECT totals.*, cause, more::BIGINT AS more, fewer::BIGINT AS fewer, example.url AS url, example.line AS line
FROM totals LEFT JOIN causes ON causes.month = totals.month AND causes.question = totals.question
  AND causes.detail = totals.detail AND causes.agent = totals.agent
ORDER BY ALL`;

/** How many sites there are in each month, for the study and for this package: all, and those with a file. */
export const SITE_COUNTS = `SELECT month, sum(theirs)::BIGINT AS theirs, sum(theirFiles)::BIGINT AS theirFiles, sum(ours)::BIGINT AS ours,
  sum(ourFiles)::BIGINT AS ourFiles
FROM (
  SELECT month, count(DISTINCT unit) AS theirs, count(DISTINCT unit) FILTER (WHERE theyRead) AS theirFiles, 0 AS ours, 0 AS ourFiles
  FROM theirs GROUP BY month
  UNION ALL
  SELECT month, 0, 0, count(*), count(*) FILTER (WHERE weRead) FROM ours GROUP BY month
)
GROUP BY month`;
