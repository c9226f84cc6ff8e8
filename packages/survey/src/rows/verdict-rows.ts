/**
 * The rows of the table `verdicts` that a capture gives.
 */

import type { Profile, RobotsDocument } from 'robotstream';
import type { Callers } from 'robotstream/internal';
import { NO_FIELDS } from '../archives/record-header.js';
import type { Capture, Payload } from '../captures/capture.js';
import type { RowOf, SharedRows } from '../tables.js';
import { momentOf } from './moment.js';
import {
  accessOfCapture,
  type CaptureAccess,
  type CaptureMeaning,
  type CaptureResponse,
  meaningOfTooManyRedirects,
  redirectTargetOf,
} from './outcome.js';
import { type RedirectEnd, Redirects } from './redirects.js';
import { type Answer, SharedAnswers } from './shared-answers.js';

interface NamedCrawler {
  readonly name: string;
  readonly callers: Callers;
  readonly profile: Profile;
}

type VerdictRow = RowOf<'verdicts'>;

/** The cells that all rows of a capture have in common. */
type Place = Pick<
  VerdictRow,
  'source' | 'inputOffset' | 'offsetInMember' | 'url' | 'fetchedAt' | 'datePrecision' | 'answeredBy'
>;

/** The cells that are the same for every capture. */
type QuestionCells = Pick<VerdictRow, 'agent' | 'profile' | 'path'>;

/** The verdicts that are wanted of every capture. */
export class VerdictQuestions {
  readonly crawlers: readonly NamedCrawler[];
  /** The paths to judge, each beginning with `/`. */
  readonly paths: readonly string[];
  /** Of each row of a capture, by crawler and then by path. */
  readonly asked: readonly QuestionCells[];

  /** @param crawlers the crawlers, and what to call them */
  constructor(crawlers: readonly NamedCrawler[], paths: readonly string[]) {
    this.crawlers = crawlers;
    this.paths = paths;
    this.asked = crawlers.flatMap(({ name, profile }) =>
      paths.map((path) => ({ agent: name, profile: profile.name, path })),
    );
  }
}

/** The rows of a capture. Most crawlers get the same answer, so that rows share it. */
class CaptureVerdicts implements SharedRows<'verdicts'> {
  readonly table = 'verdicts';
  readonly parts: readonly [
    place: readonly [Place],
    asked: readonly QuestionCells[],
    answers: readonly Answer[],
  ];

  constructor(place: Place, asked: readonly QuestionCells[], answers: readonly Answer[]) {
    this.parts = [[place], asked, answers];
  }

  get length(): number {
    return this.parts[1].length;
  }

  rowAt(nth: number): VerdictRow {
    const [[place], asked, answers] = this.parts;
    const { source, inputOffset, offsetInMember, url, fetchedAt, datePrecision, answeredBy } = place;
    const { agent, profile, path } = asked[nth];
    const { allowed, line, directive, pattern, reason, selectedBy } = answers[nth];
    const { restriction, refusedShare, crawlDelay, appliedUsage, statedUsage } = answers[nth];
    // Every column by its name: V8 gives objects that begin with a spread a hidden class each.
    return {
      source,
      inputOffset,
      offsetInMember,
      url,
      fetchedAt,
      datePrecision,
      agent,
      profile,
      path,
      allowed,
      line,
      directive,
      pattern,
      reason,
      answeredBy,
      selectedBy,
      restriction,
      refusedShare,
      crawlDelay,
      appliedUsage,
      statedUsage,
    };
  }
}

/** The verdicts on the captures of an input: a row for each crawler and path. Those on redirects come last, since any capture may answer one. */
export class InputVerdicts {
  readonly #questions: VerdictQuestions;
  readonly #redirects: Redirects;
  readonly #notCaptured: readonly Answer[];
  readonly #tooMany: readonly Answer[];

  constructor(questions: VerdictQuestions) {
    this.#questions = questions;
    const { crawlers, paths, asked } = questions;
    this.#redirects = new Redirects(asked.length);
    this.#notCaptured = asked.map(() => NOT_CAPTURED);
    this.#tooMany = crawlers.flatMap(({ profile }) => {
      const answer = AFTER_TOO_MANY[meaningOfTooManyRedirects(profile.access)];
      return paths.map(() => answer);
    });
  }

  /**
   * The verdicts on a capture; undefined for a redirect whose verdicts come last.
   *
   * @param file the payload as a document, whatever the status says; null if there is none
   * @param outcome the outcome by the status
   */
  on(
    source: string,
    capture: Capture,
    file: RobotsDocument | null,
    outcome: CaptureAccess['statusOutcome'],
  ): SharedRows<'verdicts'> | undefined {
    const { offset, offsetInMember, url } = capture;
    const { fetchedAt, datePrecision } = momentOf(capture.fetchedAt);
    const place = {
      source,
      inputOffset: offset,
      offsetInMember,
      url,
      fetchedAt,
      datePrecision,
      answeredBy: null,
    };
    const target = redirectTargetOf(capture);
    if (target !== null) {
      const waits = this.#redirects.addRedirect(place, target.href);
      return waits ? undefined : new CaptureVerdicts(place, this.#questions.asked, this.#notCaptured);
    }
    const answers = answersOf(capture, file, this.#questions);
    if (outcome !== 'no-payload') this.#redirects.addCapture(url, fetchedAt, answers);
    return new CaptureVerdicts(place, this.#questions.asked, answers);
  }

  /**
   * Remembers a capture of a site that is not surveyed, because a redirect of one that is may lead to it. Its file is not parsed before one does.
   *
   * @param outcome the outcome by the status
   * @param documentOf parses a payload
   */
  onOther(
    capture: Capture,
    outcome: CaptureAccess['statusOutcome'],
    documentOf: (payload: Payload) => RobotsDocument,
  ): void {
    const { fetchedAt } = momentOf(capture.fetchedAt);
    const target = redirectTargetOf(capture);
    if (target !== null) this.#redirects.addOtherRedirect(capture.url, fetchedAt, target.href);
    else if (outcome !== 'no-payload')
      this.#redirects.addOther(capture.url, fetchedAt, capture.payload?.octets.length ?? 0, () =>
        lateAnswers(keptOf(capture), documentOf, this.#questions),
      );
  }

  /** The verdicts on redirects that are not given yet, when all captures are read. */
  *onRedirects(): Generator<SharedRows<'verdicts'>, void> {
    for (const [redirect, end] of this.#redirects.ends()) {
      const place = { ...redirect, answeredBy: end.kind === 'answered' ? end.url : null };
      yield new CaptureVerdicts(place, this.#questions.asked, this.#answersAt(end));
    }
  }

  #answersAt(end: RedirectEnd): readonly Answer[] {
    if (end.kind === 'answered') return end.answers;
    return end.kind === 'too-many' ? this.#tooMany : this.#notCaptured;
  }
}

/** Finds out what a capture says when it is asked. Apart from where captures are kept: in the same scope, it would hold the whole capture, too. */
function lateAnswers(
  kept: CaptureResponse,
  documentOf: (payload: Payload) => RobotsDocument,
  questions: VerdictQuestions,
): () => readonly Answer[] {
  return () => answersOf(kept, kept.payload && documentOf(kept.payload), questions);
}

/** What the meaning of a capture that is no redirect depends on, without the rest of its archive in memory. */
function keptOf({ url, status, payload, isRepeated }: Capture): CaptureResponse {
  const kept = payload && { ...payload, octets: new Uint8Array(payload.octets) };
  return { url, status, headers: NO_FIELDS, payload: kept, isRepeated };
}

/** What a capture that is no redirect says to each crawler about each path. */
function answersOf(
  capture: CaptureResponse,
  file: RobotsDocument | null,
  { crawlers, paths }: VerdictQuestions,
): readonly Answer[] {
  const readings = new Map<Profile, SharedAnswers | readonly Answer[]>();
  let shared: SharedAnswers | undefined;
  const answers: Answer[] = [];
  for (const { callers, profile } of crawlers) {
    let reading = readings.get(profile);
    if (reading === undefined) {
      const { meaning } = accessOfCapture(capture, profile.access);
      if (meaning === 'rules' && file !== null) {
        shared = new SharedAnswers(file, paths, profile, shared);
        reading = shared;
      } else reading = paths.map(() => BY_MEANING[meaning]);
      readings.set(profile, reading);
    }
    const given = reading instanceof SharedAnswers ? reading.of(callers) : reading;
    for (const answer of given) answers.push(answer);
  }
  return answers;
}

/** What a status alone says to every crawler. */
const NOTHING_KNOWN: Answer = {
  allowed: null,
  line: 0,
  directive: null,
  pattern: null,
  reason: null,
  selectedBy: null,
  restriction: null,
  refusedShare: null,
  crawlDelay: null,
  appliedUsage: null,
  statedUsage: null,
};

const BY_MEANING: Readonly<Record<CaptureMeaning, Answer>> = {
  'allow-all': { ...NOTHING_KNOWN, allowed: true, reason: 'status-allows-all', restriction: 'none' },
  'disallow-all': { ...NOTHING_KNOWN, allowed: false, reason: 'status-disallows-all', restriction: 'all' },
  nothing: NOTHING_KNOWN,
  rules: NOTHING_KNOWN,
};

/** What a redirect says whose target is not captured. */
export const NOT_CAPTURED: Answer = { ...NOTHING_KNOWN, reason: 'redirect-not-captured' };

/** What more redirects than are followed say. */
export const AFTER_TOO_MANY: Readonly<Record<CaptureMeaning, Answer>> = {
  ...BY_MEANING,
  'allow-all': { ...BY_MEANING['allow-all'], reason: 'redirects-allow-all' },
  'disallow-all': { ...BY_MEANING['disallow-all'], reason: 'redirects-disallow-all' },
};
