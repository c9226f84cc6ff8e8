/**
 * Reads the absences in a cache by the profile of another crawler. The cache keeps each record by the profile of its client. A crawler
 * that shares the cache may read statuses differently: a 429 means "no file" under `rfc9309`, and "unreachable" under `google`.
 */
import { type AccessAxes, accessUnder, isInClass } from 'robotstream/internal';
import type { AccessFault } from '../fetch/faults.js';
import type { Absence } from '../memory/record.js';
import { type CacheAnswer, MemoryEntry } from '../memory/record-memory.js';

/** Answers of a cache under the profile of one crawler. */
export interface AbsencesUnder {
  /** @param now milliseconds since 1970 */
  seen(cached: CacheAnswer, now: number): CacheAnswer;
}

/** Reads absences by a profile; undefined if the cache's profile makes the same choices, so that they mean the same. */
export function absencesUnder(access: AccessAxes, cachedBy: AccessAxes): AbsencesUnder | undefined {
  const axes = Object.keys(access) as (keyof AccessAxes)[];
  if (axes.every((axis) => access[axis] === cachedBy[axis])) return undefined;
  const entries = new WeakMap<MemoryEntry, MemoryEntry>();
  return {
    seen: (cached, now) => {
      const { entry, source } = cached;
      const { absence } = entry.record;
      // A file is a file under every profile.
      if (absence === null) return cached;
      const own =
        entries.get(entry) ?? new MemoryEntry({ ...entry.record, absence: absenceUnder(absence, access) });
      entries.set(entry, own);
      const freshness = own.answerAt(now, access)?.freshness ?? cached.freshness;
      return { entry: own, freshness, source };
    },
  };
}

function absenceUnder(absence: Absence, access: AccessAxes): Absence {
  const found = meaningUnder(absence, access);
  if (found === undefined) return absence;
  const isOutage = found.outcome === 'unreachable';
  return {
    ...absence,
    ...found,
    fault: isOutage ? (absence.fault ?? faultOf(absence.facts.status)) : null,
    message: isOutage ? absence.message : null,
    isTransient: isOutage || absence.isTransient,
  };
}

/** What a response without a file means under a profile; undefined if it is the same under all, as for a failed connection. */
function meaningUnder(
  { facts, outcome }: Absence,
  access: AccessAxes,
): Pick<Absence, 'outcome' | 'meaning'> | undefined {
  const { status, finalUrl } = facts;
  if (status === null || finalUrl.startsWith('ftp:')) return undefined;
  if (isInClass(status, 5)) {
    // A probe has shown that the site responds like this to every missing page.
    const isMissing = outcome === 'unavailable' && access.serverErrorEverywhere === 'unavailable';
    return isMissing ? undefined : { outcome: 'unreachable', meaning: 'disallow-all' };
  }
  if (!isInClass(status, 4)) return undefined;
  const found = accessUnder(access, status);
  if (found.outcome === 'success') return undefined;
  // What an unreachable file means, freshness.ts reads from the profile.
  return found.outcome === 'unreachable' ? { outcome: 'unreachable', meaning: 'disallow-all' } : found;
}

function faultOf(status: number | null): AccessFault {
  return status !== null && isInClass(status, 5) ? 'server-error' : 'too-many-requests';
}
