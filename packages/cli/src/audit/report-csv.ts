/**
 * A report as comma-separated values: a line for each crawler.
 */
import type { AuditReport, CrawlerAudit } from '@robotstream/audit';
import { csvLine } from '../csv.js';

/** The columns, in order. */
const COLUMNS: readonly (readonly [
  name: string,
  value: (crawler: CrawlerAudit) => string | number | null,
])[] = [
  ['crawler', ({ crawler }) => crawler],
  ['kind', ({ kind }) => kind],
  ['operator', ({ operator }) => operator],
  ['claimed', ({ claimed }) => claimed],
  ['verified', ({ verified }) => verified],
  ['spoofed', ({ spoofed }) => spoofed],
  ['requests', ({ requests }) => requests],
  ['allowed', ({ allowed }) => allowed],
  ['disallowed', ({ disallowed }) => disallowed],
  ['excused', ({ excused }) => excused],
  ['robotsFetches', ({ robotsFetches }) => robotsFetches],
  ['robotsLast', ({ robots }) => robots.last],
  ['delayAsked', ({ delay }) => delay.asked],
  ['delayGaps', ({ delay }) => delay.gaps],
  ['delayBelow', ({ delay }) => delay.below],
  ['class', (crawler) => crawler.class],
  ['firstSeen', ({ firstSeen }) => firstSeen],
  ['lastSeen', ({ lastSeen }) => lastSeen],
];

export function* reportLines({ crawlers }: AuditReport): Generator<string, void> {
  yield csvLine(COLUMNS.map(([name]) => name));
  for (const crawler of crawlers) yield csvLine(COLUMNS.map(([, value]) => String(value(crawler) ?? '')));
}
