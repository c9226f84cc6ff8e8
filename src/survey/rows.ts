/**
 * The rows that a capture gives.
 */

import { takeOctets } from '../ast/document-reader.js';
import { obeyedBy } from '../match/matcher.js';
import type { Caller } from '../match/select/crawler-callers.js';
import type { Profile } from '../profiles.js';
import { parsedFileOf, RobotsDocument } from '../robots-document.js';
import { robotsUrl } from '../robots-url.js';
import type { CategoryPreference } from '../usage/preference.js';
import type { Capture, Payload } from './capture.js';
import { type CaptureMeaning, type JudgedCapture, judgeCapture } from './outcome.js';
import { kindOf, type PayloadKind } from './payload-kind.js';
import { CrawlDelays, SharedVerdicts } from './shared-verdicts.js';
import type { RowOf, SurveyRow, TableName } from './tables.js';

/** What a survey asks of every capture. */
export interface Questions {
  /** The tables that are wanted. */
  readonly tables: ReadonlySet<TableName>;
  /** The crawlers, and what to call them. */
  readonly crawlers: readonly { readonly name: string; readonly caller: Caller }[];
  readonly callers: readonly Caller[];
  /** The paths to judge, each beginning with `/`. */
  readonly paths: readonly string[];
  readonly profile: Profile;
}

/** The payload of a capture, read as a robots.txt. */
interface ReadCapture {
  readonly capture: Capture;
  readonly kind: PayloadKind | null;
  readonly judged: JudgedCapture;
  /** The file; null if no verdict depends on one. */
  readonly document: RobotsDocument | null;
}

/** Adds the rows of a capture, in the order of its tables. */
export function addRows(source: string, capture: Capture, questions: Questions, rows: SurveyRow[]): void {
  const { tables, profile } = questions;
  const read = readCapture(capture, profile);
  if (tables.has('captures')) rows.push({ table: 'captures', row: captureRow(source, read, profile) });
  if (tables.has('verdicts')) addVerdicts(source, read, questions, rows);
  if (tables.has('rules') && read.document !== null) addRules(source, capture, read.document, profile, rows);
}

function readCapture(capture: Capture, profile: Profile): ReadCapture {
  const { payload } = capture;
  const parsed = payload === null ? null : documentOf(payload);
  const hasRecords = parsed !== null && parsedFileOf(parsed).rows.length > 0;
  const kind = payload === null ? null : kindOf(payload.octets, payload.mediaType, hasRecords);
  const judged = judgeCapture(capture, kind, profile.access);
  return { capture, kind, judged, document: judged.meaning === 'rules' ? parsed : null };
}

/** The payload as a document. Its octets are those of the archive, which do not change. */
function documentOf({ octets }: Payload): RobotsDocument {
  const plain = new Uint8Array(octets.buffer, octets.byteOffset, octets.length);
  return new RobotsDocument(takeOctets(plain, undefined, true));
}

function captureRow(
  source: string,
  { capture, kind, judged, document }: ReadCapture,
  profile: Profile,
): RowOf<'captures'> {
  const { offset, offsetInMember, recordId, url, fetchedAt, status, headers, payload, digest } = capture;
  const groups = document?.groupsUnder(profile) ?? null;
  return {
    source,
    offset,
    offsetInMember,
    recordId,
    url,
    authority: authorityOf(url),
    fetchedAt,
    httpStatus: status,
    outcome: judged.outcome,
    kind,
    location: judged.outcome === 'redirect' ? resolved(headers.get('location'), url) : null,
    contentType: payload?.mediaType ?? null,
    octets: payload?.octets.length ?? null,
    truncated: payload === null ? null : payload.isCutOff || (document?.truncated ?? false),
    digest,
    lines: document?.lineCount ?? null,
    groups: groups?.length ?? null,
    rules: groups?.reduce((sum, { rules }) => sum + rules.length, 0) ?? null,
    sitemaps: document?.sitemaps.length ?? null,
    usagePreferences: document === null ? null : usageRecordsOf(document),
    errors: document === null ? null : countOf(document, 'error'),
    warnings: document === null ? null : countOf(document, 'warning'),
  };
}

function countOf(document: RobotsDocument, severity: 'error' | 'warning'): number {
  return document.diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
}

function authorityOf(url: string): string | null {
  try {
    return new URL(robotsUrl(url)).origin;
  } catch {
    return null;
  }
}

function resolved(location: string | undefined, base: string): string | null {
  return location !== undefined && URL.canParse(location, base) ? new URL(location, base).href : null;
}

function addVerdicts(
  source: string,
  { capture, judged, document }: ReadCapture,
  { crawlers, callers, paths, profile }: Questions,
  rows: SurveyRow[],
): void {
  const { offset, offsetInMember, url, fetchedAt } = capture;
  if (document === null) {
    for (const { name: agent } of crawlers) {
      for (const path of paths) {
        const place = { source, offset, offsetInMember, url, fetchedAt, agent, path };
        rows.push({ table: 'verdicts', row: { ...place, ...WITHOUT_FILE[judged.meaning] } });
      }
    }
    return;
  }
  const { hasCrawlDelay, hasUsage } = rareFieldsOf(document);
  const judge = new SharedVerdicts(paths);
  const delays = new CrawlDelays();
  const matchers = document.matchers(callers, { profile });
  for (let index = 0; index < matchers.length; index++) {
    const matcher = matchers[index];
    const { name: agent, caller } = crawlers[index];
    const { restriction, verdicts } = judge.of(matcher);
    const selectedBy = SELECTED_BY[obeyedBy(matcher).selection.selectedBy];
    const crawlDelay = hasCrawlDelay ? delays.of(matcher) : null;
    for (let nth = 0; nth < paths.length; nth++) {
      const path = paths[nth];
      const { allowed, line, directive, pattern, reason } = verdicts[nth];
      rows.push({
        table: 'verdicts',
        row: {
          source,
          offset,
          offsetInMember,
          url,
          fetchedAt,
          agent,
          path,
          allowed,
          line,
          directive,
          pattern,
          reason,
          selectedBy,
          restriction,
          crawlDelay,
          usage: allowed ? (hasUsage ? statedUsage(document, caller, path, profile) : NOTHING_STATED) : null,
        },
      });
    }
  }
}

/** The cells of a verdict without a deciding rule, in the order of the columns. */
function withoutFile<Allowed extends boolean | null, Restricted extends 'none' | 'all' | null>(
  allowed: Allowed,
  reason: string | null,
  restriction: Restricted,
) {
  const noRule = { line: 0, directive: null, pattern: null };
  return { allowed, ...noRule, reason, selectedBy: null, restriction, crawlDelay: null, usage: null };
}

/** The cells of a verdict that the status alone gives. */
const WITHOUT_FILE = {
  'allow-all': withoutFile(true, 'status-allows-all', 'none'),
  'disallow-all': withoutFile(false, 'status-disallows-all', 'all'),
  nothing: withoutFile(null, null, null),
  rules: withoutFile(null, null, null),
} as const satisfies Readonly<Record<CaptureMeaning, unknown>>;

const SELECTED_BY = { name: 'token', wildcard: 'star', nothing: 'none' } as const;

const RARE_FIELD = /c(?:rawl-delay|ontent-(?:usage|signal))/i;

/** Looking for the fields costs far less than reading the records that apply to a crawler, and few files have them. */
function rareFieldsOf({ octets }: RobotsDocument): { hasCrawlDelay: boolean; hasUsage: boolean } {
  const text = Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('latin1');
  if (!RARE_FIELD.test(text)) return NO_RARE_FIELDS;
  return { hasCrawlDelay: /crawl-delay/i.test(text), hasUsage: /content-(?:usage|signal)/i.test(text) };
}

const NO_RARE_FIELDS = { hasCrawlDelay: false, hasUsage: false };

function usageRecordsOf(document: RobotsDocument): number {
  return document.records('content-usage').length + document.records('content-signal').length;
}

const NOTHING_STATED: readonly string[] = [];

/** The preferences that are stated, each as one text. */
function statedUsage(
  document: RobotsDocument,
  caller: Caller,
  path: string,
  profile: Profile,
): readonly string[] {
  const usage = document.usage(caller, path, { profile });
  if (!usage.applies) return NOTHING_STATED;
  return [
    ...statedIn('content-usage', usage.contentUsage.categories),
    ...statedIn('content-signal', usage.contentSignal.categories),
  ];
}

function statedIn(field: string, categories: Readonly<Record<string, CategoryPreference>>): string[] {
  return Object.entries(categories)
    .filter(([, { preference }]) => preference !== 'unknown')
    .map(([category, { preference }]) => `${field}:${category}=${preference}`);
}

function addRules(
  source: string,
  { offset, offsetInMember, url }: Capture,
  document: RobotsDocument,
  profile: Profile,
  rows: SurveyRow[],
): void {
  for (const [index, { userAgents, rules }] of document.groupsUnder(profile).entries()) {
    const agents = userAgents.map(({ name }) => name);
    for (const { line, directive, pattern } of rules) {
      const row = { source, offset, offsetInMember, url, group: index + 1, agents, line, directive, pattern };
      rows.push({ table: 'rules', row });
    }
  }
}
