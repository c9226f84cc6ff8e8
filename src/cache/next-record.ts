/**
 * From one record to the next: what an answer makes of what was remembered (docs/semantics.md §6). Pure.
 */

import type { ResponseHeaders } from '../access/headers.js';
import type {
  AccessFacts,
  AccessResult,
  NotModifiedResult,
  SuccessResult,
  UnavailableResult,
  UnreachableResult,
} from '../access/result.js';
import { retryDelayMs } from '../access/retry.js';
import type { AccessAxes } from '../access-axes.js';
import { lifetimeOf } from './lifetime.js';
import { type Absence, type CacheRecord, type Copy, freshUntil } from './record.js';

/** What holds for every record of a cache. */
export interface RecordContext {
  readonly access: AccessAxes;
  readonly userAgent: string;
  /** What an answer is fresh for at least, in milliseconds. */
  readonly leastLifetimeMs: number;
  /** When the answer came, in milliseconds since 1970. */
  readonly now: number;
}

/** Answers of the 4xx that say "not now" (RFC 9110 §15.5.9, RFC 8470 §5.2, RFC 6585 §4) and are asked about again soon. */
const PASSING_STATUSES: readonly (number | null)[] = [408, 425, 429];

/** A server that asks to be asked again at once waits this long all the same, in milliseconds. */
const LEAST_RETRY_MS = 1000;

/**
 * What is remembered once an answer has come.
 *
 * @param previous what was remembered until now
 * @param held the copy that the request was made conditional on; a 304 renews this one
 */
export function nextRecord(
  previous: CacheRecord | undefined,
  held: Copy | null,
  result: AccessResult,
  context: RecordContext,
): CacheRecord {
  const { robotsUrl, profile } = result;
  const { userAgent, now } = context;
  return { robotsUrl, profile, userAgent, learntAt: now, ...learnt(previous, held, result, context) };
}

function learnt(
  previous: CacheRecord | undefined,
  held: Copy | null,
  result: AccessResult,
  context: RecordContext,
): Pick<CacheRecord, 'copy' | 'absence'> {
  switch (result.outcome) {
    case 'success':
      return { copy: newCopy(result, context), absence: null };
    case 'not-modified':
      if (held === null) throw new TypeError(`${result.robotsUrl}: a 304 where no copy is held`);
      return { copy: renewed(held, result, context), absence: null };
    case 'unavailable': {
      const absence = unavailable(previous?.absence, result, context);
      return { copy: copyWhileUnavailable(previous?.copy, context), absence };
    }
    case 'unreachable': {
      const absence = unreachable(previous?.absence, result, context);
      return { copy: copyWhileUnreachable(previous?.copy, context), absence };
    }
  }
}

function newCopy(result: SuccessResult, { access, leastLifetimeMs, now }: RecordContext): Copy {
  const lifetime = lifetimeOf(result.headers, access, leastLifetimeMs, now);
  return {
    document: result.document,
    facts: factsOf(result),
    fetchedAt: now,
    validatedAt: now,
    lifetimeMs: lifetime.ms,
    storable: lifetime.storable,
  };
}

/** RFC 9111 §4.3.4: the copy lives on with the headers that the 304 brought. */
function renewed(copy: Copy, result: NotModifiedResult, context: RecordContext): Copy {
  const headers = updatedHeaders(copy.facts.headers, result.headers);
  const lifetime = lifetimeOf(headers, context.access, context.leastLifetimeMs, context.now);
  return {
    ...copy,
    facts: { ...copy.facts, headers },
    validatedAt: context.now,
    lifetimeMs: lifetime.ms,
    storable: lifetime.storable,
  };
}

/** RFC 9111 §3.2: the new fields replace the old, but for those that describe the octets; an old `Age` says nothing any more. */
function updatedHeaders(old: ResponseHeaders, update: ResponseHeaders): ResponseHeaders {
  const { age: _, ...kept } = old;
  const { 'content-encoding': _encoding, 'content-length': _length, ...fresh } = update;
  return { ...kept, ...fresh };
}

function unavailable(
  previous: Absence | null | undefined,
  result: UnavailableResult,
  context: RecordContext,
): Absence {
  const { access, leastLifetimeMs, now } = context;
  const row = rowOf(previous, result.outcome, now);
  const passing = result.retry !== null || PASSING_STATUSES.includes(result.status);
  const advice = result.retry ?? {
    retryAfterMs: null,
    firstMs: access.retryFirstMs,
    maxMs: access.retryMaxMs,
  };
  const waitMs = passing
    ? Math.max(retryDelayMs(advice, row.attempts), LEAST_RETRY_MS)
    : lifetimeOf(result.headers, access, leastLifetimeMs, now).ms;
  return { ...row, ...causeOf(result), meaning: result.meaning, passing, nextAt: now + waitMs };
}

function unreachable(
  previous: Absence | null | undefined,
  result: UnreachableResult,
  { now }: RecordContext,
): Absence {
  const row = rowOf(previous, result.outcome, now);
  const waitMs = Math.max(retryDelayMs(result.retry, row.attempts), LEAST_RETRY_MS);
  return { ...row, ...causeOf(result), meaning: 'disallow-all', passing: true, nextAt: now + waitMs };
}

function rowOf(
  previous: Absence | null | undefined,
  outcome: Absence['outcome'],
  now: number,
): Pick<Absence, 'outcome' | 'since' | 'attempts'> {
  return previous?.outcome === outcome
    ? { outcome, since: previous.since, attempts: previous.attempts + 1 }
    : { outcome, since: now, attempts: 1 };
}

function causeOf(
  result: UnavailableResult | UnreachableResult,
): Pick<Absence, 'facts' | 'fault' | 'message'> {
  return { facts: factsOf(result), fault: result.fault, message: result.cause?.message ?? null };
}

/** draft-koster-rep-00 §2.3.1.3 lets a copy serve for a time in place of a file that is gone; other profiles let it go. */
function copyWhileUnavailable(copy: Copy | null | undefined, { access, now }: RecordContext): Copy | null {
  const serves = copy?.storable === true && now < copy.validatedAt + access.unavailableCopyMs;
  return serves ? copy : null;
}

/** RFC 9309 §2.4: a copy may be used for longer while the file is unreachable; not one that must not be stored. */
function copyWhileUnreachable(copy: Copy | null | undefined, { now }: RecordContext): Copy | null {
  if (copy === null || copy === undefined) return null;
  return copy.storable || now < freshUntil(copy) ? copy : null;
}

/** A result without its outcome: what is plain data and holds whatever came of it. */
function factsOf(result: AccessResult): AccessFacts {
  const { robotsUrl, finalUrl, status, redirects, headers, octets, encodedOctets, timings, profile } = result;
  return { robotsUrl, finalUrl, status, redirects, headers, octets, encodedOctets, timings, profile };
}
