/**
 * The rows of the table `verdicts` that a capture gives.
 */

import type { Profile, RobotsDocument } from 'robotstream';
import type { Callers } from 'robotstream/internal';
import type { Capture } from '../captures/capture.js';
import type { RowOf, SharedRows } from '../tables.js';
import { governedBy } from './authority.js';
import type { KnownAnswers } from './known-answers.js';
import { momentOf } from './moment.js';
import { accessOfCapture, type CaptureMeaning, type CaptureResponse, redirectTargetOf } from './outcome.js';
import { type Answer, SharedAnswers } from './shared-answers.js';

export interface NamedCrawler {
  readonly name: string;
  readonly callers: Callers;
  readonly profile: Profile;
}

type VerdictRow = RowOf<'verdicts'>;

/** The cells that all rows of a capture have in common. */
type Place = Pick<
  VerdictRow,
  | 'source'
  | 'inputOffset'
  | 'offsetInMember'
  | 'url'
  | 'authority'
  | 'fetchedAt'
  | 'datePrecision'
  | 'location'
>;

/** The cells that are the same for every capture. */
type QuestionCells = Pick<VerdictRow, 'agent' | 'profile' | 'path'>;

/** The verdicts that are wanted of every capture. */
export interface VerdictQuestions {
  readonly crawlers: readonly NamedCrawler[];
  /** The paths to judge, each beginning with `/`. */
  readonly paths: readonly string[];
  /** Of each row of a capture, by crawler and then by path. */
  readonly asked: readonly QuestionCells[];
  /** The profiles of the crawlers, each once, and the place of each crawler's among them. */
  readonly profiles: readonly Profile[];
  readonly profileOfCrawler: readonly number[];
}

/** @param crawlers the crawlers, and what to call them */
export function verdictQuestions(
  crawlers: readonly NamedCrawler[],
  paths: readonly string[],
): VerdictQuestions {
  const asked = crawlers.flatMap(({ name, profile }) =>
    paths.map((path) => ({ agent: name, profile: profile.name, path })),
  );
  const profiles = [...new Set(crawlers.map(({ profile }) => profile))];
  const profileOfCrawler = crawlers.map(({ profile }) => profiles.indexOf(profile));
  return { crawlers, paths, asked, profiles, profileOfCrawler };
}

/** The rows of a capture. Most crawlers get the same answer, so that rows share it. */
class CaptureVerdicts implements SharedRows<'verdicts'> {
  readonly table = 'verdicts';
  readonly parts: readonly [
    place: readonly [Place],
    asked: readonly QuestionCells[],
    answers: readonly Answer[],
  ];

  readonly #capture: Capture;

  constructor(capture: Capture, place: Place, asked: readonly QuestionCells[], answers: readonly Answer[]) {
    this.#capture = capture;
    this.parts = [[place], asked, answers];
  }

  get id(): unknown {
    return this.#capture.id;
  }

  get length(): number {
    return this.parts[1].length;
  }

  rowAt(nth: number): VerdictRow {
    const [[place], asked, answers] = this.parts;
    const { source, inputOffset, offsetInMember, url, authority, fetchedAt, datePrecision, location } = place;
    const { agent, profile, path } = asked[nth];
    const { allowed, line, directive, pattern, reason, selectedBy } = answers[nth];
    const { restriction, refusedShare, crawlDelay, appliedUsage, statedUsage } = answers[nth];
    // Every column by its name: V8 gives objects that begin with a spread a hidden class each.
    return {
      source,
      inputOffset,
      offsetInMember,
      url,
      authority,
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
      location,
      selectedBy,
      restriction,
      refusedShare,
      crawlDelay,
      appliedUsage,
      statedUsage,
    };
  }
}

/**
 * The verdicts on a capture: a row for each crawler and path.
 *
 * @param file the payload as a document, whatever the status says; null if there is none
 * @param known the answers that captures gave to the same questions
 */
export function verdictsOn(
  source: string,
  capture: Capture,
  file: RobotsDocument | null,
  questions: VerdictQuestions,
  known: KnownAnswers,
): SharedRows<'verdicts'> {
  const { offset, offsetInMember, url } = capture;
  const location = redirectTargetOf(capture)?.href ?? null;
  const authority = governedBy(url);
  const { fetchedAt, datePrecision } = momentOf(capture.fetchedAt);
  const place = {
    source,
    inputOffset: offset,
    offsetInMember,
    url,
    authority,
    fetchedAt,
    datePrecision,
    location,
  };
  const answers =
    location === null
      ? known.of(capture, () => answersOf(capture, file, questions))
      : questions.asked.map(() => REDIRECT);
  return new CaptureVerdicts(capture, place, questions.asked, answers);
}

/** What a capture that is no redirect says to each crawler about each path. */
function answersOf(
  capture: CaptureResponse,
  file: RobotsDocument | null,
  { crawlers, paths, profiles, profileOfCrawler }: VerdictQuestions,
): readonly Answer[] {
  let shared: SharedAnswers | undefined;
  const readings = profiles.map((profile) => {
    const { meaning } = accessOfCapture(capture, profile.access);
    if (meaning !== 'rules' || file === null) return paths.map(() => BY_MEANING[meaning]);
    shared = new SharedAnswers(file, paths, profile, shared);
    return shared;
  });
  const answers: Answer[] = [];
  for (let nth = 0; nth < crawlers.length; nth++) {
    const reading = readings[profileOfCrawler[nth]];
    const given = reading instanceof SharedAnswers ? reading.of(crawlers[nth].callers) : reading;
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

/** What a redirect says: what the capture of its target says, which may be anywhere in the survey (report/redirects.ts). */
const REDIRECT: Answer = { ...NOTHING_KNOWN, reason: 'redirect' };

/** What more redirects than are followed say. */
export const AFTER_TOO_MANY: Readonly<Record<CaptureMeaning, Answer>> = {
  ...BY_MEANING,
  'allow-all': { ...BY_MEANING['allow-all'], reason: 'redirects-allow-all' },
  'disallow-all': { ...BY_MEANING['disallow-all'], reason: 'redirects-disallow-all' },
};
