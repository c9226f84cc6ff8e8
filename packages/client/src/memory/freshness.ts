/**
 * What a record means at a given time: which response counts, whether it is fresh, and whether to fetch the file again
 * (docs/semantics.md §6). Pure functions.
 */

import type { AccessMeaning } from 'robotstream';
import type { AccessAxes } from 'robotstream/internal';
import { type Absence, type CacheRecord, type Copy, freshUntil, isFromFuture, isUsable } from './record.js';

/**
 * Whether a question causes another fetch of the file:
 * - `none`: no;
 * - `background`: yes, and the record answers the question meanwhile;
 * - `wait`: yes, and the question waits for the result.
 */
export type Refresh = 'none' | 'background' | 'wait';

export interface Freshness {
  /** What decides: the copy's rules, or one answer for every URL. */
  readonly meaning: AccessMeaning;
  /** The copy whose rules decide; null unless `meaning` is `rules`. */
  readonly copy: Copy | null;
  readonly isFresh: boolean;
  readonly refresh: Refresh;
  /** From when on a question causes another fetch, in milliseconds since 1970. */
  readonly dueAt: number;
  /** When any of this may next change without a fetch, in milliseconds since 1970. */
  readonly changesAt: number;
}

/**
 * The last part of a lifetime, in which a question causes a fetch in the background, so that no question ever waits for a
 * file in constant use.
 */
const EARLY_PART = 0.1;

/** What a record means now; undefined if nothing in it may be used. */
export function freshnessOf(record: CacheRecord, access: AccessAxes, now: number): Freshness | undefined {
  const { absence } = record;
  const copy = record.copy !== null && isUsable(record.copy, now) ? record.copy : null;
  if (isFromFuture(record.learntAt, now)) return afterClockWasSetBack(copy, now);
  if (absence === null) {
    return copy === null ? undefined : ofCopy(copy, now < freshUntil(copy, now), now);
  }
  return absence.outcome === 'unavailable'
    ? whileUnavailable(copy, absence, record.learntAt, access, now)
    : whileUnreachable(copy, absence, access, now);
}

/**
 * What a record means to a question that waited for it: the file is fresh, however short its lifetime.
 */
export function freshnessOnArrival(
  record: CacheRecord,
  access: AccessAxes,
  now: number,
): Freshness | undefined {
  const { copy, absence } = record;
  return copy !== null && absence === null ? ofCopy(copy, true, now) : freshnessOf(record, access, now);
}

/** The record's times are meaningless, so the file is fetched again. If that fails, the copy can still be used. */
function afterClockWasSetBack(copy: Copy | null, now: number): Freshness | undefined {
  if (copy === null) return undefined;
  return { meaning: 'rules', copy, isFresh: false, refresh: 'wait', dueAt: now, changesAt: now };
}

function ofCopy(copy: Copy, isFresh: boolean, now: number): Freshness {
  const endsAt = freshUntil(copy, now);
  const dueAt = endsAt - copy.lifetimeMs * EARLY_PART;
  const refresh = refreshBy(now, dueAt, endsAt);
  return { meaning: 'rules', copy, isFresh, refresh, dueAt, changesAt: firstAfter(now, dueAt, endsAt) };
}

function whileUnavailable(
  copy: Copy | null,
  absence: Absence,
  learntAt: number,
  access: AccessAxes,
  now: number,
): Freshness {
  const { nextAt, isTransient, meaning } = absence;
  // A server that asks for a pause gets all of it.
  const dueAt = isTransient ? nextAt : nextAt - (nextAt - learntAt) * EARLY_PART;
  const refresh = refreshBy(now, dueAt, nextAt);
  const copyEndsAt = copy === null ? now : copy.validatedAt + access.unavailableCopyMs;
  if (copy !== null && now < copyEndsAt) {
    const endsAt = freshUntil(copy, now);
    const changesAt = firstAfter(now, dueAt, nextAt, endsAt, copyEndsAt);
    return { meaning: 'rules', copy, isFresh: now < endsAt, refresh, dueAt, changesAt };
  }
  const changesAt = firstAfter(now, dueAt, nextAt);
  return { meaning, copy: null, isFresh: now < nextAt, refresh, dueAt, changesAt };
}

function whileUnreachable(copy: Copy | null, absence: Absence, access: AccessAxes, now: number): Freshness {
  const { nextAt: dueAt, since } = absence;
  const longSince = since + access.unreachableForLongMs;
  const isForLong = now > longSince;
  if (copy === null || (isForLong && access.unreachableForLong === 'defer')) {
    const meaning = isForLong ? access.unreachableForLong : access.unreachable;
    const refresh = refreshBy(now, dueAt, dueAt);
    const changesAt = firstAfter(now, dueAt, longSince + 1);
    return { meaning, copy: null, isFresh: now < dueAt, refresh, dueAt, changesAt };
  }
  // The copy answers during the next attempt. If that attempt is long overdue, the outage may be over, so a question
  // waits.
  const endsAt = freshUntil(copy, now);
  const waitFrom = Math.max(endsAt, dueAt + access.retryMaxMs);
  const refresh = refreshBy(now, dueAt, waitFrom);
  const changesAt = firstAfter(now, dueAt, waitFrom, endsAt, longSince + 1);
  return { meaning: 'rules', copy, isFresh: now < endsAt, refresh, dueAt, changesAt };
}

function refreshBy(now: number, dueAt: number, waitFrom: number): Refresh {
  if (now < dueAt) return 'none';
  return now < waitFrom ? 'background' : 'wait';
}

/** The earliest of several times that is still to come; Infinity if none is. */
function firstAfter(now: number, ...times: readonly number[]): number {
  let first = Infinity;
  for (const time of times) if (time > now && time < first) first = time;
  return first;
}
