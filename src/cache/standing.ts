/**
 * What a record means at a given time: whose word counts, whether it is fresh, and whether to ask the server
 * (docs/semantics.md §6). Pure, and run for every question.
 */

import type { AccessMeaning } from '../access/result.js';
import type { AccessAxes } from '../access-axes.js';
import { type Absence, type CacheRecord, type Copy, freshUntil } from './record.js';

/**
 * Whether a question has the server asked:
 * - `none`: no;
 * - `background`: yes, and is answered meanwhile by what is known;
 * - `wait`: yes, and waits for what comes of it.
 */
export type Refresh = 'none' | 'background' | 'wait';

export interface Standing {
  /** What decides: the copy's rules, or one answer for every URL. */
  readonly meaning: AccessMeaning;
  /** The copy whose rules decide; null unless `meaning` is `rules`. */
  readonly copy: Copy | null;
  readonly fresh: boolean;
  readonly refresh: Refresh;
  /** From when on a question has the server asked, in milliseconds since 1970. */
  readonly dueAt: number;
}

/** The part of a lifetime, at its end, in which a question has the file refreshed in the background: a hot host never waits. */
const EARLY_PART = 0.1;

/** What a record means now; undefined if it holds nothing that may be used. */
export function standingOf(record: CacheRecord, access: AccessAxes, now: number): Standing | undefined {
  const copy = usable(record.copy, now);
  const { absence } = record;
  if (absence === null) return copy === null ? undefined : besideNothing(copy, now < freshUntil(copy), now);
  return absence.outcome === 'unavailable'
    ? whileUnavailable(copy, absence, record.learntAt, access, now)
    : whileUnreachable(copy, absence, access, now);
}

/** What a record means to whoever waited for it: its file is fresh, however short its lifetime. */
export function standingOnArrival(
  record: CacheRecord,
  access: AccessAxes,
  now: number,
): Standing | undefined {
  const { copy, absence } = record;
  return copy !== null && absence === null ? besideNothing(copy, true, now) : standingOf(record, access, now);
}

/** `no-store`: not past its freshness. */
function usable(copy: Copy | null, now: number): Copy | null {
  return copy === null || copy.storable || now < freshUntil(copy) ? copy : null;
}

function besideNothing(copy: Copy, fresh: boolean, now: number): Standing {
  const endsAt = freshUntil(copy);
  const dueAt = endsAt - copy.lifetimeMs * EARLY_PART;
  return { meaning: 'rules', copy, fresh, refresh: refreshBy(now, dueAt, endsAt), dueAt };
}

function whileUnavailable(
  copy: Copy | null,
  absence: Absence,
  learntAt: number,
  access: AccessAxes,
  now: number,
): Standing {
  const { nextAt, passing, meaning } = absence;
  // What the server wants to be asked about only later is not asked about early.
  const dueAt = passing ? nextAt : nextAt - (nextAt - learntAt) * EARLY_PART;
  const refresh = refreshBy(now, dueAt, nextAt);
  if (copy !== null && now < copy.validatedAt + access.unavailableCopyMs) {
    return { meaning: 'rules', copy, fresh: now < freshUntil(copy), refresh, dueAt };
  }
  return { meaning, copy: null, fresh: now < nextAt, refresh, dueAt };
}

function whileUnreachable(copy: Copy | null, absence: Absence, access: AccessAxes, now: number): Standing {
  const { nextAt: dueAt, since } = absence;
  const forLong = now - since > access.unreachableForLongMs;
  if (copy === null || (forLong && access.unreachableForLong === 'defer')) {
    const meaning = forLong ? access.unreachableForLong : access.unreachable;
    return { meaning, copy: null, fresh: now < dueAt, refresh: refreshBy(now, dueAt, dueAt), dueAt };
  }
  // A copy serves while the next attempt is made, unless it has long been due: then the failure may be over for as long.
  const endsAt = freshUntil(copy);
  const refresh = refreshBy(now, dueAt, Math.max(endsAt, dueAt + access.retryMaxMs));
  return { meaning: 'rules', copy, fresh: now < endsAt, refresh, dueAt };
}

function refreshBy(now: number, dueAt: number, waitFrom: number): Refresh {
  if (now < dueAt) return 'none';
  return now < waitFrom ? 'background' : 'wait';
}
