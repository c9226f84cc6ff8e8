/**
 * What the report says about each crawler, as plain data, for every format of output, and as CSV.
 */
import type { CrawlerAccess } from 'robotstream/crawlers';
import { csvLine } from '../csv.js';

/** `allowed`, `disallowed` or `unknown` by category. */
export type Preferences = { readonly [category: string]: string };

/** What the report says about one crawler: the keys of a line of JSON, in order, which are the columns of CSV, too. */
const COLUMNS = {
  /** The product token. */
  crawler: ({ crawler, name }) => crawler?.token ?? name,
  registered: ({ crawler }) => crawler !== null,
  operator: ({ crawler }) => crawler?.operator ?? null,
  purposes: ({ crawler }) => crawler?.purposes ?? [],
  /** `name`, `wildcard` or `nothing`. */
  selectedBy: ({ selectedBy }) => selectedBy,
  /** The token by which the group names the crawler. */
  agent: ({ agent }) => agent,
  groupLine: ({ groupLine }) => groupLine,
  root: ({ mayFetchRoot }) => mayFetchRoot,
  rootLine: ({ rootLine }) => rootLine,
  site: ({ extent }) => extent,
  crawlDelay: ({ crawlDelay }) => crawlDelay,
  /** Preferences by category, null if the crawler may not fetch `/`. */
  contentUsage: ({ usage }) => (usage.applies ? preferencesOf(usage.contentUsage.categories) : null),
  contentSignal: ({ usage }) => (usage.applies ? preferencesOf(usage.contentSignal.categories) : null),
  /** The licenses that the file names for the crawler, as written. */
  licenses: ({ usage }) => (usage.applies ? usage.licenses.map(({ value }) => value.text) : null),
  /** The name of the profile by which it is judged. */
  profile: ({ profile }) => profile,
  /** Whether the crawler obeys robots.txt, and honours `Crawl-delay`, by the registry; null if it is not registered. */
  robotsTxt: ({ crawler }) => crawler?.robotsTxt ?? null,
  crawlDelayPractice: ({ crawler }) => crawler?.crawlDelay ?? null,
  isRetired: ({ crawler }) => crawler?.isRetired ?? false,
  /** The facts of the registry without a source that could be read. */
  unread: ({ crawler }) => crawler?.unread ?? [],
} as const satisfies { readonly [key: string]: (access: CrawlerAccess) => unknown };

export type ReportRow = { readonly [Key in keyof typeof COLUMNS]: ReturnType<(typeof COLUMNS)[Key]> };

/** The keys of {@link ReportRow}, for the help. */
export const REPORT_KEYS = Object.keys(COLUMNS) as (keyof ReportRow)[];

export function reportRow(access: CrawlerAccess): ReportRow {
  return Object.fromEntries(REPORT_KEYS.map((key) => [key, COLUMNS[key](access)])) as unknown as ReportRow;
}

function preferencesOf(categories: {
  readonly [category: string]: { readonly preference: string };
}): Preferences {
  return Object.fromEntries(
    Object.entries(categories).map(([category, { preference }]) => [category, preference]),
  );
}

/** The report as comma-separated values (RFC 4180): lines that end with CR LF, the first with headings. */
export function* csvLines(rows: readonly ReportRow[]): Generator<string, void> {
  yield csvLine(REPORT_KEYS);
  for (const row of rows) yield csvLine(REPORT_KEYS.map((key) => cellOf(row[key])));
}

function cellOf(value: ReportRow[keyof ReportRow]): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.join(' ');
  if (typeof value === 'object') {
    const stated = Object.entries(value).filter(([, preference]) => preference !== 'unknown');
    return stated.map(([category, preference]) => `${category}=${preference}`).join(' ');
  }
  return String(value);
}
