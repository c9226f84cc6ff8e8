/**
 * A list of the sites that count, such as a sample: a text with a host or domain in each line.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JoinError } from '../join-error.js';
import type { SiteKind } from '../questions.js';
import { type Engine, literalPath, type ResultRow } from './engine.js';
import { KEY_OF } from './join.js';
import { openPlain, rowFault } from './join-file.js';

/** How many sites a list has, and how many of them the survey does not have. */
export interface ListCounts {
  readonly sites: number;
  readonly sitesWithoutCapture: number;
}

/** The hosts of the list, for domains. */
export const LISTED_HOSTS = 'SELECT host FROM listed_names';

/** A separator that no list has, so that each line is one cell. */
const NO_SEPARATOR = "'\\x1F'";

/**
 * Reads a list into the table `listed_names`. Empty lines, and lines that begin with #, are left out. The macro `host_of` must be there.
 *
 * @throws {JoinError} (rejects) if it is no such list
 * @throws {Error} (rejects) if it cannot be read
 */
export async function readSiteList(engine: Engine, file: string): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'robotstream-list-'));
  try {
    const { path, start } = await openPlain(file, scratch);
    if (start.length === 0) throw new JoinError(`${file} is empty; a host in each line is expected`);
    await engine.rows(KEY_OF);
    await engine
      .rows(`CREATE OR REPLACE TEMP TABLE listed_names AS
SELECT name, key_of(name) AS host
FROM (
  SELECT trim(ltrim(name, chr(65279)), chr(32) || chr(9) || chr(13)) AS name
  FROM read_csv(${literalPath(path)}, header = false, auto_detect = false, delim = ${NO_SEPARATOR}, quote = '', escape = '', columns = {name: 'VARCHAR'})
)
WHERE name <> '' AND NOT starts_with(name, '#')`)
      .catch((error: Error) => {
        throw new JoinError(`${file} cannot be read: ${rowFault(error)}`, { cause: error });
      });
    await checkList(engine, file);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** @throws {JoinError} (rejects) if a line is no host, or there is none */
async function checkList(engine: Engine, file: string): Promise<void> {
  const [wrong] = await engine.rows(
    `SELECT name FROM listed_names WHERE host = '' OR regexp_matches(host, '[\\s,;|"/*]') LIMIT 1`,
  );
  if (wrong !== undefined)
    throw new JoinError(`${file} has a line ${JSON.stringify(wrong.name)}; a host in each line is expected`);
  const [{ count }] = (await engine.rows('SELECT count(*) AS count FROM listed_names')) as [ResultRow];
  if (count === 0) throw new JoinError(`${file} has no lines; a host in each line is expected`);
}

/**
 * Leaves the sites of the list in the views of captures and verdicts. For domains, the tables `hosts` and `domains` must be there.
 *
 * @param by what a site is
 */
export async function keepListed(engine: Engine, by: SiteKind): Promise<void> {
  await engine.rows(LISTED[by]);
  for (const table of ['captures', 'verdicts']) {
    await engine.rows(`ALTER VIEW ${table} RENAME TO all_${table}`);
    await engine.rows(`CREATE TEMP VIEW ${table} AS
SELECT * FROM all_${table} WHERE host_of(url) IN (SELECT host FROM listed_hosts)`);
  }
}

/** The sites of the list, and the hosts that belong to them. */
const LISTED: Readonly<Record<SiteKind, string>> = {
  host: `CREATE OR REPLACE TEMP TABLE listed AS SELECT DISTINCT host AS site FROM listed_names;
CREATE OR REPLACE TEMP VIEW listed_hosts AS SELECT site AS host FROM listed`,
  domain: `CREATE OR REPLACE TEMP TABLE listed AS
SELECT DISTINCT coalesce(domain, listed_names.host) AS site FROM listed_names LEFT JOIN domains ON domains.host = listed_names.host;
CREATE OR REPLACE TEMP TABLE listed_hosts AS
SELECT hosts.host FROM hosts LEFT JOIN domains ON domains.host = hosts.host SEMI JOIN listed ON listed.site = coalesce(domain, hosts.host)`,
};

/** Counts the sites of the list. The sites of the report must be chosen. */
export async function countListed(engine: Engine): Promise<ListCounts> {
  const [counts] = (await engine.rows(`SELECT (SELECT count(*) FROM listed) AS sites,
  (SELECT count(*) FROM listed ANTI JOIN sites ON sites.site = hash(listed.site)) AS sitesWithoutCapture`)) as [
    ResultRow,
  ];
  return counts as unknown as ListCounts;
}
