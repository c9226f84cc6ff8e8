/**
 * A study of archives: how many sites shut out each AI crawler, month by month, from WARC files of robots.txt captures. It reads the archives as they
 * are, one capture at a time, and keeps only counts. Run it:
 *
 *     node examples/archive-study.mjs CC-MAIN-2024-*.robotstxt.warc.gz > study.csv
 */
import { pathToFileURL } from 'node:url';
import { RESTRICTIONS, survey } from '@robotstream/survey';

/**
 * Counts, for each month and crawler, the sites by how much of them the crawler may not fetch. A capture whose status says nothing about access, such as a
 * redirect, is left out. A site that was captured several times in a month counts each time.
 *
 * @param {Iterable<string>} archives names of files or URLs
 * @param {readonly string[]} agents
 * @param {(fault: { source: string, message: string }) => void} [onFault]
 */
export async function study(archives, agents, onFault = () => {}) {
  const counts = new Map();
  for (const archive of archives) {
    for await (const { table, row } of survey(archive, { agents })) {
      if (table === 'faults') onFault(row);
      if (table !== 'verdicts' || row.allowed === null) continue;
      const key = `${row.fetchedAt?.slice(0, 7) ?? 'unknown'},${row.agent}`;
      const count =
        counts.get(key) ?? Object.fromEntries(RESTRICTIONS.map((restriction) => [restriction, 0]));
      counts.set(key, count);
      if (row.restriction !== null) count[row.restriction]++;
    }
  }
  return counts;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const onFault = ({ source, message }) => console.error(`${source}: ${message}`);
  const counts = await study(
    process.argv.slice(2),
    ['GPTBot', 'ClaudeBot', 'CCBot', 'Google-Extended'],
    onFault,
  );
  console.log(['month,crawler', ...RESTRICTIONS].join(','));
  for (const [key, count] of [...counts].sort()) console.log([key, ...Object.values(count)].join(','));
}
