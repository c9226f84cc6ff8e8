/**
 * The rows of the table `verdicts` that a capture gives.
 */

import type { Profile, RobotsDocument } from 'robotstream';
import type { Callers } from 'robotstream/internal';
import type { Capture } from '../captures/capture.js';
import type { SurveyRow } from '../tables.js';
import { momentOf } from './moment.js';
import { accessOfCapture, type CaptureMeaning } from './outcome.js';
import { type Answers, SharedAnswers } from './shared-answers.js';

interface NamedCrawler {
  readonly name: string;
  readonly callers: Callers;
  readonly profile: Profile;
}

/** The verdicts that are wanted of every capture. */
export interface VerdictQuestions {
  /** The crawlers, and what to call them. */
  readonly crawlers: readonly NamedCrawler[];
  /** The paths to judge, each beginning with `/`. */
  readonly paths: readonly string[];
}

/**
 * Adds a row for each crawler and path.
 *
 * @param file the payload as a document, whatever the status says; null if there is none
 */
export function addVerdicts(
  source: string,
  capture: Capture,
  file: RobotsDocument | null,
  { crawlers, paths }: VerdictQuestions,
  rows: SurveyRow[],
): void {
  const { offset, offsetInMember, url } = capture;
  const { fetchedAt, datePrecision } = momentOf(capture.fetchedAt);
  const readings = new Map<Profile, (callers: Callers) => Answers>();
  for (const { name: agent, callers, profile } of crawlers) {
    let answersOf = readings.get(profile);
    if (answersOf === undefined) {
      answersOf = readingOf(capture, file, paths, profile);
      readings.set(profile, answersOf);
    }
    const answers = answersOf(callers);
    const { verdicts, statedUsages, selectedBy, restriction, refusedShare, crawlDelay } = answers;
    for (let nth = 0; nth < paths.length; nth++) {
      const { allowed, line, directive, pattern, reason } = verdicts[nth];
      rows.push({
        table: 'verdicts',
        row: {
          source,
          inputOffset: offset,
          offsetInMember,
          url,
          fetchedAt,
          datePrecision,
          agent,
          profile: profile.name,
          path: paths[nth],
          allowed,
          line,
          directive,
          pattern,
          reason,
          selectedBy,
          restriction,
          refusedShare,
          crawlDelay,
          appliedUsage: allowed ? statedUsages[nth] : null,
          statedUsage: statedUsages[nth],
        },
      });
    }
  }
}

/** What a capture says to the crawlers of a profile: by its status alone, or by the rules of its file. */
function readingOf(
  capture: Capture,
  file: RobotsDocument | null,
  paths: readonly string[],
  profile: Profile,
): (callers: Callers) => Answers {
  const { meaning } = accessOfCapture(capture, profile.access);
  if (meaning === 'rules' && file !== null) {
    const shared = new SharedAnswers(file, paths, profile);
    return (callers) => shared.of(callers);
  }
  const answers = statusAnswers(meaning, paths);
  return () => answers;
}

const NOTHING_KNOWN = { allowed: null, reason: null, restriction: null };

const BY_MEANING = {
  'allow-all': { allowed: true, reason: 'status-allows-all', restriction: 'none' },
  'disallow-all': { allowed: false, reason: 'status-disallows-all', restriction: 'all' },
  nothing: NOTHING_KNOWN,
  rules: NOTHING_KNOWN,
} as const satisfies Readonly<Record<CaptureMeaning, unknown>>;

/** What a status alone says to every crawler. */
function statusAnswers(meaning: CaptureMeaning, paths: readonly string[]): Answers {
  const { allowed, reason, restriction } = BY_MEANING[meaning];
  const verdict = { allowed, line: 0, directive: null, pattern: null, reason };
  return {
    verdicts: paths.map(() => verdict),
    statedUsages: paths.map(() => null),
    selectedBy: null,
    restriction,
    refusedShare: null,
    crawlDelay: null,
  };
}
