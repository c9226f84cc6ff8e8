/**
 * The answer to a question about a URL, and where it comes from.
 */

import type { AccessMeaning, RobotsDocument, Verdict, VerdictReason } from 'robotstream';
import { type AccessAxes, STATUS_REASONS, statusReason } from 'robotstream/internal';
import type { Provenance } from './provenance.js';

/** The reasons of answers for which there is no file. */
export const ACCESS_REASONS = {
  ...STATUS_REASONS,
  'unreachable-for-long':
    'The robots.txt has been unreachable for so long that everything is allowed (RFC 9309 §2.3.1.4).',
} as const;

/** Why an answer is what it is: the reason of a verdict, or a key of `ACCESS_REASONS`. */
export type AnswerReason = VerdictReason | keyof typeof ACCESS_REASONS;

/** Whether a URL may be fetched, why, and where that comes from. */
export interface Answer {
  /** Whether the URL may be fetched now. */
  readonly allowed: boolean;
  /** Why: a key of `VERDICT_REASONS` or `ACCESS_REASONS`. */
  readonly reason: AnswerReason;
  /**
   * True if the URL is disallowed for now and not by a rule: the site, the network or this process failed, and the answer
   * may change at `retryAt`. Keep such a URL for later instead of dropping it.
   */
  readonly deferred: boolean;
  /**
   * When to ask again, in milliseconds since 1970, if the last fetch failed temporarily; else null.
   */
  readonly retryAt: number | null;
  /** What the rules say; null if there is no file, so that one answer applies to every URL. */
  readonly verdict: Verdict | null;
  /** Which copy of the robots.txt the answer is from. */
  readonly provenance: Provenance;
  /** All of this as one sentence. */
  readonly explanation: string;
}

/** What is known about a site's robots.txt. */
export interface SiteRobots {
  /** What it means for access; `rules` if there is a file. */
  readonly meaning: AccessMeaning;
  /** The file; null unless `meaning` is `rules`. */
  readonly document: RobotsDocument | null;
  /** When the file will be fetched again, in milliseconds since 1970, if the last fetch failed temporarily; else null. */
  readonly retryAt: number | null;
  /** Which copy of the robots.txt this is. */
  readonly provenance: Provenance;
}

/** An answer by the rules of a file. */
export function ruledAnswer(verdict: Verdict, retryAt: number | null, provenance: Provenance): Answer {
  const { allowed, reason } = verdict;
  const explanation = `${verdict.explanation}${noteOnStaleCopy(provenance)}`;
  return { allowed, reason, deferred: false, retryAt, verdict, provenance, explanation };
}

/**
 * An answer without a file.
 *
 * @param allowed what the profile says about the URL; under `disallow-all` it may still allow /robots.txt
 * @param axes what an unreachable robots.txt means under the profile from its first failure on
 */
export function blanketAnswer(
  allowed: boolean,
  meaning: AccessMeaning,
  retryAt: number | null,
  provenance: Provenance,
  axes: Pick<AccessAxes, 'unreachable'>,
): Answer {
  const deferred = !allowed && retryAt !== null;
  const forbids = meaning === 'disallow-all' || meaning === 'defer';
  if (allowed && forbids) {
    const explanation = 'Allowed: /robots.txt itself is always allowed.';
    return { allowed, reason: 'robots-txt', deferred, retryAt, verdict: null, provenance, explanation };
  }
  const reason = blanketReason(meaning, provenance, axes);
  const because = !allowed && provenance.fault === 'address-refused' ? ADDRESS_REFUSED : BECAUSE[reason];
  const explanation = `${allowed ? 'Allowed' : 'Disallowed'}: ${because}${details(provenance)}.`;
  return { allowed, reason, deferred, retryAt, verdict: null, provenance, explanation };
}

function blanketReason(
  meaning: AccessMeaning,
  { outcome }: Provenance,
  axes: Pick<AccessAxes, 'unreachable'>,
): keyof typeof ACCESS_REASONS {
  if (outcome === 'unreachable' && meaning === 'allow-all' && axes.unreachable !== 'allow-all')
    return 'unreachable-for-long';
  return statusReason(outcome, meaning);
}

const BECAUSE: { readonly [reason in keyof typeof ACCESS_REASONS]: string } = {
  unavailable: 'there is no robots.txt for this crawler',
  restricted: 'the server refuses to send its robots.txt, which forbids the whole site',
  unreachable: 'the robots.txt is unreachable, so the whole site is disallowed for now',
  deferred: 'the robots.txt is unreachable, so visits are deferred',
  'unreachable-allowed': 'the robots.txt is unreachable, and under this profile everything is allowed then',
  'unreachable-for-long': 'the robots.txt has been unreachable for so long that it counts as absent',
};

/** The sentence for a site that was not asked. */
const ADDRESS_REFUSED =
  "this program's address policy refuses the address of its robots.txt, so the site was not asked, and nothing is fetched";

/** The result of the last fetch, in brackets. */
function details({ status, fault }: Provenance): string {
  const parts = [status === null ? null : `status ${status}`, fault].filter((part) => part !== null);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** Says that a copy is used although it is no longer fresh. */
function noteOnStaleCopy({ freshness, fetchedAt, outcome }: Provenance): string {
  if (freshness === 'fresh' || fetchedAt === null) return '';
  const since = new Date(fetchedAt).toISOString();
  const why = outcome === 'success' ? 'the file is being fetched again' : `the file is now ${outcome}`;
  return ` (By a copy of ${since}, which stays in use because ${why}.)`;
}
