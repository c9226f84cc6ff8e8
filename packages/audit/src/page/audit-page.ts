/**
 * A report as one page of HTML, without scripts and without anything to load.
 */
import {
  counted,
  escaped,
  htmlPage,
  isObject,
  misshapen,
  number,
  percent,
  period,
  share,
} from 'robotstream/internal';
import { AUDIT_CLASSES, type AuditReport, type CrawlerAudit } from '../verdict/report.js';
import { chart } from './chart.js';

/** How many crawlers are on the page of each kind, and how many have a chart. */
const MAX_ROWS = 100;
const MAX_CHARTS = 30;

/** How many rules of a crawler are shown. */
const MAX_RULES = 5;

const HOUR_MS = 3_600_000;

/** What may be said about a request, with the class of CSS that has its colour, and its name. */
const JUDGEMENTS = [
  ['allowed', 'none', 'allowed'],
  ['excused', 'many', 'excused'],
  ['disallowed', 'all', 'disallowed'],
] as const;

/**
 * Makes a page with charts of a report: what each crawler fetched, how that changes over time, and which rules were disobeyed. The page is one HTML
 * document without scripts, and loads nothing.
 *
 * @throws {TypeError} if it is no report
 * @example
 * ```js
 * import { audit, auditPage, logRequests } from '@robotstream/audit';
 *
 * const log = new Blob([
 *   '192.0.2.7 - - [24/Nov/2026:10:00:00 +0000] "GET /private/ HTTP/1.1" 200 512 "-" "GPTBot/1.2"\n',
 * ]);
 * const report = await audit(logRequests(log.stream()), { robots: 'User-agent: *\nDisallow: /private/' });
 * console.log(auditPage(report).includes('GPTBot')); // → true
 * ```
 */
export function auditPage(report: AuditReport): string {
  if (!isObject(report) || !Array.isArray(report.crawlers)) {
    throw misshapen(report, 'report', 'a report, as audit returns it,');
  }
  const { crawlers, lines, unread, outOfOrder, from, to, isPartial } = report;
  const dates = from === null || to === null ? '' : `, ${period(from, to)}`;
  const isFetcher = ({ kind }: CrawlerAudit): boolean => kind === 'user-fetcher';
  const content = [
    `<h1>Who obeys robots.txt?</h1>
<p class="lead">${counted(lines, 'line')} of access logs${escaped(dates)}.${unread > 0 ? ` ${counted(unread, 'line')} could not be read.` : ''}${isPartial ? ' The logs were not read to their end.' : ''}</p>${outOfOrder > 0 ? `\n<p>${counted(outOfOrder, 'line')} ${outOfOrder === 1 ? 'comes' : 'come'} after later ones, so a class may be wrong: the logs are not in the order of time.</p>` : ''}`,
    crawlerSection(
      'Crawlers',
      'Requests by the crawler that they say they are from. A User-Agent header proves nothing: anybody can send any name.',
      crawlers.filter((crawler) => !isFetcher(crawler)),
    ),
    crawlerSection(
      'Fetchers that act for a user',
      'They fetch a page because somebody asked for it. Some of their operators say that robots.txt does not apply to them.',
      crawlers.filter(isFetcher),
    ),
    timeSection(crawlers),
    refusalSection(crawlers),
    methodSection(report),
  ];
  return htmlPage({ title: 'robots.txt audit', content: content.filter(Boolean).join('\n'), style: STYLE });
}

function crawlerSection(title: string, about: string, crawlers: readonly CrawlerAudit[]): string {
  if (crawlers.length === 0) return '';
  const isChecked = crawlers.some(({ verified }) => verified !== null);
  const headings = [
    'class',
    'requests',
    'disallowed',
    'excused',
    'robots.txt',
    ...(isChecked ? ['spoofed'] : []),
  ];
  const rows = crawlers.slice(0, MAX_ROWS).map((crawler) => {
    const cells = [
      number(crawler.requests),
      number(crawler.disallowed),
      number(crawler.excused),
      number(crawler.robotsFetches),
      ...(isChecked ? [crawler.spoofed === null ? '?' : number(crawler.spoofed)] : []),
    ];
    return `<tr><th scope="row">${escaped(crawler.crawler)}</th><td class="bar">${bar(crawler)}</td><td class="share class ${escaped(crawler.class)}">${escaped(crawler.class)}</td>${cells.map((cell) => `<td class="share">${cell}</td>`).join('')}</tr>`;
  });
  const left = crawlers.length - MAX_ROWS;
  return `<section>
<h2>${title}</h2>
<p>${about}</p>
<p class="legend">${JUDGEMENTS.map(([, colour, name]) => `<span class="${colour}">${name}</span>`).join(' ')}</p>
<div class="scroller"><table>
<thead><tr><th scope="col">Crawler</th><td></td>${headings.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>${left > 0 ? `\n<p>And ${number(left)} more.</p>` : ''}
</section>`;
}

function bar(crawler: CrawlerAudit): string {
  const label = JUDGEMENTS.map(
    ([name, , title]) => `${title} ${percent(crawler[name], crawler.requests)}`,
  ).join(', ');
  const parts = JUDGEMENTS.map(
    ([name, colour]) => `<i class="${colour}" style="width:${share(crawler[name], crawler.requests)}%"></i>`,
  );
  return `<div role="img" aria-label="${label}">${parts.join('')}</div>`;
}

function timeSection(crawlers: readonly CrawlerAudit[]): string {
  const recurring = crawlers.filter(({ days }) => days.length > 1).slice(0, MAX_CHARTS);
  if (recurring.length === 0) return '';
  return `<section>
<h2>Over time</h2>
<p>Requests of each day in UTC; the axis of each crawler is its own.</p>
<div class="charts">
${recurring.map(chart).join('\n')}
</div>
</section>`;
}

function refusalSection(crawlers: readonly CrawlerAudit[]): string {
  const found = crawlers
    .filter(({ disallowed, class: of }) => disallowed > 0 || of === 'spoofed')
    .slice(0, MAX_ROWS);
  if (found.length === 0) return '';
  const parts = found.map(({ crawler, summary, refusals }) => {
    const rules = refusals
      .slice(0, MAX_RULES)
      .map(
        ({ requests, line, rule, version, examples }) =>
          `<li>${counted(requests, 'request')} by line ${line} of ${escaped(version)}: <code>${escaped(rule)}</code><br>such as ${examples.map((path) => `<code>${escaped(path)}</code>`).join(', ')}</li>`,
      );
    const left = refusals.length - MAX_RULES;
    if (left > 0) rules.push(`<li>${counted(left, 'more rule')}</li>`);
    return `<h3>${escaped(crawler)}</h3>\n<p>${escaped(summary)}</p>\n<ul>${rules.join('\n')}</ul>`;
  });
  return `<section>
<h2>What was forbidden</h2>
${parts.join('\n')}
</section>`;
}

function methodSection({ graceMs, noCrawler, notListed, otherHosts, withoutPath }: AuditReport): string {
  const others = [
    `Requests that name no crawler: ${number(noCrawler.requests + noCrawler.robotsFetches)}.`,
    ...(notListed > 0
      ? [`${counted(notListed, 'request')} of more crawlers than are listed are left out.`]
      : []),
    ...(otherHosts > 0
      ? [`${counted(otherHosts, 'request')} to hosts without a known robots.txt are left out.`]
      : []),
    ...(withoutPath > 0
      ? [
          `${counted(withoutPath, 'request')} of crawlers for no path, such as <code>OPTIONS *</code>, are left out.`,
        ]
      : []),
  ];
  return `<section>
<h2>How this was judged</h2>
<p>Each request is judged by the robots.txt that was in force when it came, as its crawler reads it (RFC 9309). While a rule is younger than ${number(Math.round((graceMs / HOUR_MS) * 100) / 100)} hours, a request that it forbids is excused. ${others.join(' ')}</p>
<dl>${Object.entries(AUDIT_CLASSES)
    .map(([name, meaning]) => `<dt>${name}</dt><dd>${meaning}</dd>`)
    .join('\n')}</dl>
</section>`;
}

const STYLE = `
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; overflow-wrap: anywhere; }
.bar { width: 30%; min-width: 6rem; }
.scroller { overflow-x: auto; }
.class { font-weight: 500; color: var(--quiet); }
.class.obeys { color: var(--none); }
.class.disobeys, .class.disobeys-after-asking { color: var(--all); }
.class.never-asked, .class.spoofed { color: var(--many); }
code { overflow-wrap: anywhere; font-size: .85em; }
ul { padding-left: 1.25rem; margin: .25rem 0 .75rem; max-width: 44rem; }
dt { font-weight: 500; } dd { margin: 0 0 .5rem; color: var(--quiet); }
svg .allowed { fill: var(--none); stroke: none; } svg .excused { fill: var(--many); stroke: none; } svg .disallowed { fill: var(--all); stroke: none; }
`;
