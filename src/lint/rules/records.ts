/**
 * Sitemaps, delays, hosts and usage preferences.
 */
import type { ExtensionRecord, Group, OtherRecord, UserAgentLine } from '../../ast/nodes.js';
import { parseCrawlDelay } from '../../ast/values.js';
import type { Span } from '../../octets.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import { PATH_ORIGIN, urlOrNull } from '../../urls.js';
import { RETIRED_LABELS, USAGE_VOCABULARIES } from '../../usage/vocabularies.js';
import { type LintedFile, nodeAt } from '../linted-file.js';
import {
  EVERY_PROFILE,
  error,
  info,
  ofDiagnostic,
  type RuleReport,
  type RuleTable,
  warning,
} from '../rule.js';
import { isEverything, WILDCARD } from '../selections.js';

export const RECORD_RULES = {
  'sitemap-not-absolute': ofDiagnostic('sitemap-not-absolute', {
    why: 'Crawlers ignore a sitemap without scheme and host.',
    example: 'Sitemap: /sitemap.xml\n',
    better: 'Sitemap: https://example.com/sitemap.xml\n',
    sources: ['Google\'s page, "sitemap"', 'https://www.sitemaps.org/protocol.html'],
  }),
  'repeated-sitemap': info({
    title: 'The sitemap is listed above.',
    why: 'The line lists no further sitemap.',
    fix: 'Remove one of the lines.',
    example: 'Sitemap: https://example.com/a.xml\nSitemap: https://example.com/a.xml\n',
    better: 'Sitemap: https://example.com/a.xml\n',
    sources: ['https://www.sitemaps.org/protocol.html'],
    autofix: {
      does: 'Removes the line, if it has no comment and no Content-Signal depends on it.',
      changesVerdictsUnder: [],
    },
  }),
  'foreign-sitemap': info({
    title: 'The sitemap is on another host than robots.txt.',
    why: 'It is often left over from a move. Crawlers accept it only for URLs whose own robots.txt lists the sitemap. It is reported only if the URL of the file is known.',
    fix: 'Check that the sitemap exists and lists URLs of this site.',
    example: 'Sitemap: https://example.net/sitemap.xml\n',
    better: 'Sitemap: https://example.com/sitemap.xml\n',
    sources: ['https://www.sitemaps.org/protocol.html', 'Google\'s page, "sitemap"'],
  }),
  'several-sitemaps': error({
    title: 'The line has several sitemaps. Crawlers read them as one URL, which does not exist.',
    why: 'None of the sitemaps is found.',
    fix: 'Write a Sitemap line for each.',
    example: 'Sitemap: https://example.com/a.xml https://example.com/b.xml\n',
    better: 'Sitemap: https://example.com/a.xml\nSitemap: https://example.com/b.xml\n',
    sources: ['https://www.sitemaps.org/protocol.html', 'Google\'s page, "sitemap"'],
  }),
  'sitemap-with-two-schemes': error({
    title: 'The sitemap has two schemes, so its host is "http" or "https".',
    why: 'The sitemap is not found.',
    fix: 'Remove one of the schemes.',
    example: 'Sitemap: http://https://example.com/sitemap.xml\n',
    better: 'Sitemap: https://example.com/sitemap.xml\n',
    sources: ['https://www.sitemaps.org/protocol.html'],
  }),
  'sitemap-disallowed': warning({
    title: 'The file disallows its own sitemap.',
    why: 'A crawler that obeys the file does not fetch the sitemap. If the URL of the file is not known, the sitemap is taken for one of the same site.',
    fix: 'Remove the rule, or allow the sitemap.',
    example: 'User-agent: *\nDisallow: /sitemap.xml\n\nSitemap: https://example.com/sitemap.xml\n',
    better: 'User-agent: *\nDisallow: /private/\n\nSitemap: https://example.com/sitemap.xml\n',
    sources: ['RFC 9309 §2.2.2', 'https://www.sitemaps.org/protocol.html'],
  }),
  'invalid-extension-value': ofDiagnostic('invalid-extension-value', {
    why: 'Crawlers ignore a value that they cannot read.',
    example: 'User-agent: *\nCrawl-delay: five\nDisallow: /private/\n',
    better: 'User-agent: *\nCrawl-delay: 5\nDisallow: /private/\n',
    sources: ['docs/semantics.md §3.4', 'docs/semantics.md §3.5'],
  }),
  'repeated-crawl-delay': warning({
    title: 'The group has a Crawl-delay already.',
    why: 'Crawlers disagree about which of them applies.',
    fix: 'Keep one Crawl-delay for each group. It does not end a group: if the crawlers differ, give each of them rules.',
    example: 'User-agent: *\nCrawl-delay: 5\nCrawl-delay: 5\nDisallow: /private/\n',
    better: 'User-agent: *\nCrawl-delay: 5\nDisallow: /private/\n',
    sources: ['docs/semantics.md §3.4'],
    autofix: {
      does: 'Removes the line, if it has no comment, and the same value for the same crawlers under every profile.',
      changesVerdictsUnder: [],
    },
  }),
  'crawl-delay-beyond-bing': info({
    title: 'Bing takes a Crawl-delay from 1 to 30 seconds.',
    why: 'For Bing, the number is a window of time in which it fetches one page. It ignores a value outside this range. Only groups that Bing obeys are checked.',
    fix: 'Write a whole number from 1 to 30.',
    example: 'User-agent: *\nCrawl-delay: 120\nDisallow: /private/\n',
    better: 'User-agent: *\nCrawl-delay: 30\nDisallow: /private/\n',
    sources: [
      'https://blogs.bing.com/webmaster/2012/05/03/to-crawl-or-not-to-crawl-that-is-bingbots-question',
    ],
  }),
  'repeated-host': warning({
    title: 'The file has a Host already.',
    why: 'A site has one main mirror. Readers of Host take the first.',
    fix: 'Remove the line.',
    example: 'User-agent: *\nDisallow: /private/\nHost: example.com\nHost: www.example.com\n',
    better: 'User-agent: *\nDisallow: /private/\nHost: example.com\n',
    sources: ['docs/semantics.md §3.5'],
  }),
  'host-with-scheme': warning({
    title: 'Host has "http://" or a path. It takes a host name, with "https://" and a port if needed.',
    why: 'Readers of Host that expect a name ignore the line.',
    fix: 'Write the host name alone or after "https://", or redirect the other mirrors and remove the line.',
    example: 'User-agent: *\nDisallow: /private/\nHost: http://example.com/\n',
    better: 'User-agent: *\nDisallow: /private/\nHost: example.com\n',
    sources: ['docs/semantics.md §3.5'],
  }),
  'malformed-content-usage': ofDiagnostic('malformed-content-usage', {
    why: 'The site states a preference, and no crawler reads it.',
    example: 'User-agent: *\nContent-Usage: Train-AI=n\nAllow: /\n',
    better: 'User-agent: *\nContent-Usage: train-ai=n\nAllow: /\n',
    sources: ['docs/usage.md', 'https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/'],
  }),
  'usage-after-semicolon': error({
    title:
      'A semicolon separates two categories of Content-Usage. What follows it is a parameter of the first, and not read.',
    why: 'The second preference is not stated.',
    fix: 'Write a comma between categories.',
    example: 'User-agent: *\nContent-Usage: train-ai=n; search=n\nAllow: /\n',
    better: 'User-agent: *\nContent-Usage: train-ai=n, search=n\nAllow: /\n',
    sources: ['docs/usage.md', 'https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/'],
  }),
  'unknown-usage-value': ofDiagnostic('unknown-usage-value', {
    why: 'The category counts as unknown, which neither allows nor disallows.',
    example: 'User-agent: *\nContent-Usage: train-ai=no\nAllow: /\n',
    better: 'User-agent: *\nContent-Usage: train-ai=n\nAllow: /\n',
    sources: ['docs/usage.md', 'https://datatracker.ietf.org/doc/draft-ietf-aipref-vocab/'],
  }),
  'retired-usage-label': ofDiagnostic('retired-usage-label', {
    why: 'Crawlers that follow the current draft do not know the label.',
    example: 'User-agent: *\nContent-Usage: tdm=n\nAllow: /\n',
    better: 'User-agent: *\nContent-Usage: train-ai=n\nAllow: /\n',
    sources: ['docs/usage.md', 'https://datatracker.ietf.org/doc/draft-ietf-aipref-vocab/'],
  }),
  'usage-before-user-agent': ofDiagnostic('usage-before-user-agent', {
    why: 'Content-Usage is a record of a group. Without one, it states nothing.',
    example: 'Content-Usage: train-ai=n\nUser-agent: *\nAllow: /\n',
    better: 'User-agent: *\nContent-Usage: train-ai=n\nAllow: /\n',
    sources: ['docs/usage.md', 'https://datatracker.ietf.org/doc/draft-ietf-aipref-attach/'],
  }),
  'unknown-content-signal': ofDiagnostic('unknown-content-signal', {
    why: 'What is unknown neither grants nor restricts anything.',
    example: 'User-agent: *\nContent-Signal: ai-train=maybe\nAllow: /\n',
    better: 'User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n',
    sources: ['docs/usage.md', 'https://contentsignals.org'],
  }),
  'content-signal-path': ofDiagnostic('content-signal-path', {
    why: 'Readers of the published form take the path for a part of the first key.',
    example: 'User-agent: *\nContent-Signal: /blog/ ai-train=no\nAllow: /\n',
    better: 'User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n',
    sources: ['docs/usage.md', 'https://contentsignals.org'],
  }),
} satisfies RuleTable;

type Report = RuleReport<typeof RECORD_RULES>;

/** The seconds that Bing takes as a Crawl-delay. */
const BING_MIN_SECONDS = 1;
const BING_MAX_SECONDS = 30;

/** A user-agent line for Bing, and one that it obeys if the file has no such line. */
const BING = /^(?:bing|msn)bot/i;
const FOR_ALL = /^\*(?!\S)/;

export function checkRecords(file: LintedFile, report: Report): void {
  checkSitemaps(file, report);
  const { groups } = file.document;
  const isBingNamed = groups.some(({ userAgents }) => userAgents.some(({ name }) => BING.test(name)));
  for (const group of groups) checkDelays(file, group, isBingNamed ? BING : FOR_ALL, report);
  checkHosts(file.document.records('host'), report);
  checkUsage(file, report);
}

/** A category, or a label that was one, after a semicolon. */
const AFTER_SEMICOLON = new Set<string>([...Object.values(USAGE_VOCABULARIES).flat(), ...RETIRED_LABELS]);

function checkUsage(file: LintedFile, report: Report): void {
  for (const { name, line, value } of file.document.groups.flatMap(({ extensions }) => extensions)) {
    if (name !== 'content-usage') continue;
    const found = Array.from(value.text.matchAll(/;[\t ]*([a-z][a-z0-9-]*)=/g), ([, key]) => key);
    const key = found.find((one) => AFTER_SEMICOLON.has(one));
    if (key === undefined) continue;
    const message = (): string =>
      `${quoteText(key)} follows a semicolon, so it is a parameter and states nothing. ${RECORD_RULES['usage-after-semicolon'].fix}`;
    report.add('usage-after-semicolon', line, value, message);
  }
}

function checkSitemaps(file: LintedFile, report: Report): void {
  const lineOf = new Map<string, number>();
  let asked = 0;
  for (const { line, value, url } of file.document.sitemaps) {
    if (url === '') continue;
    if (url.split(/[\s,]/).filter((part) => /^https?:\/\//i.test(part)).length > 1) {
      const message = (): string => `${RECORD_RULES['several-sitemaps'].title} Write a line for each.`;
      report.add('several-sitemaps', line, value, message);
      continue;
    }
    if (/^https?:\/*https?:/i.test(url)) {
      const message = (): string => `${quoteText(url)} has two schemes. Remove one of them.`;
      report.add('sitemap-with-two-schemes', line, value, message);
      continue;
    }
    const first = lineOf.get(url);
    if (first === undefined) lineOf.set(url, line);
    else {
      const message = (): string =>
        `Line ${first} lists the sitemap ${quoteText(url)} already. Remove one of the lines.`;
      report.add('repeated-sitemap', line, value, message, () =>
        file.isAboveSignal(line) ? null : file.removalOf(line),
      );
    }
    const host = file.url === null ? null : foreignHost(url, file.url);
    if (host === null && first === undefined && asked++ < MAX_SITEMAPS_ASKED)
      checkSitemapRule(file, url, line, value, report);
    if (host !== null) {
      const message = (): string =>
        `The sitemap is on ${quoteText(host)}, and robots.txt is on ${quoteText(file.url?.host ?? '')}. Check that it lists URLs of this site.`;
      report.add('foreign-sitemap', line, value, message);
    }
  }
}

/** How many sitemaps are put to the rules: those of one file are mostly alike. */
const MAX_SITEMAPS_ASKED = 20;

/** Reports that the rules for `*` disallow a sitemap, unless they disallow everything. */
function checkSitemapRule(file: LintedFile, url: string, line: number, value: Span, report: Report): void {
  const parsed = urlOrNull(url);
  if (parsed === null || !report.wants('sitemap-disallowed') || file.document.groups.length === 0) return;
  const matcher = file.matcher(WILDCARD);
  const path = parsed.pathname + parsed.search;
  const verdict = matcher === null ? null : file.budget.check(matcher, PATH_ORIGIN + path);
  const rule = verdict?.allowed === false ? verdict.rule : null;
  if (rule === null || isEverything(rule.pattern)) return;
  const message = (): string =>
    `Line ${rule.line} disallows this sitemap: ${quoteText(rule.pattern)}. ${RECORD_RULES['sitemap-disallowed'].fix}`;
  report.add('sitemap-disallowed', line, value, message);
}

/** The host of a sitemap that is not on the host of robots.txt; `null` for any other. */
function foreignHost(sitemap: string, robots: URL): string | null {
  const host = urlOrNull(sitemap)?.host ?? null;
  return host === robots.host ? null : host;
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
    const message = (): string => repeatedDelay(record, earlier, userAgents[0]);
    report.add('repeated-crawl-delay', line, value, message, () =>
      repeatsEverywhere(file, record, earlier) ? file.removalOf(line) : null,
    );
  }
}

function repeatedDelay(delay: ExtensionRecord, earlier: ExtensionRecord, agent: UserAgentLine): string {
  const name = quoteText(agent.name);
  const advice =
    delay.userAgentCount === earlier.userAgentCount
      ? 'Crawlers disagree about which of them applies; keep one.'
      : `Crawl-delay does not end a group, so this one is for it, too. If that is not meant, give ${name} rules of its own, such as "Disallow:".`;
  return `Line ${earlier.line} has a Crawl-delay for ${name} already. ${advice}`;
}

/** Whether under every profile a delay has the value of an earlier one for the same crawlers, or is for no crawler. */
function repeatsEverywhere(
  { document }: LintedFile,
  delay: ExtensionRecord,
  earlier: ExtensionRecord,
): boolean {
  if (delay.value.text !== earlier.value.text) return false;
  return EVERY_PROFILE.every((profile) => {
    const extensions = document.groupAt(delay.line, profile)?.extensions ?? [];
    const here = nodeAt(extensions, delay.line);
    return here === null || here.userAgentCount === nodeAt(extensions, earlier.line)?.userAgentCount;
  });
}

function checkBing({ line, value }: ExtensionRecord, report: Report): void {
  const seconds = parseCrawlDelay(value.text);
  if (seconds === undefined || seconds === 0) return;
  if (seconds >= BING_MIN_SECONDS && seconds <= BING_MAX_SECONDS) return;
  const message = (): string =>
    `Bing takes a Crawl-delay from ${BING_MIN_SECONDS} to ${BING_MAX_SECONDS} seconds, not ${value.text}.`;
  report.add('crawl-delay-beyond-bing', line, value, message);
}

function checkHosts(hosts: readonly OtherRecord[], report: Report): void {
  hosts.forEach(({ line, value }, index) => {
    if (index > 0) {
      const message = (): string => `Line ${hosts[0].line} has a Host already. Remove one of the lines.`;
      report.add('repeated-host', line, value, message);
    }
    if (!/[/\\]/.test(value.text.replace(/^https:\/\//i, ''))) return;
    const message = (): string =>
      `Host takes a host name, not ${quoteText(value.text)}. Write it alone, or after "https://".`;
    report.add('host-with-scheme', line, value, message);
  });
}
