/**
 * From one record to the next: what a fetch changes (docs/semantics.md §6). Pure functions.
 */

import { type AccessAxes, DAY_MS, SECOND_MS } from 'robotstream/internal';
import type {
  AccessResult,
  NotModifiedResult,
  ResponseHeaders,
  SuccessResult,
  UnavailableResult,
  UnreachableResult,
} from '../fetch/result.js';
import { retryDelayMs, saysNotNow } from '../fetch/retry.js';
import { lifetimeOf } from './freshness.js';
import {
  type Absence,
  type CacheRecord,
  type Copy,
  isFromFuture,
  isUsable,
  keptFacts,
  keptMessage,
} from './record.js';

/** The settings that all records of a cache share, and the time. */
export interface RecordContext {
  readonly access: AccessAxes;
  readonly userAgent: string;
  /** The minimum time that a response is fresh, in milliseconds. */
  readonly minLifetimeMs: number;
  /** When the fetch ended, in milliseconds since 1970. */
  readonly now: number;
}

/** The shortest wait between two attempts, in milliseconds, even where a server asks for none. */
const MIN_RETRY_MS = SECOND_MS;

/**
 * The longest gap between two failed attempts that counts as one outage, in milliseconds. After a longer one, the file may have been
 * reachable in between.
 */
const MAX_ATTEMPT_GAP_MS = 7 * DAY_MS;

/**
 * Makes the record after a fetch.
 *
 * @param previous the record before the fetch
 * @param held the copy that made the request conditional; a 304 renews it
 */
export function nextRecord(
  previous: CacheRecord | undefined,
  held: Copy | null,
  result: AccessResult,
  context: RecordContext,
): CacheRecord {
  const { userAgent, now } = context;
  const { copy, absence } = copyAndAbsence(previous, held, result, context);
  return { robotsUrl: result.robotsUrl, userAgent, learntAt: now, copy, absence };
}

function copyAndAbsence(
  previous: CacheRecord | undefined,
  held: Copy | null,
  result: AccessResult,
  context: RecordContext,
): Pick<CacheRecord, 'copy' | 'absence'> {
  switch (result.outcome) {
    case 'success':
      return { copy: newCopy(result, context), absence: null };
    case 'not-modified':
      if (held === null) throw new TypeError(`${result.robotsUrl}: a 304 while no copy is held`);
      return { copy: renewedCopy(held, result, context), absence: null };
    case 'unavailable': {
      const absence = unavailable(previous, result, context);
      return { copy: copyWhileUnavailable(previous?.copy, context), absence };
    }
    case 'unreachable': {
      const absence = unreachable(previous, result, context);
      return { copy: copyWhileUnreachable(previous?.copy, context), absence };
    }
  }
}

function newCopy(result: SuccessResult, { access, minLifetimeMs, now }: RecordContext): Copy {
  const lifetime = lifetimeOf(result.headers, access, minLifetimeMs, now);
  return {
    document: result.document,
    facts: keptFacts(result),
    fetchedAt: now,
    validatedAt: now,
    lifetimeMs: lifetime.ms,
    storable: lifetime.storable,
  };
}

/** The copy, with the headers of the 304 (RFC 9111 §4.3.4). */
function renewedCopy(copy: Copy, result: NotModifiedResult, context: RecordContext): Copy {
  const headers = updatedHeaders(copy.facts.headers, result.headers);
  const lifetime = lifetimeOf(headers, context.access, context.minLifetimeMs, context.now);
  return {
    ...copy,
    facts: keptFacts({ ...copy.facts, headers }),
    // If the clock was set back, a file must not become older than its last confirmation.
    fetchedAt: Math.min(copy.fetchedAt, context.now),
    validatedAt: context.now,
    lifetimeMs: lifetime.ms,
    storable: lifetime.storable,
  };
}

/** RFC 9111 §3.2: new fields replace old ones, except those that describe the octets. The old `Age` no longer applies. */
function updatedHeaders(old: ResponseHeaders, update: ResponseHeaders): ResponseHeaders {
  const { age: _, ...kept } = old;
  const { 'content-encoding': _encoding, 'content-length': _length, ...fresh } = update;
  return { ...kept, ...fresh };
}

function unavailable(
  previous: CacheRecord | undefined,
  result: UnavailableResult,
  context: RecordContext,
): Absence {
  const { access, minLifetimeMs, now } = context;
  const { status, retry } = result;
  const isTransient = retry !== null || (status !== null && saysNotNow(status, access));
  const run = continuedRun(previous, { outcome: result.outcome, isTransient }, now);
  const advice = retry ?? {
    retryAfterMs: null,
    firstMs: access.retryFirstMs,
    maxMs: access.retryMaxMs,
  };
  const waitMs = isTransient
    ? Math.max(retryDelayMs(advice, run.attempts), MIN_RETRY_MS)
    : lifetimeOf(result.headers, access, minLifetimeMs, now).ms;
  const { meaning } = result;
  return absenceOf(run, result, { meaning, isTransient, isLocal: false, nextAt: now + waitMs });
}

function unreachable(
  previous: CacheRecord | undefined,
  result: UnreachableResult,
  { now }: RecordContext,
): Absence {
  const run = continuedRun(previous, { outcome: result.outcome, isTransient: true }, now);
  const waitMs = Math.max(retryDelayMs(result.retry, run.attempts), MIN_RETRY_MS);
  const isLocal = result.isLocalFault;
  const nextAt = now + waitMs;
  return absenceOf(run, result, { meaning: 'disallow-all', isTransient: true, isLocal, nextAt });
}

type Run = Pick<Absence, 'outcome' | 'since' | 'attempts'>;

/** The run of similar responses that the last fetch belongs to: the previous run, or a new one. */
function continuedRun(
  previous: CacheRecord | undefined,
  { outcome, isTransient }: Pick<Absence, 'outcome' | 'isTransient'>,
  now: number,
): Run {
  const absence = previous?.absence;
  const goesOn =
    previous !== undefined &&
    absence?.outcome === outcome &&
    absence.isTransient === isTransient &&
    now - previous.learntAt <= MAX_ATTEMPT_GAP_MS &&
    !isFromFuture(previous.learntAt, now);
  return goesOn
    ? { outcome, since: Math.min(absence.since, now), attempts: absence.attempts + 1 }
    : { outcome, since: now, attempts: 1 };
}

function absenceOf(
  run: Run,
  result: UnavailableResult | UnreachableResult,
  decided: Pick<Absence, 'meaning' | 'isTransient' | 'isLocal' | 'nextAt'>,
): Absence {
  const { fault, cause } = result;
  const message = cause === null ? null : keptMessage(cause.message);
  return { ...run, ...decided, facts: keptFacts(result), fault, message };
}

/** Under draft-koster-rep-00 §2.3.1.3, a copy may replace an unavailable file for some time. Under other profiles it may not. */
function copyWhileUnavailable(copy: Copy | null | undefined, { access, now }: RecordContext): Copy | null {
  const serves = copy?.storable === true && now < copy.validatedAt + access.unavailableCopyMs;
  return serves ? notFromFuture(copy, now) : null;
}

/** RFC 9309 §2.4: a copy may be used for longer while the file is unreachable; not one under `no-store`. */
function copyWhileUnreachable(copy: Copy | null | undefined, { now }: RecordContext): Copy | null {
  return copy !== null && copy !== undefined && isUsable(copy, now) ? notFromFuture(copy, now) : null;
}

/** After the clock was set back, a copy counts as fetched now: its age cannot be known, and must not be negative. */
function notFromFuture(copy: Copy, now: number): Copy {
  if (copy.validatedAt <= now) return copy;
  return { ...copy, fetchedAt: Math.min(copy.fetchedAt, now), validatedAt: now, lifetimeMs: 0 };
}
