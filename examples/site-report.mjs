/**
 * A check of a site's robots.txt, as a job of CI runs it: what is wrong with the file, which AI crawlers are shut out, and whether the pages that must be
 * found may be crawled. It exits with 1 if anything is to be fixed. Run it:
 *
 *     node examples/site-report.mjs https://example.com/ /products /blog/hello
 */
import { pathToFileURL } from 'node:url';
import { fetchRobots } from '@robotstream/client';
import { accessByPurpose, crawlerReport, crawlersOf } from 'robotstream/crawlers';
import { lint } from 'robotstream/lint';

/** The crawlers that must reach the pages. */
const SEARCH = ['Googlebot', 'bingbot'];

/**
 * Returns the lines of the report, and how many of them are problems.
 *
 * @param {string} site any URL of the site
 * @param {readonly string[]} paths those that search engines must be able to fetch
 * @param {Partial<import('@robotstream/client').FetchOptions>} [options] such as `timeouts`
 */
export async function report(site, paths, options = {}) {
  const found = await fetchRobots(site, {
    userAgent: 'ExampleCheck/1.0',
    agents: 'ExampleCheck',
    ...options,
  });
  const lines = [`${found.robotsUrl}: ${found.outcome}, status ${found.status}`];
  if (found.outcome !== 'success') return { lines, problems: found.outcome === 'unavailable' ? 0 : 1 };

  const { document } = found;
  const findings = lint(document).findings.filter(({ severity }) => severity !== 'info');
  for (const { line, severity, message } of findings) lines.push(`line ${line}: ${severity}: ${message}`);

  const blocked = SEARCH.flatMap((crawler) => {
    const matcher = document.matcher({ crawler });
    return paths.map((path) => [crawler, matcher.check(path)]).filter(([, { allowed }]) => !allowed);
  });
  for (const [crawler, { explanation }] of blocked) lines.push(`${crawler}: ${explanation}`);

  const names = crawlersOf('ai').map(({ token }) => token);
  for (const { purpose, nothing } of accessByPurpose(crawlerReport(document, names))) {
    lines.push(`${purpose}: ${nothing.length} AI crawlers may fetch nothing`);
  }
  return { lines, problems: findings.length + blocked.length };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [site, ...paths] = process.argv.slice(2);
  const { lines, problems } = await report(site, paths);
  console.log(lines.join('\n'));
  process.exitCode = problems > 0 ? 1 : 0;
}
