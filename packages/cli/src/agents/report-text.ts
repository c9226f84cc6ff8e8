/**
 * The report and the registry for people: a table of crawlers, what its marks mean, and what the operators say.
 */
import {
  accessByPurpose,
  CRAWLER_MARKS,
  type Crawler,
  type CrawlerAccess,
  type CrawlerFact,
  type CrawlerMark,
  type CrawlerPurpose,
  findCrawler,
  PURPOSE_WORDS,
  type PurposeAccess,
} from 'robotstream/crawlers';
import { paragraph } from '../../../command-line/src/help.js';
import { count, type Style } from '../../../command-line/src/terminal.js';
import { delayText, isUnreadDelay, UNREAD_DELAY } from '../crawler-notes.js';
import { groupedBy } from '../grouped-by.js';
import { type Column, tableLines } from '../table.js';
import { type Preferences, type ReportRow, reportRow } from './rows.js';

/** From this width on, a terminal has room for the operators. */
const WIDE_CHARACTERS = 100;

/** What the registry says about a crawler that its verdicts do not show. */
function marksOf({ crawler }: ReportRow): readonly CrawlerMark[] {
  return findCrawler(crawler)?.marks ?? [];
}

/** What the report shows. */
export interface ReportView {
  /** The purposes with which it begins. */
  readonly purposes: 'all' | 'none' | CrawlerPurpose;
  /** Whether registered crawlers that no group names share one line. */
  readonly isShort: boolean;
}

/** The report, in chunks of text. */
export function* reportText(
  accesses: readonly CrawlerAccess[],
  heading: string,
  { purposes, isShort }: ReportView,
  width: number,
  style: Style,
): Generator<string, void> {
  const rows = accesses.map(reportRow);
  yield `${style.bold(heading)}\n`;
  yield `${summary(rows, style)}\n\n`;
  const shown = accessByPurpose(accesses).filter(({ purpose }) => purposes === 'all' || purposes === purpose);
  if (shown.length > 0) yield* purposeText(shown, width, style);
  const listed = isShort
    ? rows.filter(({ selectedBy, registered }) => selectedBy === 'name' || !registered)
    : rows;
  if (shown.length > 0 && listed.length > 0) yield '\n';
  if (listed.length > 0) yield* tableLines(listed, columnsOf(listed, width, style), width, style.dim);
  const others = rows.filter((row) => !listed.includes(row));
  yield* othersText(others, width, style);
  yield* usageLines(rows, width, style);
  const legend = Object.entries(CRAWLER_MARKS)
    .filter(([mark]) => listed.some((row) => marksOf(row).includes(mark as CrawlerMark)))
    .map(([, { sign, meaning }]) => `${sign} ${meaning}`);
  if (listed.some(isUnreadDelay)) legend.push(`${UNREAD_DELAY.sign} ${UNREAD_DELAY.meaning}`);
  if (legend.length > 0) yield '\n';
  for (const line of legend) yield `${style.dim(line)}\n`;
}

/** The crawlers that have no line of their own: a line for each group that they obey. */
function* othersText(rows: readonly ReportRow[], width: number, style: Style): Generator<string, void> {
  if (rows.length === 0) return;
  yield '\n';
  const groups = groupedBy(rows, (row) => `${groupText(row)} ${row.root} ${row.site}`);
  for (const [first, ...others] of groups.values()) {
    const whom = first.selectedBy === 'nothing' ? 'obey no group' : `obey ${groupText(first)}`;
    const text = `${count(others.length + 1, 'other crawler')} ${whom}: ${first.site}`;
    yield `${paintExtent(paragraph(text, '', width), first.site, style)}\n`;
  }
  yield `${style.dim('--set all lists them')}\n`;
}

/** Who may train, who may search, who may answer. */
function* purposeText(
  purposes: readonly PurposeAccess[],
  width: number,
  style: Style,
): Generator<string, void> {
  yield* tableLines(purposes, PURPOSE_COLUMNS, width, style.dim);
  for (const { purpose, askedNot, nothing } of purposes) {
    const asked = askedNot.filter((access) => !nothing.includes(access));
    if (asked.length === 0) continue;
    const who = `${count(asked.length, 'crawler')} that may fetch / ${asked.length === 1 ? 'is' : 'are'}`;
    yield `${style.warning(paragraph(`${who} asked not to ${PURPOSE_WORDS[purpose].does}`, '', width))}\n`;
  }
}

const PURPOSE_COLUMNS: readonly Column<PurposeAccess>[] = [
  { heading: 'who may', text: ({ purpose }) => PURPOSE_WORDS[purpose].does },
  { heading: 'all', text: ({ everything }) => String(everything.length) },
  { heading: 'some', text: ({ something }) => String(something.length) },
  { heading: 'none', text: ({ nothing, unknown }) => `${nothing.length}${unknown.length > 0 ? '?' : ''}` },
  { heading: 'refused', text: ({ nothing }) => nothing.map(({ name }) => name).join(', ') },
];

const EXTENTS = ['everything', 'something', 'nothing', 'unknown'] as const;

/** `12 crawlers: everything 8, something 3, nothing 1`. */
function summary(rows: readonly ReportRow[], style: Style): string {
  const parts = EXTENTS.flatMap((extent) => {
    const number = rows.filter(({ site }) => site === extent).length;
    return number === 0 ? [] : [paintExtent(`${extent} ${number}`, extent, style)];
  });
  return `${count(rows.length, 'crawler')}: ${parts.join(', ')}`;
}

function paintExtent(text: string, extent: ReportRow['site'], style: Style): string {
  if (extent === 'everything') return style.good(text);
  return extent === 'nothing' ? style.bad(text) : style.warning(text);
}

function columnsOf(rows: readonly ReportRow[], width: number, style: Style): Column<ReportRow>[] {
  const columns: Column<ReportRow>[] = [
    {
      heading: 'crawler',
      cutsMiddle: true,
      text: (row) =>
        row.crawler +
        marksOf(row)
          .map((mark) => CRAWLER_MARKS[mark].sign)
          .join(''),
      paint: (text, { selectedBy }) => (selectedBy === 'name' ? style.bold(text) : text),
    },
  ];
  if (width >= WIDE_CHARACTERS) columns.push({ heading: 'operator', text: ({ operator }) => operator ?? '' });
  columns.push(
    {
      heading: 'obeys',
      text: groupText,
      paint: (text, { selectedBy }) => (selectedBy === 'name' ? text : style.dim(text)),
    },
    {
      heading: '/',
      text: ({ root }) => (root ? 'yes' : 'no'),
      paint: (text, { root }) => (root ? style.good(text) : style.bad(text)),
    },
    { heading: 'site', text: ({ site }) => site, paint: (text, { site }) => paintExtent(text, site, style) },
  );
  if (rows.some(({ crawlDelay }) => crawlDelay !== null)) {
    columns.push({ heading: 'delay', text: delayText });
  }
  return columns;
}

/** The line that selects the group, and the name in it if it is not the crawler's own. */
function groupText({ crawler, selectedBy, agent, groupLine }: ReportRow): string {
  if (selectedBy === 'nothing') return 'no group';
  if (selectedBy === 'wildcard') return `* line ${groupLine}`;
  const isOwn = agent === null || agent.toLowerCase() === crawler.toLowerCase();
  return isOwn ? `line ${groupLine}` : `${agent} line ${groupLine}`;
}

/**
 * What is stated about the usage of `/`, for each group that a crawler obeys. Two crawlers may obey different groups from the same
 * line on, if it names both; then the crawler is named, too.
 */
function* usageLines(rows: readonly ReportRow[], width: number, style: Style): Generator<string, void> {
  if (!rows.some((row) => statements(row).length > 0)) return;
  const byGroup = groupedBy(rows, (row) => groupText({ ...row, agent: row.crawler }));
  const lines = Array.from(byGroup).flatMap(([group, members]) => {
    const byUsage = new Map(members.map((row) => [usageText(row), row.crawler]));
    return Array.from(byUsage, ([usage, crawler]) => [
      byUsage.size > 1 ? `${group}, ${crawler}` : group,
      usage,
    ]);
  });
  yield '\n';
  yield* tableLines(lines, USAGE_COLUMNS, width, style.dim);
}

const USAGE_COLUMNS: readonly Column<readonly string[]>[] = [
  { heading: 'group', text: ([group = '']) => group },
  { heading: 'what / may be used for', text: ([, usage = '']) => usage },
];

function usageText(row: ReportRow): string {
  return row.root ? statements(row).join('; ') || 'nothing is stated' : NOT_APPLICABLE;
}

function statements({ contentUsage, contentSignal, licenses }: ReportRow): readonly string[] {
  const parts = {
    'Content-Usage': stated(contentUsage ?? {}),
    'Content-Signal': stated(contentSignal ?? {}),
  };
  return [
    ...Object.entries(parts).flatMap(([field, text]) => (text === '' ? [] : [`${field}: ${text}`])),
    ...(licenses ?? []).map((license) => `License: ${license}`),
  ];
}

const NOT_APPLICABLE = 'not applicable, because / may not be fetched';

/** `train-ai no, search yes`: what is stated, by category. */
function stated(preferences: Preferences): string {
  return Object.entries(preferences)
    .filter(([, preference]) => preference !== 'unknown')
    .map(([category, preference]) => `${category} ${preference === 'allowed' ? 'yes' : 'no'}`)
    .join(', ');
}

const COLUMNS: readonly Column<Crawler>[] = [
  { heading: 'crawler', cutsMiddle: true, text: ({ token }) => token },
  { heading: 'operator', text: ({ operator }) => operator },
  {
    heading: 'purposes',
    text: ({ purposes, unread }) => purposes.join(', ') + unreadSign(unread, 'purposes'),
  },
  { heading: 'robots.txt', text: practiceOf },
  { heading: 'source', text: sourceOf },
];

/** The table, in chunks of text. */
export function* registryText(
  crawlers: readonly Crawler[],
  width: number,
  style: Style,
): Generator<string, void> {
  yield* tableLines(crawlers, COLUMNS, width, style.dim);
  if (crawlers.some(({ unread }) => unread.some((fact) => SHOWN.includes(fact)))) {
    yield `\n${style.dim('? no source says so')}\n`;
  }
}

/** The facts that the table shows with a sign if they are unread. */
const SHOWN: readonly CrawlerFact[] = ['purposes', 'fallbacks'];

function unreadSign(unread: Crawler['unread'], fact: CrawlerFact): string {
  return unread.includes(fact) ? ' ?' : '';
}

/** How many characters of a day are its month, such as `2026-11`. */
const MONTH_CHARACTERS = 7;

function sourceOf({ readFrom, dateRead }: Crawler): string {
  return readFrom === 'unverified' ? readFrom : `${readFrom} ${dateRead.slice(0, MONTH_CHARACTERS)}`;
}

function practiceOf({ robotsTxt, obeysWildcard, sendsRequests, isRetired, tokens, unread }: Crawler): string {
  const [, ...fallbacks] = tokens;
  const facts = [
    isRetired ? 'retired' : '',
    robotsTxt,
    fallbacks.length === 0 ? '' : `else ${fallbacks.join(', ')}${unreadSign(unread, 'fallbacks')}`,
    obeysWildcard ? '' : 'ignores *',
    sendsRequests ? '' : 'sends no requests',
  ];
  return facts.filter((fact) => fact !== '').join('; ');
}
