/**
 * A list of the sites that count, such as a sample: a text with a host or domain in each line.
 */
import type { SiteKind } from '../questions.js';
import { listedHosts } from '../rows/site-list.js';
import type { Engine, ResultRow } from './engine.js';

/** How many sites a list has, and how many of them the survey does not have. */
export interface ListCounts {
  readonly sites: number;
  readonly sitesWithoutCapture: number;
}

/** The hosts of the list, for domains. */
export const LISTED_HOSTS = 'SELECT host FROM listed_lines';

/**
 * Reads a list into the table `listed_lines`.
 *
 * @throws {JoinError} (rejects) if it is no such list
 * @throws {Error} (rejects) if it cannot be read
 */
export async function readSiteList(engine: Engine, file: string): Promise<void> {
  await engine.rows('CREATE OR REPLACE TEMP TABLE listed_lines (host VARCHAR)');
  for await (const hosts of listedHosts(file))
    await engine.append(
      'listed_lines',
      hosts.map((host) => [host]),
    );
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
  host: `CREATE OR REPLACE TEMP TABLE listed AS SELECT DISTINCT host AS site FROM listed_lines;
CREATE OR REPLACE TEMP VIEW listed_hosts AS SELECT site AS host FROM listed`,
  domain: `CREATE OR REPLACE TEMP TABLE listed AS
SELECT DISTINCT coalesce(domain, listed_lines.host) AS site FROM listed_lines LEFT JOIN domains ON domains.host = listed_lines.host;
CREATE OR REPLACE TEMP TABLE listed_hosts AS
SELECT hosts.host FROM hosts LEFT JOIN domains ON domains.host = hosts.host SEMI JOIN listed ON listed.site = coalesce(domain, hosts.host)`,
};

/** Counts the sites of the list. The sites of the report must be chosen. */
export async function countListed(engine: Engine): Promise<ListCounts> {
  const [counts] = (await engine.rows(`SELECT (SELECT count(*) FROM listed) AS sites,
  (SELECT count(*) FROM listed ANTI JOIN sites ON sites.site = md5_number(listed.site)) AS sitesWithoutCapture`)) as [
    ResultRow,
  ];
  return counts as unknown as ListCounts;
}
