/**
 * What the report says about each crawler, as plain data, for every format of output, and as CSV.
 */
import type { Crawler, CrawlerAccess } from 'robotstream/crawlers';
import { csvLine } from '../csv.js';

/** The keys of a line of JSON, in order, which are the columns of CSV, too. */
export interface ReportRow {
  /** The product token. */
  readonly crawler: string;
  readonly registered: boolean;
  readonly operator: string | null;
  readonly purposes: readonly string[];
  /** `name`, `wildcard` or `nothing`. */
  readonly selectedBy: CrawlerAccess['selectedBy'];
  /** The token by which the group names the crawler. */
  readonly agent: string | null;
  readonly groupLine: number;
  readonly root: boolean;
  readonly rootLine: number;
  readonly site: CrawlerAccess['extent'];
  readonly crawlDelay: number | null;
  /** Preferences by category, null if the crawler may not fetch `/`. */
  readonly contentUsage: Preferences | null;
  readonly contentSignal: Preferences | null;
  /** The licenses that the file names for the crawler, as written. */
  readonly licenses: readonly string[] | null;
  /** The name of the profile by which it is judged. */
  readonly profile: string;
  /** Whether the crawler obeys robots.txt, by the registry; null if it is not registered. */
  readonly robotsTxt: Crawler['robotsTxt'] | null;
  /** Whether it honours `Crawl-delay`, by the registry; null if it is not registered. */
  readonly crawlDelayPractice: Crawler['crawlDelay'] | null;
  readonly isRetired: boolean;
  /** The facts of the registry without a source that could be read. */
  readonly unread: Crawler['unread'];
}

/** `allowed`, `disallowed` or `unknown` by category. */
export type Preferences = { readonly [category: string]: string };

/** The keys of {@link ReportRow}, for the help. */
export const REPORT_KEYS = [
  'crawler',
  'registered',
  'operator',
  'purposes',
  'selectedBy',
  'agent',
  'groupLine',
  'root',
  'rootLine',
  'site',
  'crawlDelay',
  'contentUsage',
  'contentSignal',
  'licenses',
  'profile',
  'robotsTxt',
  'crawlDelayPractice',
  'isRetired',
  'unread',
] as const satisfies readonly (keyof ReportRow)[];

/** What the report says about one crawler. */
export function reportRow(access: CrawlerAccess): ReportRow {
  const {
    name,
    crawler,
    profile,
    selectedBy,
    agent,
    groupLine,
    mayFetchRoot,
    rootLine,
    extent,
    crawlDelay,
    usage,
  } = access;
  return {
    crawler: crawler?.token ?? name,
    registered: crawler !== null,
    operator: crawler?.operator ?? null,
    purposes: crawler?.purposes ?? [],
    selectedBy,
    agent,
    groupLine,
    root: mayFetchRoot,
    rootLine,
    site: extent,
    crawlDelay,
    contentUsage: usage.applies ? preferencesOf(usage.contentUsage.categories) : null,
    contentSignal: usage.applies ? preferencesOf(usage.contentSignal.categories) : null,
    licenses: usage.applies ? usage.licenses.map(({ value }) => value.text) : null,
    profile,
    robotsTxt: crawler?.robotsTxt ?? null,
    crawlDelayPractice: crawler?.crawlDelay ?? null,
    isRetired: crawler?.isRetired ?? false,
    unread: crawler?.unread ?? [],
  };
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
