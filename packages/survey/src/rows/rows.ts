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
import { isReadAsRobotsTxt } from '../captures/read-captures.js';
import { nameOf, profileOf, type SurveyQuestions } from '../questions.js';
import type { RowOf, SurveyRows, TableName } from '../tables.js';
import { governedBy } from './authority.js';
import { DistinctBodies, digestOf } from './bodies.js';
import type { SurveyItem } from './chosen-captures.js';
import { KnownAnswers } from './known-answers.js';
import { momentOf } from './moment.js';
import { accessOfCapture, type CaptureOutcome, outcomeOf, redirectTargetOf } from './outcome.js';
import { PageReading } from './page-rows.js';
import { kindOf, type PayloadKind } from './payload-kind.js';
import { type NamedCrawler, type VerdictQuestions, verdictQuestions, verdictsOn } from './verdict-rows.js';

/**
 * How many rows a batch has before it is yielded, those that share cells counted as one. A few octets may give many: a revisit record has the
 * rules of the file that it refers to.
 */
const MAX_BATCH_ROWS = 10_000;

/** The rows of each batch of captures of an input, in one batch or several. */
export async function* rowBatches(
  source: string,
  batches: AsyncIterable<SurveyItem[]>,
  questions: SurveyQuestions,
): AsyncGenerator<readonly SurveyRows[], void> {
  const crawlers = crawlersOf(questions, await profileOf(questions));
  const pages = questions.tables.includes('pages') ? await PageReading.of(crawlers.named) : undefined;
  const reading = new CaptureReading(questions, crawlers, pages);
  for await (const batch of batches) {
    let rows: SurveyRows[] = [];
    for (const item of batch) {
      reading.addRows(source, item, rows);
      if (rows.length < MAX_BATCH_ROWS) continue;
      yield rows;
      rows = [];
    }
    yield rows;
  }
}

/** The crawlers of a survey, and the profile by which captures and rules are read, which no crawler asks about. */
interface Crawlers {
  readonly named: readonly NamedCrawler[];
  readonly profile: Profile;
}

/** @param given the profile for all of them; undefined if each crawler has its own */
export function crawlersOf(
  { agents }: Pick<SurveyQuestions, 'agents'>,
  given: Profile | undefined,
): Crawlers {
  const named = agents.map((caller) => ({
    name: nameOf(caller),
    callers: callersFor(caller),
    profile: given ?? resolveProfile(readingOf(caller, undefined)),
  }));
  return { named, profile: resolveProfile(given) };
}

/** Makes the rows of the captures of an input. */
export class CaptureReading {
  readonly #tables: ReadonlySet<TableName>;
  readonly #all: boolean;
  readonly #verdicts: VerdictQuestions;
  readonly #profile: Profile;
  readonly #pages: PageReading | undefined;
  readonly #bodies = new DistinctBodies();
  readonly #answers: KnownAnswers;

  /** @param pages undefined if the table `pages` is not wanted */
  constructor(
    { tables, paths, all }: SurveyQuestions,
    { named, profile }: Crawlers,
    pages: PageReading | undefined,
  ) {
    this.#tables = new Set(tables);
    this.#all = all;
    this.#verdicts = verdictQuestions(named, paths);
    this.#answers = new KnownAnswers(this.#verdicts.asked.length);
    this.#profile = profile;
    this.#pages = pages;
  }

  /** Adds the rows of a capture or a fault, in the order of their tables. */
  addRows(source: string, item: SurveyItem, rows: SurveyRows[]): void {
    if (item.kind === 'capture') {
      if (this.#pages !== undefined && item.source !== undefined)
        throw new Error(`${source}: the table pages needs archives: the tables of a survey have no pages`);
      this.#pages?.addRows(source, item, rows);
      if (this.#all || isReadAsRobotsTxt(item.url)) this.#addRobots(item.source ?? source, item, rows);
    } else if (item.kind === 'fault') {
      const { offset, code, message, id = null } = item;
      const row = { source: item.source ?? source, inputOffset: offset, code, message };
      rows.push({ table: 'faults', id, row });
    }
  }

  #addRobots(source: string, capture: Capture, rows: SurveyRows[]): void {
    const { payload } = capture;
    const tables = this.#tables;
    const access = accessOfCapture(capture, this.#profile.access);
    const read = payload === null ? null : documentOf(payload);
    /** The file; null if no verdict depends on one. */
    const document = access.meaning === 'rules' ? read : null;
    const digest =
      payload !== null && (tables.has('captures') || tables.has('bodies')) ? digestOf(payload.octets) : null;
    if (tables.has('captures')) {
      const kind =
        payload && read && kindOf(payload.octets, payload.mediaType, fileOf(read).lines.rows.length > 0);
      const facts = { outcome: outcomeOf(access, kind), kind, digest };
      const row = captureRow(source, capture, facts, document, this.#profile);
      rows.push({ table: 'captures', id: capture.id, row });
    }
    if (tables.has('bodies') && payload !== null && digest !== null)
      this.#bodies.add(capture, digest, payload.octets, rows);
    if (tables.has('verdicts')) rows.push(verdictsOn(source, capture, read, this.#verdicts, this.#answers));
    if (tables.has('rules') && document !== null) addRules(source, capture, document, this.#profile, rows);
  }
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

/** What is counted in a file: nothing without one. */
const NO_COUNTS = {
  lineCount: null,
  groupCount: null,
  ruleCount: null,
  sitemapCount: null,
  usageRecordCount: null,
  licenses: null,
  errorCount: null,
  warningCount: null,
};

function countsOf(document: RobotsDocument, profile: Profile) {
  const { grouping } = viewUnder(document, profile);
  return {
    lineCount: document.lineCount,
    groupCount: grouping.groups.length,
    ruleCount: rulesOfGroups(grouping).at.length,
    sitemapCount: document.sitemaps.length,
    usageRecordCount: usageRecordsOf(document),
    licenses: [...new Set(document.licenses.map(({ value }) => value.text))],
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
  { id, offset, offsetInMember, url }: Capture,
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
      rows.push({ table: 'rules', id, row });
    }
  }
}
