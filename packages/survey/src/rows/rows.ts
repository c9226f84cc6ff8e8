/**
 * The rows that captures give.
 */

import type { Profile } from 'robotstream';
import {
  callersFor,
  fileOf,
  RobotsDocument,
  readingOf,
  resolveProfile,
  rulesOfGroups,
  takeOctets,
  viewUnder,
} from 'robotstream/internal';
import type { Capture, Payload } from '../captures/capture.js';
import { isReadAsRobotsTxt } from '../captures/captures.js';
import { nameOf, profileOf, type SurveyQuestions } from '../questions.js';
import type { RowOf, SurveyRows, TableName } from '../tables.js';
import { governedBy } from './authority.js';
import { DistinctBodies, digestOf } from './bodies.js';
import type { SurveyItem } from './chosen-captures.js';
import { momentOf } from './moment.js';
import { accessOfCapture, type CaptureOutcome, outcomeOf, redirectTargetOf } from './outcome.js';
import { PageReading } from './page-rows.js';
import { kindOf, type PayloadKind } from './payload-kind.js';
import { VerdictQuestions, verdictsOn } from './verdict-rows.js';

/** What a survey asks of every capture of an input. */
interface Questions {
  /** The tables that are wanted. */
  readonly tables: ReadonlySet<TableName>;
  readonly verdicts: VerdictQuestions;
  /** The profile by which captures and rules are read, which no crawler asks about. */
  readonly profile: Profile;
  /** Undefined if the table `pages` is not wanted. */
  readonly pages: PageReading | undefined;
}

/**
 * How many rows a batch has before it is yielded, those that share cells counted as one. A few octets may give many: a revisit record has the
 * rules of the file that it refers to.
 */
const MAX_BATCH_ROWS = 10_000;

/** The rows of each batch of captures of an input, in one batch or several. */
export async function* rowBatches(
  source: string,
  batches: AsyncIterable<SurveyItem[]>,
  { tables, agents, paths, profile, all }: SurveyQuestions,
): AsyncGenerator<readonly SurveyRows[], void> {
  const given = await profileOf({ profile });
  const crawlers = agents.map((caller) => ({
    name: nameOf(caller),
    callers: callersFor(caller),
    profile: given ?? resolveProfile(readingOf(caller, undefined)),
  }));
  const questions = {
    tables: new Set<TableName>(tables),
    verdicts: new VerdictQuestions(crawlers, paths),
    profile: resolveProfile(given),
    pages: tables.includes('pages') ? await PageReading.of(crawlers) : undefined,
  };
  const bodies = new DistinctBodies();
  for await (const batch of batches) {
    let rows: SurveyRows[] = [];
    for (const item of batch) {
      if (item.kind === 'capture') {
        if (questions.pages !== undefined && item.source !== undefined)
          throw new Error(`${source}: the table pages needs archives: the tables of a survey have no pages`);
        questions.pages?.addRows(source, item, rows);
        if (all || isReadAsRobotsTxt(item.url)) addRows(item.source ?? source, item, questions, bodies, rows);
      } else if (item.kind === 'fault') {
        const { offset, code, message } = item;
        const row = { source: item.source ?? source, inputOffset: offset, code, message };
        rows.push({ table: 'faults', row });
      }
      if (rows.length < MAX_BATCH_ROWS) continue;
      yield rows;
      rows = [];
    }
    yield rows;
  }
}

/** Adds the rows of a capture of a robots.txt, in the order of its tables. */
function addRows(
  source: string,
  capture: Capture,
  questions: Questions,
  bodies: DistinctBodies,
  rows: SurveyRows[],
): void {
  const { tables, profile } = questions;
  const { payload } = capture;
  const access = accessOfCapture(capture, profile.access);
  const read = payload === null ? null : documentOf(payload);
  /** The file; null if no verdict depends on one. */
  const document = access.meaning === 'rules' ? read : null;
  const digest =
    payload !== null && (tables.has('captures') || tables.has('bodies')) ? digestOf(payload.octets) : null;
  if (tables.has('captures')) {
    const kind =
      payload && read && kindOf(payload.octets, payload.mediaType, fileOf(read).lines.rows.length > 0);
    const facts = { outcome: outcomeOf(access, kind), kind, digest };
    const row = captureRow(source, capture, facts, document, profile);
    rows.push({ table: 'captures', row });
  }
  if (tables.has('bodies') && payload !== null && digest !== null) bodies.add(digest, payload.octets, rows);
  if (tables.has('verdicts')) rows.push(verdictsOn(source, capture, read, questions.verdicts));
  if (tables.has('rules') && document !== null) addRules(source, capture, document, profile, rows);
}

/** The payload as a document. Its octets are those of the archive, which do not change. */
function documentOf({ octets }: Payload): RobotsDocument {
  const plain = new Uint8Array(octets.buffer, octets.byteOffset, octets.length);
  return new RobotsDocument(takeOctets(plain, undefined, true));
}

function captureRow(
  source: string,
  capture: Capture,
  facts: Pick<RowOf<'captures'>, 'digest'> & {
    readonly outcome: CaptureOutcome;
    readonly kind: PayloadKind | null;
  },
  document: RobotsDocument | null,
  profile: Profile,
): RowOf<'captures'> {
  const { offset, offsetInMember, recordId, url, status, payload, digest } = capture;
  return {
    source,
    inputOffset: offset,
    offsetInMember,
    recordId,
    url,
    authority: governedBy(url),
    ...momentOf(capture.fetchedAt),
    httpStatus: status,
    outcome: facts.outcome,
    kind: facts.kind,
    location: redirectTargetOf(capture)?.href ?? null,
    contentType: payload?.mediaType ?? null,
    octets: payload?.octets.length ?? null,
    truncated: payload === null ? null : payload.isCutOff || (document?.truncated ?? false),
    digest: facts.digest,
    revisit: capture.isRepeated,
    digestCheck: digest,
    ...(document === null ? NO_COUNTS : countsOf(document, profile)),
  };
}

/** What is counted in a file. */
type Counts = Pick<
  RowOf<'captures'>,
  | 'lineCount'
  | 'groupCount'
  | 'ruleCount'
  | 'sitemapCount'
  | 'usageRecordCount'
  | 'errorCount'
  | 'warningCount'
>;

const NO_COUNTS: Counts = {
  lineCount: null,
  groupCount: null,
  ruleCount: null,
  sitemapCount: null,
  usageRecordCount: null,
  errorCount: null,
  warningCount: null,
};

function countsOf(document: RobotsDocument, profile: Profile): Counts {
  const { grouping } = viewUnder(document, profile);
  return {
    lineCount: document.lineCount,
    groupCount: grouping.groups.length,
    ruleCount: rulesOfGroups(grouping).at.length,
    sitemapCount: document.sitemaps.length,
    usageRecordCount: usageRecordsOf(document),
    errorCount: countOf(document, 'error'),
    warningCount: countOf(document, 'warning'),
  };
}

function countOf(document: RobotsDocument, severity: 'error' | 'warning'): number {
  return document.diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
}

function usageRecordsOf(document: RobotsDocument): number {
  return document.records('content-usage').length + document.records('content-signal').length;
}

function addRules(
  source: string,
  { offset, offsetInMember, url }: Capture,
  document: RobotsDocument,
  profile: Profile,
  rows: SurveyRows[],
): void {
  for (const [index, { userAgents, rules }] of document.groupsUnder(profile).entries()) {
    const agents = userAgents.map(({ name }) => name);
    for (const { line, directive, pattern } of rules) {
      const row = {
        source,
        inputOffset: offset,
        offsetInMember,
        url,
        groupNumber: index + 1,
        agents,
        line,
        directive,
        pattern,
      };
      rows.push({ table: 'rules', row });
    }
  }
}
