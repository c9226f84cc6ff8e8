/**
 * The answer to a question about a URL, with all that it rests on.
 */
import type { AccessFault } from '../access/faults.js';
import type { AccessMeaning, Redirect } from '../access/result.js';
import { freshUntil } from '../cache/record.js';
import type { Finding, Source } from '../cache/robots-cache.js';
import type { Verdict, VerdictReason } from '../match/verdict.js';
import type { RobotsDocument } from '../robots-document.js';

/** Every reason that an answer can have beside those of a verdict. */
export const ACCESS_REASONS = {
  unavailable: 'There is no robots.txt for this crawler, so everything is allowed (RFC 9309 §2.3.1.3).',
  restricted:
    'The server refuses its robots.txt, and the profile takes that for a no to everything (Koster 1996 §3.1).',
  unreachable: 'Nobody knows whether there is a robots.txt, so nothing is allowed (RFC 9309 §2.3.1.4).',
  deferred:
    'Nobody knows whether there is a robots.txt, and the profile has visits put off (Koster 1996 §3.1).',
  'unreachable-for-long':
    'It has been unreachable for so long that everything is allowed (RFC 9309 §2.3.1.4).',
} as const;

export type AnswerReason = VerdictReason | keyof typeof ACCESS_REASONS;

/** Whether a URL may be fetched, why, and where that is known from. */
export interface Answer {
  readonly allowed: boolean;
  readonly reason: AnswerReason;
  /** What the rules say; null where no rules were had, and so one answer holds for every URL. */
  readonly verdict: Verdict | null;
  readonly provenance: Provenance;
  /** All of this as one sentence. */
  readonly explanation: string;
}

/** What is known of a site's robots.txt. */
export interface SiteRobots {
  /** What it means for access; `rules` if there is a file. */
  readonly meaning: AccessMeaning;
  /** The file; null unless `meaning` is `rules`. */
  readonly document: RobotsDocument | null;
  readonly provenance: Provenance;
}

/** Where an answer is known from. Times are milliseconds since 1970. */
export interface Provenance {
  /** The robots.txt that governs the URL. */
  readonly robotsUrl: string;
  /** Where it was found, behind redirects. */
  readonly finalUrl: string;
  /** The redirects on the way there. */
  readonly redirects: readonly Redirect[];
  /** Where the answer came from: it was at hand, another process or an earlier run had left it, or it was fetched just now. */
  readonly source: Source;
  /** What came of the last fetch: a file, none, or a failure, during which an earlier copy may still be used. */
  readonly outcome: 'success' | 'unavailable' | 'unreachable';
  /** The status of the last fetch, or of the one that brought the file if that was the last; null if there was none. */
  readonly status: number | null;
  /** What failed at the last fetch; null if nothing did. */
  readonly fault: AccessFault | null;
  /** What failed, in words. */
  readonly faultMessage: string | null;
  /** When the file was fetched; null if none is used. */
  readonly fetchedAt: number | null;
  /** When the server last confirmed the file that is used, or gave the answer that is used in place of one. */
  readonly validatedAt: number;
  /** How long ago that was, in milliseconds. */
  readonly ageMs: number;
  /** Whether what is used may be used without asking again; otherwise it is `stale`, for want of anything better. */
  readonly freshness: 'fresh' | 'stale';
  /** When it stops being fresh. */
  readonly freshUntil: number;
  /** From when on the next question has the server asked. */
  readonly refreshAt: number;
  /** Since when every fetch has failed; null if the last did not. */
  readonly unreachableSince: number | null;
  /** How many fetches in a row have failed. */
  readonly failures: number;
}

/** Where a finding is known from. */
export function provenanceOf({ resident, standing, source }: Finding, now: number): Provenance {
  const { robotsUrl, learntAt, absence } = resident.record;
  const { copy, fresh, dueAt } = standing;
  const facts = copy?.facts ?? absence?.facts;
  const validatedAt = copy?.validatedAt ?? learntAt;
  const unreachable = absence?.outcome === 'unreachable' ? absence : null;
  return {
    robotsUrl,
    finalUrl: facts?.finalUrl ?? robotsUrl,
    redirects: facts?.redirects ?? [],
    source,
    outcome: absence?.outcome ?? 'success',
    status: (absence ?? copy)?.facts.status ?? null,
    fault: absence?.fault ?? null,
    faultMessage: absence?.message ?? null,
    fetchedAt: copy?.fetchedAt ?? null,
    validatedAt,
    ageMs: Math.max(now - validatedAt, 0),
    freshness: fresh ? 'fresh' : 'stale',
    freshUntil: copy === null ? (absence?.nextAt ?? learntAt) : freshUntil(copy),
    refreshAt: dueAt,
    unreachableSince: unreachable?.since ?? null,
    failures: unreachable?.attempts ?? 0,
  };
}

/** An answer by the file's rules. */
export function ruledAnswer(verdict: Verdict, provenance: Provenance): Answer {
  const { allowed, reason } = verdict;
  const explanation = `${verdict.explanation}${knownFrom(provenance)}`;
  return { allowed, reason, verdict, provenance, explanation };
}

/**
 * An answer where no rules were had.
 *
 * @param allowed as the profile has it; under `disallow-all` a robots.txt may be allowed all the same
 */
export function blanketAnswer(allowed: boolean, meaning: AccessMeaning, provenance: Provenance): Answer {
  const forbids = meaning === 'disallow-all' || meaning === 'defer';
  if (allowed && forbids) {
    const explanation = 'Allowed: /robots.txt itself is always allowed.';
    return { allowed, reason: 'robots-txt', verdict: null, provenance, explanation };
  }
  const reason = blanketReason(meaning, provenance.outcome);
  const explanation = `${allowed ? 'Allowed' : 'Disallowed'}: ${BECAUSE[reason]}${detail(provenance)}.`;
  return { allowed, reason, verdict: null, provenance, explanation };
}

function blanketReason(meaning: AccessMeaning, outcome: Provenance['outcome']): keyof typeof ACCESS_REASONS {
  if (meaning === 'defer') return 'deferred';
  if (outcome === 'unreachable') return meaning === 'allow-all' ? 'unreachable-for-long' : 'unreachable';
  return meaning === 'allow-all' ? 'unavailable' : 'restricted';
}

const BECAUSE: { readonly [reason in keyof typeof ACCESS_REASONS]: string } = {
  unavailable: 'there is no robots.txt for this crawler',
  restricted: 'the server refuses its robots.txt, and so the whole site',
  unreachable: 'the robots.txt is unreachable, and with it the whole site',
  deferred: 'the robots.txt is unreachable, and visits are put off',
  'unreachable-for-long': 'the robots.txt has been unreachable for so long that it counts as absent',
};

/** What the fetch came to, in brackets. */
function detail({ status, fault }: Provenance): string {
  const parts = [status === null ? null : `status ${status}`, fault].filter((part) => part !== null);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** Says that a copy is used for want of anything better. */
function knownFrom({ freshness, fetchedAt, outcome }: Provenance): string {
  if (freshness === 'fresh' || fetchedAt === null) return '';
  const since = new Date(fetchedAt).toISOString();
  return ` (By a copy of ${since}, which is kept in use because the file is now ${outcome}.)`;
}
