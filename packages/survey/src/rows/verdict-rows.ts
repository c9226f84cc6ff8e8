/**
 * The rows of the table `verdicts` that a capture gives.
 */

import type { Profile, RobotsDocument } from 'robotstream';
import type { Callers } from 'robotstream/internal';
import type { Capture } from '../captures/capture.js';
import type { SurveyRow } from '../tables.js';
import type { CaptureMeaning } from './outcome.js';
import { type Answers, SharedAnswers } from './shared-answers.js';

interface NamedCrawler {
  readonly name: string;
  readonly callers: Callers;
}

/** The verdicts that are wanted of every capture. */
export interface VerdictQuestions {
  /** The crawlers, and what to call them. */
  readonly crawlers: readonly NamedCrawler[];
  /** The paths to judge, each beginning with `/`. */
  readonly paths: readonly string[];
  readonly profile: Profile;
}

/**
 * Adds a row for each crawler and path.
 *
 * @param document the file; null if the status alone says what is allowed
 * @param meaning what the status means
 */
export function addVerdicts(
  source: string,
  { offset, offsetInMember, url, fetchedAt }: Capture,
  document: RobotsDocument | null,
  meaning: CaptureMeaning,
  { crawlers, paths, profile }: VerdictQuestions,
  rows: SurveyRow[],
): void {
  const ofFile = document === null ? undefined : new SharedAnswers(document, paths, profile);
  const ofStatus = statusAnswers(meaning, paths);
  for (const { name: agent, callers } of crawlers) {
    const answers = ofFile?.of(callers) ?? ofStatus;
    const { verdicts, statedUsages, selectedBy, restriction, crawlDelay } = answers;
    for (let nth = 0; nth < paths.length; nth++) {
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
          path: paths[nth],
          allowed,
          line,
          directive,
          pattern,
          reason,
          selectedBy,
          restriction,
          crawlDelay,
          usage: allowed ? statedUsages[nth] : null,
          statedUsage: statedUsages[nth],
        },
      });
    }
  }
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
    crawlDelay: null,
  };
}
