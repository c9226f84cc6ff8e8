/**
 * License lines (RSL 1.0).
 */
import type { License } from '../../ast/nodes.js';
import { rulesOf } from '../../match/matcher.js';
import { DEFAULT_PROFILE } from '../../profiles.js';
import { usageUnder } from '../../robots-document.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import { urlOrNull } from '../../urls.js';
import type { LintedFile } from '../linted-file.js';
import { info, type RuleReport, type RuleTable, warning } from '../rule.js';
import { WILDCARD } from '../selections.js';

const SOURCES = ['docs/who-may.md', 'https://rslstandard.org/rsl'];

export const LICENSE_RULES = {
  'license-not-absolute': warning({
    title: 'The license is not an absolute URL.',
    why: 'RSL 1.0 asks for one absolute URL in each line. Programs that read the line ignore another value.',
    fix: 'Write the whole URL, with https and host.',
    example: 'License: /license.xml\nUser-agent: *\nDisallow: /private/\n',
    better: 'License: https://example.com/license.xml\nUser-agent: *\nDisallow: /private/\n',
    sources: SOURCES,
  }),
  'license-not-http': warning({
    title: 'The license is neither an http nor an https URL.',
    why: 'Crawlers cannot fetch it.',
    fix: 'Publish the license file at an https URL.',
    example: 'License: ftp://example.com/license.xml\nUser-agent: *\nDisallow: /private/\n',
    better: 'License: https://example.com/license.xml\nUser-agent: *\nDisallow: /private/\n',
    sources: SOURCES,
  }),
  'repeated-license': info({
    title: 'The license is named above.',
    why: 'The line names no further license for the same crawlers.',
    fix: 'Remove one of the lines.',
    example:
      'License: https://example.com/license.xml\nLicense: https://example.com/license.xml\nUser-agent: *\nDisallow: /private/\n',
    better: 'License: https://example.com/license.xml\nUser-agent: *\nDisallow: /private/\n',
    sources: SOURCES,
  }),
  'license-is-a-page': info({
    title: 'The license looks like a page for people. License names a license file in XML.',
    why: 'Programs that read the line expect a file in the format of RSL, and cannot read a page.',
    fix: 'Name an RSL file. Its element <terms> can lead to the page.',
    example: 'License: https://example.com/terms.html\nUser-agent: *\nDisallow: /private/\n',
    better: 'License: https://example.com/license.xml\nUser-agent: *\nDisallow: /private/\n',
    sources: SOURCES,
  }),
  'license-for-some-crawlers': info({
    title: 'The license is in a group, and no license is for the other crawlers.',
    why: 'By section 4.4 of RSL 1.0, a line in a group is only for the crawlers of the group. A blank line does not end a group.',
    fix: 'Write the line above the first group, if it is meant for every crawler.',
    example: 'User-agent: GPTBot\nDisallow: /private/\nLicense: https://example.com/license.xml\n',
    better: 'License: https://example.com/license.xml\nUser-agent: GPTBot\nDisallow: /private/\n',
    sources: SOURCES,
  }),
} satisfies RuleTable;

type Report = RuleReport<typeof LICENSE_RULES>;

/** How paths end that are pages for people. */
const PAGE = /\/$|\.(?:html?|php|aspx?|pdf|md)$/i;

export function checkLicenses(file: LintedFile, report: Report): void {
  const { document } = file;
  const { licenses } = document;
  const [first] = licenses;
  if (first === undefined) return;
  const lineOf = new Map<string, number>();
  for (const license of licenses) {
    const { line, url } = license;
    if (url === null) {
      reportValue(license, report);
      continue;
    }
    const key = `${document.groupAt(line)?.userAgents[0].line ?? 0} ${url}`;
    const earlier = lineOf.get(key);
    if (earlier === undefined) lineOf.set(key, line);
    else {
      const message = (): string =>
        `Line ${earlier} names the license ${quoteText(url)} already. Remove one of the lines.`;
      report.add('repeated-license', line, license.value, message);
    }
    if (PAGE.test(new URL(url).pathname)) {
      const message = (): string =>
        `${quoteText(url)} looks like a page for people. ${LICENSE_RULES['license-is-a-page'].fix}`;
      report.add('license-is-a-page', line, license.value, message);
    }
  }
  const matcher = file.matcher(WILDCARD);
  if (matcher === null) return;
  if (usageUnder(document, DEFAULT_PROFILE).licensesFor(rulesOf(matcher)).length > 0) return;
  const { title, fix } = LICENSE_RULES['license-for-some-crawlers'];
  report.add('license-for-some-crawlers', first.line, first.value, () => `${title} ${fix}`);
}

function reportValue({ line, value }: License, report: Report): void {
  const isAbsolute = !/\s/.test(value.text) && urlOrNull(value.text) !== null;
  const rule = isAbsolute ? 'license-not-http' : 'license-not-absolute';
  const { fix } = LICENSE_RULES[rule];
  const what = isAbsolute ? 'is no http or https URL' : 'is not one absolute URL';
  report.add(rule, line, value, () => `${quoteText(value.text)} ${what}. ${fix}`);
}
