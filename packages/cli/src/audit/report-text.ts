/**
 * A report for people: a table of the crawlers, and what those did that disobey.
 */
import type { AuditClass, AuditReport, CrawlerAudit } from '@robotstream/audit';
import type { CommandContext } from '../../../command-line/src/command.js';
import { paragraph } from '../../../command-line/src/help.js';
import { count, duration, excerpt, type Style, visible } from '../../../command-line/src/terminal.js';
import { textWidthOf, widthOf } from '../code-frame.js';
import { type Column, tableLines } from '../table.js';

/** How many crawlers are listed of each kind, and how many are described. */
const MAX_ROWS = 40;
const MAX_DESCRIBED = 20;

/** How many rules of a crawler are shown, and how many paths of each. */
const MAX_RULES = 3;
const MAX_EXAMPLES = 2;

const INDENTATION = '  ';

/** From these widths on, a terminal has room for the requests that are allowed, and for delays. */
const WIDE_CHARACTERS = 90;
const WIDEST_CHARACTERS = 110;

/** The report, in chunks of text. */
export function* reportText(
  report: AuditReport,
  stdout: CommandContext['stdout'],
  style: Style,
): Generator<string, void> {
  const width = widthOf(stdout);
  const textWidth = textWidthOf(stdout);
  yield `${style.bold(heading(report))}\n`;
  for (const line of notes(report)) yield `${style.warning(visible(line))}\n`;
  const { crawlers } = report;
  const [fetchers = [], others = []] = [true, false].map((isFetcher) =>
    crawlers.filter(({ kind }) => (kind === 'user-fetcher') === isFetcher),
  );
  yield* table('crawlers', others, width, style);
  yield* table('fetchers that act for a user', fetchers, width, style);
  const described = crawlers.filter(({ class: found, disallowed }) => disallowed > 0 || found === 'spoofed');
  for (const crawler of described.slice(0, MAX_DESCRIBED)) yield* description(crawler, textWidth, style);
  const left = described.length - MAX_DESCRIBED;
  if (left > 0)
    yield `\n${style.dim(`${count(left, 'more crawler')} that fetched what robots.txt forbids`)}\n`;
  yield `\n${style.dim(paragraph(closing(report), '', textWidth))}\n`;
}

/** `1,234 lines, 2 of them unread, from 2026-11-01 00:00 to 2026-11-24 10:00 UTC` */
function heading({ lines, unread, from, to }: AuditReport): string {
  const times = from === null || to === null ? '' : `, from ${minuteOf(from)} to ${minuteOf(to)} UTC`;
  const read = unread === 0 ? '' : `, ${unread.toLocaleString('en-US')} of them unread`;
  return `${count(lines, 'line')}${read}${times}`;
}

function minuteOf(time: string): string {
  return time.replace('T', ' ').replace(/:\d\d\.\d+Z$/, '');
}

/** Why classes may be wrong, and what to do. */
export function orderWarning(outOfOrder: number): string {
  return `${count(outOfOrder, 'line')} ${outOfOrder === 1 ? 'comes' : 'come'} after later ones, so a class may be wrong. Give each log as a file of its own: files are merged by time.`;
}

function* notes(report: AuditReport): Generator<string, void> {
  const { unread, unreadExamples, notListed, otherHosts, outOfOrder, dns } = report;
  if (report.isPartial) yield 'Stopped early: this is about what was read.';
  if (outOfOrder > 0) yield orderWarning(outOfOrder);
  for (const { input, line, reason, text } of unreadExamples) {
    yield `${excerpt(input)}: line ${line} cannot be read: ${reason}${text === '' ? '' : `: ${excerpt(text, 60)}`}`;
  }
  if (unread > unreadExamples.length) yield `and ${count(unread - unreadExamples.length, 'more line')}`;
  if (notListed > 0) yield `${count(notListed, 'request')} of more crawlers than are listed`;
  if (otherHosts > 0) yield `${count(otherHosts, 'request')} to hosts without a robots.txt to judge by`;
  if (dns !== null && dns.failed > 0)
    yield `${count(dns.failed, 'address')} without an answer of DNS: not checked`;
  if (dns !== null && dns.skipped > 0) yield `${count(dns.skipped, 'look-up')} too many: not checked`;
}

function* table(
  title: string,
  crawlers: readonly CrawlerAudit[],
  width: number,
  style: Style,
): Generator<string, void> {
  if (crawlers.length === 0) return;
  yield `\n${style.bold(title)}\n`;
  yield* tableLines(crawlers.slice(0, MAX_ROWS), columnsOf(crawlers, width, style), width, style.dim);
  const left = crawlers.length - MAX_ROWS;
  if (left > 0) yield `${style.dim(`and ${left.toLocaleString('en-US')} more; --json and --csv have all`)}\n`;
}

/** The numbers of a crawler. */
type CountKey = {
  [Key in keyof CrawlerAudit]-?: CrawlerAudit[Key] extends number | null ? Key : never;
}[keyof CrawlerAudit];

function columnsOf(crawlers: readonly CrawlerAudit[], width: number, style: Style): Column<CrawlerAudit>[] {
  const isChecked = crawlers.some(({ verified }) => verified !== null);
  const isWide = width >= WIDE_CHARACTERS;
  const number = (key: CountKey, heading: string = key): Column<CrawlerAudit> => ({
    heading,
    text: (crawler) => crawler[key]?.toLocaleString('en-US') ?? '?',
  });
  return [
    { heading: 'crawler', text: ({ crawler }) => crawler },
    {
      heading: 'class',
      text: (crawler) => crawler.class,
      paint: (text, crawler) => paintClass(text, crawler.class, style),
    },
    ...(isChecked ? [number('claimed'), number('verified'), number('spoofed')] : []),
    number('requests'),
    ...(isWide ? [number('allowed')] : []),
    {
      ...number('disallowed'),
      paint: (text, { disallowed }) => (disallowed > 0 ? style.bad(text) : text),
    },
    number('excused'),
    number('robotsFetches', 'robots.txt'),
    ...(width >= WIDEST_CHARACTERS && crawlers.some(({ delay }) => delay.gaps > 0)
      ? [{ heading: 'delay', text: delayText } satisfies Column<CrawlerAudit>]
      : []),
  ];
}

function paintClass(text: string, found: AuditClass, style: Style): string {
  if (found === 'obeys') return style.good(text);
  if (found === 'unclear') return style.dim(text);
  return found === 'never-asked' || found === 'spoofed' ? style.warning(text) : style.bad(text);
}

/** `10 s: 12 % sooner` */
function delayText({ delay: { asked, gaps, below } }: CrawlerAudit): string {
  if (gaps === 0) return '';
  const share = `${Math.round((100 * below) / gaps)} % sooner`;
  return asked === null ? share : `${asked} s: ${share}`;
}

function* description(crawler: CrawlerAudit, width: number, style: Style): Generator<string, void> {
  const { summary, refusals, addresses, delay } = crawler;
  const gaps =
    delay.gaps === 0
      ? ''
      : ` Of ${count(delay.gaps, 'gap')} between requests, ${delay.below.toLocaleString('en-US')} ${delay.below === 1 ? 'is' : 'are'} shorter than the Crawl-delay.`;
  yield `\n${paragraph(visible(summary + gaps), '', width)}\n`;
  for (const { requests, line, rule, version, examples } of refusals.slice(0, MAX_RULES)) {
    const paths = examples.slice(0, MAX_EXAMPLES).map((path) => excerpt(path, 60));
    const where =
      rule === '' ? excerpt(version) : `line ${line} of ${excerpt(version)}: ${excerpt(rule, 60)}`;
    yield `${INDENTATION}${requests.toLocaleString('en-US')} by ${where}\n`;
    yield `${INDENTATION}${style.dim(`  such as ${paths.join(', ')}`)}\n`;
  }
  if (refusals.length > MAX_RULES)
    yield `${INDENTATION}${style.dim(`${count(refusals.length - MAX_RULES, 'more rule')}`)}\n`;
  for (const { address, requests, spoofed } of addresses ?? []) {
    yield `${INDENTATION}${style.dim(`${count(requests, 'request')} from ${visible(address)}${spoofed ? ', spoofed' : ''}`)}\n`;
  }
}

function closing({ noCrawler, withoutPath, graceMs }: AuditReport): string {
  const { requests, robotsFetches } = noCrawler;
  const pathless =
    withoutPath > 0
      ? ` Requests of crawlers for no path, such as OPTIONS *: ${withoutPath.toLocaleString('en-US')}.`
      : '';
  return `Requests that name no crawler: ${(requests + robotsFetches).toLocaleString('en-US')}.${pathless} A change of robots.txt excuses requests for ${duration(graceMs)}.`;
}
