/**
 * Registrable domains for DuckDB, which has no Public Suffix List.
 */
import { domainsFor } from '@robotstream/client/internal';
import type { Engine, ResultRow } from './engine.js';

/** How many hosts are looked up between two statements. */
const HOSTS_AT_ONCE = 100_000;

/**
 * Makes the tables `hosts`, with each distinct host, and `domains`, with the registrable domain of each host that has one.
 *
 * @param hosts a query with the column `host`
 * @throws {RobotsError} (rejects) `report-package-missing` if tldts is not installed
 */
export async function createDomains(engine: Engine, hosts: string): Promise<void> {
  const domainOf = await domainsFor('A report by domain', 'report-package-missing');
  await engine.rows(
    `CREATE TEMP TABLE hosts AS\nSELECT DISTINCT host FROM (${hosts}) WHERE host IS NOT NULL`,
  );
  await engine.rows('CREATE TEMP TABLE domains (host VARCHAR, domain VARCHAR)');
  const [{ count }] = (await engine.rows('SELECT count(*) AS count FROM hosts')) as [ResultRow];
  for (let from = 0; from < Number(count); from += HOSTS_AT_ONCE) {
    const rows = await engine.rows(
      `SELECT host FROM hosts WHERE rowid >= ${from} AND rowid < ${from + HOSTS_AT_ONCE}`,
    );
    const known = rows.map(({ host }) => [String(host), domainOf(String(host))] as const);
    await engine.append(
      'domains',
      known.filter((pair): pair is readonly [string, string] => pair[1] !== null),
    );
  }
}
