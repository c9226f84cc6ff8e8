/**
 * A file that is joined with a survey, such as a list of ranks: its columns become columns of sites. A site takes the columns of at most one row, so
 * that a join never counts a site twice.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { counted, number } from 'robotstream/internal';
import { JoinError } from '../join-error.js';
import type { SiteKind } from '../questions.js';
import { type Engine, type ResultRow, sqlName, sqlText } from './engine.js';
import { openJoinFile, rowFault } from './join-file.js';
import type { Join, JoinCounts } from './site-choice.js';

/** The columns that the table of sites has without a join, which a joined file must not have. */
export const SITE_COLUMNS: readonly string[] = [
  'site',
  'month',
  'agent',
  'restriction',
  'refusedShare',
  'selectedBy',
  'captures',
];

/** A host or domain as a file may have it, as a host: it may have a scheme, a port, a path. The macro `host_of` must be there. */
export const KEY_OF = `CREATE OR REPLACE TEMP MACRO key_of(name) AS
  host_of(CASE WHEN contains(name, '://') THEN trim(name) ELSE '//' || trim(name) END)`;

/** The host of a row. No column of a file has this name, because it needs quotes. */
export const ROW_HOST = '"host of row"';

/** The column by which rows and sites find each other. */
const ROW_KEY = '"key of row"';

/** The hosts of the rows, for domains. */
export const ROW_HOSTS = `SELECT ${ROW_HOST} AS host FROM joined_rows`;

/**
 * Reads the rows of a file into the table `joined_rows`. The macro `host_of` must be there.
 *
 * @returns the columns of the file
 * @throws {JoinError} (rejects) if it is not what it must be
 * @throws {Error} (rejects) if it cannot be read
 */
export async function readJoin(engine: Engine, { file, column }: Join): Promise<readonly string[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'robotstream-join-'));
  try {
    const { columns: names, query, isText } = await openJoinFile(engine, file, scratch);
    const key = names.find((name) => name.toLowerCase() === column.toLowerCase());
    if (key === undefined)
      throw new JoinError(
        `${file} has no column ${JSON.stringify(column)}; its columns are ${names.map((name) => JSON.stringify(name)).join(', ')}`,
      );
    const columns = names.filter((name) => name !== key);
    await checkNames(engine, file, columns);
    await engine.rows(KEY_OF);
    const cells = [`key_of(${sqlName(key)}::VARCHAR) AS ${ROW_HOST}`, ...columns.map(sqlName)];
    await engine
      .rows(`CREATE OR REPLACE TEMP TABLE joined_rows AS SELECT ${cells.join(', ')} ${query}`)
      .catch((error: Error) => {
        throw new JoinError(`${file} cannot be read: ${rowFault(error)}`, { cause: error });
      });
    await checkHosts(engine, file, key);
    if (isText) await makeNumbers(engine, columns);
    return columns;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** @throws {JoinError} (rejects) if a column cannot be one of the table of sites */
async function checkNames(engine: Engine, file: string, columns: readonly string[]): Promise<void> {
  const words = await engine.rows(
    "SELECT keyword_name AS word FROM duckdb_keywords() WHERE keyword_category IN ('reserved', 'type_function')",
  );
  const reserved = new Set(words.map(({ word }) => String(word)));
  for (const name of columns) {
    const lowerCase = name.toLowerCase();
    if (!/^[a-z_][a-z0-9_]*$/.test(lowerCase) || reserved.has(lowerCase))
      throw new JoinError(
        `${file} has a column ${JSON.stringify(name)}; a name that SQL takes without quotes is expected, of letters, digits and _`,
      );
    if (SITE_COLUMNS.some((taken) => taken.toLowerCase() === lowerCase))
      throw new JoinError(
        `${file} has a column ${JSON.stringify(name)}, and so has the table of sites; another name is expected`,
      );
  }
}

/** @throws {JoinError} (rejects) if there are no rows, or a row has no host */
async function checkHosts(engine: Engine, file: string, key: string): Promise<void> {
  const [{ rows, without }] = (await engine.rows(
    `SELECT count(*) AS rows, count(*) FILTER (WHERE coalesce(${ROW_HOST}, '') IN ('', '//')) AS without FROM joined_rows`,
  )) as [ResultRow];
  if (rows === 0) throw new JoinError(`${file} has no rows`);
  if (without !== 0) throw new JoinError(`${file} has ${counted(Number(without), 'row')} without ${key}`);
}

/** What an integer looks like. A text with zeros before it, such as a postal code, is none. */
const INTEGER = '-?(0|[1-9][0-9]*)';

/** What a number looks like whose digits a double has. */
const NUMBER = String.raw`-?(0|[1-9][0-9]{0,14})(\.[0-9]+)?([eE][-+]?[0-9]{1,2})?`;

/** Makes numbers of columns of text in which every cell is one. */
async function makeNumbers(engine: Engine, columns: readonly string[]): Promise<void> {
  for (const name of columns.map(sqlName)) {
    const [{ integers, numbers }] = (await engine.rows(
      `SELECT bool_and(regexp_full_match(${name}, ${sqlText(INTEGER)}) AND TRY_CAST(${name} AS BIGINT) IS NOT NULL) AS integers,
  bool_and(regexp_full_match(${name}, ${sqlText(NUMBER)})) AS numbers
FROM joined_rows`,
    )) as [ResultRow];
    const type = integers === true ? 'BIGINT' : numbers === true ? 'DOUBLE' : undefined;
    if (type !== undefined) await engine.rows(`ALTER TABLE joined_rows ALTER ${name} TYPE ${type}`);
  }
}

/** The rows with what sites find them by. */
const JOINED: Readonly<Record<SiteKind, string>> = {
  host: `CREATE OR REPLACE TEMP VIEW joined AS SELECT *, ${ROW_HOST} AS ${ROW_KEY} FROM joined_rows`,
  domain: `CREATE OR REPLACE TEMP VIEW joined AS
SELECT joined_rows.*, coalesce(domain, ${ROW_HOST}) AS ${ROW_KEY} FROM joined_rows LEFT JOIN domains ON domains.host = ${ROW_HOST}`,
};

/** What each site finds its row by. */
function siteKeys(by: SiteKind, on: SiteKind): string {
  return by === on
    ? `SELECT md5_number(${ROW_KEY}) AS site, ${ROW_KEY} FROM joined SEMI JOIN sites ON sites.site = md5_number(${ROW_KEY})`
    : `SELECT md5_number(hosts.host) AS site, coalesce(domain, hosts.host) AS ${ROW_KEY}
FROM hosts LEFT JOIN domains ON domains.host = hosts.host SEMI JOIN sites ON sites.site = md5_number(hosts.host)`;
}

/**
 * Makes the table `site_columns`, with a row for each site that has one in `joined_rows`: the column `site`, as in the table `sites`, and those of the
 * file.
 *
 * @param by what a site is
 * @param columns what {@link readJoin} returned
 * @throws {JoinError} (rejects) if a site has several rows
 */
export async function joinSites(
  engine: Engine,
  by: SiteKind,
  { file, on }: Join,
  columns: readonly string[],
): Promise<JoinCounts> {
  await engine.rows(JOINED[on]);
  const [repeated] = await engine.rows(`SELECT count(*) AS keys, min(${ROW_KEY}) AS first
FROM (SELECT ${ROW_KEY} FROM joined GROUP BY ${ROW_KEY} HAVING count(*) > 1)`);
  if (repeated !== undefined && repeated.keys !== 0)
    throw new JoinError(
      `${file} has several rows for ${counted(Number(repeated.keys), on)}, such as ${JSON.stringify(repeated.first)}; a site takes the columns of one`,
    );
  await engine.rows(`CREATE OR REPLACE TEMP TABLE site_keys AS ${siteKeys(by, on)}`);
  await engine.rows(`CREATE OR REPLACE TEMP TABLE site_columns AS
SELECT ${['site', ...columns.map(sqlName)].join(', ')} FROM site_keys JOIN joined USING (${ROW_KEY})`);
  const [counts] = (await engine.rows(`SELECT (SELECT count(*) FROM sites) AS sites,
  (SELECT count(*) FROM sites ANTI JOIN site_columns USING (site)) AS sitesWithoutRow,
  (SELECT count(*) FROM joined_rows) AS rows,
  (SELECT count(*) FROM joined ANTI JOIN site_keys USING (${ROW_KEY})) AS rowsWithoutSite`)) as [ResultRow];
  return counts as unknown as JoinCounts;
}

/** What a join has found, for people. */
export function joinText({
  sites,
  sitesWithoutRow,
  rows,
  rowsWithoutSite,
  sitesLeftOut,
}: JoinCounts): string {
  const found = `${number(sitesWithoutRow)} of ${counted(sites, 'site')} have no row of the joined file, and ${number(rowsWithoutSite)} of its ${counted(rows, 'row')} have no site.`;
  return sitesLeftOut === undefined
    ? found
    : `${found} ${counted(sitesLeftOut, 'site')} without a weight, or of weight 0, ${sitesLeftOut === 1 ? 'is' : 'are'} left out.`;
}
