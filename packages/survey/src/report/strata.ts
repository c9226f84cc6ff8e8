/**
 * Sites by strata: by the value of a column, such as their top-level domain or a joined rank.
 */
import { shown } from 'robotstream/internal';
import { JoinError } from '../join-error.js';
import { type Engine, type ResultRow, sqlName, sqlText } from './engine.js';
import type { JoinedSites } from './site-choice.js';
import { type SiteWeight, tally } from './statements.js';

/** How many strata are told apart; all others are one. */
const MAX_STRATA = 10;

const OTHER = 'other';
const UNKNOWN = 'unknown';

/** The bounds of strata of a column of numbers with more values than there are strata, such as a rank. */
const BOUNDS = [1_000, 10_000, 100_000, 1_000_000];

/** The strata of a survey, in the order in which they are shown. */
export interface Strata {
  readonly names: readonly string[];
  /** What each stratum refuses to each crawler: the columns of `restrictions` of `numbersOf`, and `stratum`. */
  readonly rows: readonly ResultRow[];
}

/**
 * Counts the sites of each stratum.
 *
 * @param column `tld`, or a column of a joined file
 * @param weight the weight of a site, if sites are weighted
 * @throws {JoinError} (rejects) if there is no such column
 */
export async function strataOf(
  engine: Engine,
  column: string,
  joined: JoinedSites | null,
  weight: SiteWeight | undefined,
): Promise<Strata> {
  const columns = joined?.columns ?? [];
  if (column !== TLD && !columns.includes(column))
    throw new JoinError(
      `strata is ${shown(column)}; ${[TLD, ...columns].map((name) => shown(name)).join(' or ')} is accepted${joined === null ? ', and the columns of a joined file' : ''}`,
    );
  const isJoined = columns.includes(column);
  const from = isJoined
    ? 'site_verdicts AS said LEFT JOIN site_columns USING (site)'
    : 'site_verdicts AS said';
  const value = isJoined ? `site_columns.${sqlName(column)}` : TLD_VALUE;
  const kept = ['site', 'agent', 'restriction', 'selectedBy', ...(weight === undefined ? [] : [weight])];
  await engine.rows(`CREATE OR REPLACE TEMP VIEW stratified AS
SELECT ${kept.map((name) => `said.${name}`).join(', ')}, (${value})::VARCHAR AS stratum FROM ${from}`);
  const found = await engine.rows(`SELECT stratum, count(DISTINCT site) AS sites FROM stratified
WHERE stratum IS NOT NULL AND restriction IS NOT NULL GROUP BY stratum ORDER BY sites DESC, stratum LIMIT ${MAX_STRATA + 1}`);
  const [{ numeric }] =
    (await engine.rows(`SELECT count(*) > 0 AND count(*) = count(TRY_CAST(stratum AS DOUBLE)) AS numeric
FROM stratified WHERE stratum IS NOT NULL`)) as [ResultRow];
  const isMany = found.length > MAX_STRATA;
  const values = found.slice(0, MAX_STRATA).map(({ stratum }) => String(stratum));
  const [name, order] = isMany && numeric === true ? byBounds() : byValues(values);
  const rows =
    await engine.rows(`SELECT coalesce(${name}, ${sqlText(UNKNOWN)}) AS stratum, agent, restriction, selectedBy, ${tally(weight)}
FROM stratified GROUP BY ALL`);
  const present = new Set(rows.map(({ stratum }) => String(stratum)));
  return {
    names: [...order, OTHER, UNKNOWN].filter((one, nth, all) => present.has(one) && all.indexOf(one) === nth),
    rows,
  };
}

/** The column that every survey has. */
export const TLD = 'tld';

/** The top-level domain; that of an address is null. */
const TLD_VALUE = "CASE WHEN NOT regexp_matches(said.tld, '^[0-9]*$|[^\\p{L}\\p{N}-]') THEN said.tld END";

function byValues(values: readonly string[]): [sql: string, order: readonly string[]] {
  const list = values.map(sqlText).join(', ') || 'NULL';
  return [
    `CASE WHEN stratum IN (${list}) OR stratum IS NULL THEN stratum ELSE ${sqlText(OTHER)} END`,
    values,
  ];
}

function byBounds(): [sql: string, order: readonly string[]] {
  const texts = BOUNDS.map((bound) => `up to ${bound.toLocaleString('en-US')}`);
  const more = `more than ${(BOUNDS[BOUNDS.length - 1] as number).toLocaleString('en-US')}`;
  const cases = BOUNDS.map(
    (bound, nth) => `WHEN stratum::DOUBLE <= ${bound} THEN ${sqlText(texts[nth] as string)}`,
  );
  return [`CASE ${cases.join(' ')} WHEN stratum IS NOT NULL THEN ${sqlText(more)} END`, [...texts, more]];
}
