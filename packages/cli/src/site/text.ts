/**
 * The report about a site as text: its addresses, how their files differ, its sitemaps.
 */

import { count, type Style, visible } from '../../../command-line/src/terminal.js';
import { comparisonHeading, comparisonText } from '../diff/comparison-text.js';
import { licensesText } from '../diff/license-differences.js';
import type { Facts } from '../fetch/facts.js';
import { type Column, tableLines } from '../table.js';
import { type FileComparison, isFailing, OK, type SiteFinding } from './findings.js';
import { type Answered, filesOf, type SiteFile, type Sitemap } from './observe.js';

/** Everything that the report about a site prints. */
export interface SiteReport {
  /** The site as the user wrote it. */
  readonly site: string;
  readonly answered: readonly Answered[];
  readonly comparisons: readonly FileComparison[];
  readonly sitemaps: readonly Sitemap[];
  /** How many sitemaps were not requested. */
  readonly leftOut: number;
  readonly findings: readonly SiteFinding[];
}

export function* siteText(report: SiteReport, width: number, style: Style): Generator<string, void> {
  const { answered, comparisons, sitemaps, leftOut, findings } = report;
  yield* tableLines(answered, addressColumns(style), width, style.bold);
  yield '\n';
  for (const file of filesOf(answered)) yield fileLine(file, style);
  for (const one of comparisons) {
    yield* differencesText(one, style);
    yield* licensesText(one.sides, style);
  }
  if (sitemaps.length > 0) {
    yield '\n';
    yield* tableLines(sitemaps, sitemapColumns(style), width, style.bold);
    if (leftOut > 0) yield `${style.dim(`and ${count(leftOut, 'more sitemap')}, not requested`)}\n`;
  }
  yield '\n';
  for (const { url, message } of findings) yield `${style.bad(visible(url))}: ${visible(message)}\n`;
  yield findings.length === 0
    ? `${style.good('Nothing is wrong.')}\n`
    : `${count(findings.length, 'finding')}.\n`;
}

function addressColumns(style: Style): readonly Column<Answered>[] {
  return [
    { heading: 'address', text: ({ address }) => address.origin },
    {
      heading: 'status',
      text: ({ facts }) => statusText(facts),
      paint: (text, one) => {
        if (one.facts.outcome === 'success') return style.good(text);
        return isFailing(one) ? style.bad(text) : style.warning(text);
      },
    },
    { heading: 'file', text: ({ file }) => (file === null ? '' : file.exists ? file.label : 'none') },
    { heading: 'redirects to', text: ({ facts }) => (facts.redirects.length === 0 ? '' : facts.finalUrl) },
  ];
}

/** The statuses of all redirects and of the last response, or the fault in place of the last one. */
function statusText({ redirects, status, fault }: Facts): string {
  const last = status ?? fault ?? '';
  return [...redirects.map((redirect) => redirect.status), last].join(' ');
}

function fileLine({ label, robotsUrl, document, exists }: SiteFile, style: Style): string {
  if (!exists) return `${style.dim('none: there is no robots.txt, so everything is allowed')}\n`;
  const { size, groups, sitemaps, licenses } = document;
  const parts = [count(size, 'byte'), count(groups.length, 'group'), count(sitemaps.length, 'sitemap')];
  if (licenses.length > 0) parts.push(count(licenses.length, 'license'));
  return `${style.bold(label)}: ${visible(robotsUrl)}, ${parts.join(', ')}\n`;
}

function* differencesText(
  { sides, agents, areGiven, compared, isEqual, file }: FileComparison,
  style: Style,
): Generator<string, void> {
  yield `\n${comparisonHeading(sides, agents, style)}`;
  if (isEqual) {
    const what = file.exists ? 'They differ only as text' : 'They are the same';
    const who = areGiven ? 'each of these crawlers' : 'every crawler';
    yield `${style.good(`${what}: ${who} may fetch the same URLs.`)}\n`;
  } else yield* comparisonText(sides, compared, style);
}

function sitemapColumns(style: Style): readonly Column<Sitemap>[] {
  return [
    {
      heading: 'status',
      text: ({ status, fault }) => String(status ?? fault),
      paint: (text, { status, kind }) => (status === OK && kind === null ? style.good : style.bad)(text),
    },
    { heading: 'files', text: ({ files }) => files.join(' ') },
    { heading: 'sitemap', text: ({ url }) => url },
  ];
}
