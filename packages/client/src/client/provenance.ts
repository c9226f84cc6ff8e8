/**
 * Where an answer comes from: which fetch, how long ago, and whether it is still fresh.
 */

import type { AccessFault } from '../fetch/faults.js';
import type { Redirect } from '../fetch/result.js';
import { freshUntil } from '../memory/record.js';
import type { CacheAnswer, Source } from '../memory/record-memory.js';

/** Where an answer comes from. Times are milliseconds since 1970. */
export interface Provenance {
  /** The robots.txt that governs the URL. */
  readonly robotsUrl: string;
  /** Where the robots.txt was found, after redirects. A URL of more than 2,048 characters is cut. */
  readonly finalUrl: string;
  /** The redirects followed, 16 at most. */
  readonly redirects: readonly Redirect[];
  /**
   * Where the answer came from: this process's memory, the store, or a fetch that has just ended.
   */
  readonly source: Source;
  /** What the last fetch found: a file, none, or a failure, after which an earlier copy may still be used. */
  readonly outcome: 'success' | 'unavailable' | 'unreachable';
  /** The status of the last fetch, or of the one that brought the file if that was the last; null if it got no response. */
  readonly status: number | null;
  /** What failed at the last fetch; null if nothing did. */
  readonly fault: AccessFault | null;
  /** What failed, in words. */
  readonly faultMessage: string | null;
  /** When the file was fetched; null if no file is used. */
  readonly fetchedAt: number | null;
  /** When the server last confirmed the file that is used, or sent the response that is used in place of one. */
  readonly validatedAt: number;
  /** How long ago that was, in milliseconds. */
  readonly ageMs: number;
  /** `fresh` if it may be used without another fetch; `stale` if it is used because nothing better is known. */
  readonly freshness: 'fresh' | 'stale';
  /** When it stops being fresh. */
  readonly freshUntil: number;
  /** From when on a question causes another fetch. */
  readonly refreshAt: number;
  /** When the first of an unbroken run of failed fetches ended; null if the last one did not fail. */
  readonly unreachableSince: number | null;
  /** How many fetches have failed in a row. */
  readonly failures: number;
}

/** Where a cached answer comes from. */
export function provenanceOf(cached: CacheAnswer, now: number): Provenance {
  const { entry, freshness, source } = cached;
  const { robotsUrl, learntAt, absence } = entry.record;
  const { copy, isFresh, dueAt } = freshness;
  const facts = copy?.facts ?? absence?.facts;
  const validatedAt = copy?.validatedAt ?? learntAt;
  const outage = absence?.outcome === 'unreachable' ? absence : null;
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
    freshness: isFresh ? 'fresh' : 'stale',
    freshUntil: freshUntilOf(cached, now),
    refreshAt: dueAt,
    unreachableSince: outage?.since ?? null,
    failures: outage?.attempts ?? 0,
  };
}

/** When a cached answer stops being fresh, in milliseconds since 1970. */
export function freshUntilOf({ entry, freshness }: CacheAnswer, now: number): number {
  const { learntAt, absence } = entry.record;
  const { copy } = freshness;
  return copy === null ? (absence?.nextAt ?? learntAt) : freshUntil(copy, now);
}

/** When a cached answer may change, in milliseconds since 1970; null unless its last fetch failed for now. */
export function retryAtOf({ entry, freshness }: CacheAnswer): number | null {
  return entry.record.absence?.isTransient ? freshness.dueAt : null;
}
