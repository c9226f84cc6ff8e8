/**
 * Sitemaps, delays and hosts.
 */

import { lastAtOrBefore } from '../../ast/groups.js';
import type { ExtensionRecord, Group, OtherRecord, RecordNode } from '../../ast/nodes.js';
import { parseCrawlDelay } from '../../ast/values.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import { urlOrNull } from '../../urls.js';
import type { Fix } from '../finding.js';
import type { LintedFile } from '../linted-file.js';
import type { Report } from '../report.js';
import { EVERY_PROFILE } from '../rule.js';

/** The seconds that Bing takes as a Crawl-delay. */
const BING_MIN_SECONDS = 1;
const BING_MAX_SECONDS = 30;

/** A user-agent line for Bing, and one that it obeys if the file has no such line. */
const BING = /^(?:bing|msn)bot/i;
const WILDCARD = /^\*(?!\S)/;

export function checkRecords(file: LintedFile, report: Report): void {
  checkSitemaps(file, report);
  const { groups } = file.document;
  const isBingNamed = groups.some(({ userAgents }) => userAgents.some(({ name }) => BING.test(name)));
  for (const group of groups) checkDelays(file, group, isBingNamed ? BING : WILDCARD, report);
  checkHosts(file.document.records('host'), report);
}

function checkSitemaps(file: LintedFile, report: Report): void {
  const lineOf = new Map<string, number>();
  for (const sitemap of file.document.sitemaps) {
    const { line, value, url } = sitemap;
    if (url === '') continue;
    const first = lineOf.get(url);
    if (first === undefined) lineOf.set(url, line);
    else {
      const message = (): string =>
        `Line ${first} lists the sitemap ${quoteText(url)} already. Remove one of the lines.`;
      report.add('repeated-sitemap', line, value, message, () =>
        file.isAboveSignal(line) ? null : removalOf(file, sitemap),
      );
    }
    const host = file.url === null ? null : foreignHost(url, file.url);
    if (host !== null) {
      report.add(
        'foreign-sitemap',
        line,
        value,
        () =>
          `The sitemap is on ${quoteText(host)}, and robots.txt is on ${quoteText(file.url?.host ?? '')}. Check that it lists URLs of this site.`,
      );
    }
  }
}

/** The host of a sitemap that is not on the host of robots.txt; `null` for any other. */
function foreignHost(sitemap: string, robots: URL): string | null {
  const host = urlOrNull(sitemap)?.host ?? null;
  return host === robots.host ? null : host;
}

/** The fix that removes the line of a record, unless it has a comment. */
function removalOf(file: LintedFile, { line }: RecordNode): Fix | null {
  return file.hasComment(line) ? null : { span: file.wholeLineSpan(line), text: '' };
}

function checkDelays(
  file: LintedFile,
  { extensions, userAgents }: Group,
  obeyedByBing: RegExp,
  report: Report,
): void {
  let first: ExtensionRecord | undefined;
  const ofBing = userAgents.findIndex(({ name }) => obeyedByBing.test(name));
  for (const record of extensions) {
    if (record.name !== 'crawl-delay') continue;
    const { line, value } = record;
    if (ofBing >= 0 && ofBing < record.userAgentCount) checkBing(record, report);
    if (first === undefined) {
      first = record;
      continue;
    }
    const earlier = first;
    const isForSame = record.userAgentCount === earlier.userAgentCount;
    report.add(
      'repeated-crawl-delay',
      line,
      value,
      () => {
        const name = quoteText(userAgents[0].name);
        const advice = isForSame
          ? 'Crawlers disagree about which of them applies; keep one.'
          : `Crawl-delay does not end a group, so this one is for it, too. If that is not meant, give ${name} rules of its own, such as "Disallow:".`;
        return `Line ${earlier.line} has a Crawl-delay for ${name} already. ${advice}`;
      },
      () => (repeatsEverywhere(file, record, earlier) ? removalOf(file, record) : null),
    );
  }
}

/** Whether under every profile a delay has the value of an earlier one for the same crawlers, or is for no crawler. */
function repeatsEverywhere(
  { document }: LintedFile,
  delay: ExtensionRecord,
  earlier: ExtensionRecord,
): boolean {
  if (delay.value.text !== earlier.value.text) return false;
  return EVERY_PROFILE.every((profile) => {
    const group = document.groupAt(delay.line, profile);
    const here = extensionAt(group, delay.line);
    return here === null || here.userAgentCount === extensionAt(group, earlier.line)?.userAgentCount;
  });
}

function extensionAt(group: Group | null, line: number): ExtensionRecord | null {
  const extensions = group?.extensions ?? [];
  const record = extensions[lastAtOrBefore(extensions, line, (one) => one.line)];
  return record?.line === line ? record : null;
}

function checkBing({ line, value }: ExtensionRecord, report: Report): void {
  const seconds = parseCrawlDelay(value.text);
  if (seconds === undefined || seconds === 0) return;
  if (seconds >= BING_MIN_SECONDS && seconds <= BING_MAX_SECONDS) return;
  report.add(
    'crawl-delay-beyond-bing',
    line,
    value,
    () =>
      `Bing takes a Crawl-delay from ${BING_MIN_SECONDS} to ${BING_MAX_SECONDS} seconds, not ${value.text}.`,
  );
}

function checkHosts(hosts: readonly OtherRecord[], report: Report): void {
  hosts.forEach(({ line, value }, index) => {
    if (index > 0) {
      const message = (): string => `Line ${hosts[0].line} has a Host already. Remove one of the lines.`;
      report.add('repeated-host', line, value, message);
    }
    if (!/[/\\]/.test(value.text.replace(/^https:\/\//i, ''))) return;
    report.add(
      'host-with-scheme',
      line,
      value,
      () => `Host takes a host name, not ${quoteText(value.text)}. Write it alone, or after "https://".`,
    );
  });
}
