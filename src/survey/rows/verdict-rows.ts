/**
 * The rows of the table `verdicts` that a capture gives.
 */
import type { Callers } from '../../match/select/callers.js';
import type { Profile } from '../../profiles.js';
import type { RobotsDocument } from '../../robots-document.js';
import type { Capture } from '../captures/capture.js';
import type { SurveyRow } from '../tables.js';
import type { CaptureMeaning } from './outcome.js';
import { SharedAnswers } from './shared-answers.js';

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

/** Adds a row for each crawler and path by what a file says. */
export function addVerdictsOfFile(
  source: string,
  capture: Capture,
  document: RobotsDocument,
  { crawlers, paths, profile }: VerdictQuestions,
  rows: SurveyRow[],
): void {
  const { offset, offsetInMember, url, fetchedAt } = capture;
  const answers = new SharedAnswers(document, paths, profile);
  for (const { name: agent, callers } of crawlers) {
    const { verdicts, statedUsages, selectedBy, restriction, crawlDelay } = answers.of(callers);
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

/** Adds a row for each crawler and path by what the status alone means. */
export function addVerdictsOfStatus(
  source: string,
  { offset, offsetInMember, url, fetchedAt }: Capture,
  meaning: CaptureMeaning,
  { crawlers, paths }: VerdictQuestions,
  rows: SurveyRow[],
): void {
  const { allowed, reason, restriction } = WITHOUT_FILE[meaning];
  for (const { name: agent } of crawlers) {
    for (const path of paths) {
      // No spread: in V8, each object that a spread begins and other fields end has a hidden class of its own.
      const row = {
        source,
        offset,
        offsetInMember,
        url,
        fetchedAt,
        agent,
        path,
        allowed,
        line: 0,
        directive: null,
        pattern: null,
        reason,
        selectedBy: null,
        restriction,
        crawlDelay: null,
        usage: null,
        statedUsage: null,
      };
      rows.push({ table: 'verdicts', row });
    }
  }
}

const NOTHING_KNOWN = { allowed: null, reason: null, restriction: null };

const WITHOUT_FILE = {
  'allow-all': { allowed: true, reason: 'status-allows-all', restriction: 'none' },
  'disallow-all': { allowed: false, reason: 'status-disallows-all', restriction: 'all' },
  nothing: NOTHING_KNOWN,
  rules: NOTHING_KNOWN,
} as const satisfies Readonly<Record<CaptureMeaning, unknown>>;
