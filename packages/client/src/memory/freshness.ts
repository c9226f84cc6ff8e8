/**
 * How long a response is fresh (RFC 9111 §4.2 by way of http-cache-semantics, within what the profile says), and what a record means at a given
 * time: which response counts, whether it is fresh, and whether to fetch the file again (docs/semantics.md §6). Pure functions.
 */

import CachePolicy from 'http-cache-semantics';
import type { AccessMeaning } from 'robotstream';
import { type AccessAxes, DAY_MS } from 'robotstream/internal';
import type { ResponseHeaders } from '../fetch/result.js';
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

export interface Lifetime {
  /** Milliseconds from the time of the response. */
  readonly ms: number;
  /** Whether the response may be written to a store (RFC 9111 §5.2.2.5, `no-store`). */
  readonly storable: boolean;
}

/** The header fields that may set lifetimes under a profile. `max-age` is `Cache-Control` reduced to that directive. */
const DECIDING_FIELDS = {
  'cache-control-and-expires': ['cache-control', 'expires', 'pragma', 'vary', 'date', 'age'],
  'max-age': ['cache-control', 'date', 'age'],
  expires: ['expires', 'date', 'age'],
} as const satisfies Record<AccessAxes['lifetimeFrom'], readonly (keyof ResponseHeaders)[]>;

/** Directives of `Cache-Control` that affect the lifetime. Without one, and without `Expires`, the profile's default applies. */
const LIFETIME_DIRECTIVE = /(?:^|,)\s*(?:max-age|no-cache|no-store|immutable)\s*(?:[=,]|$)/;
const MAX_AGE_DIRECTIVE = /(?:^|,)\s*(max-age\s*=\s*"?[^,"]*)/;

/** The longest lifetime that a header can ask for, in milliseconds, so that times stay numbers that clocks and JSON can hold. */
export const MAX_LIFETIME_MS = 36_500 * DAY_MS;

/**
 * How long a response is fresh from now on. One under `no-store` is fresh for exactly the minimum.
 *
 * @param headers of a response that has just arrived
 * @param minLifetimeMs the minimum, in milliseconds; the profile's maximum wins over it
 * @param now milliseconds since 1970
 */
export function lifetimeOf(
  headers: ResponseHeaders,
  access: AccessAxes,
  minLifetimeMs: number,
  now: number,
): Lifetime {
  const storable = policyOf(normalized(headers), now).storable();
  const ms = storable ? statedOrDefaultMs(headers, access, now) : 0;
  const longest = Math.min(access.maxLifetimeMs, MAX_LIFETIME_MS);
  return { ms: Math.round(Math.min(Math.max(ms, minLifetimeMs), longest)), storable };
}

function statedOrDefaultMs(headers: ResponseHeaders, access: AccessAxes, now: number): number {
  const deciding = decidingFields(headers, access.lifetimeFrom);
  return statesLifetime(deciding) ? remainingMs(policyOf(deciding, now)) : access.lifetimeMs;
}

type HeaderFields = Record<string, string | undefined>;

function decidingFields(headers: ResponseHeaders, from: AccessAxes['lifetimeFrom']): HeaderFields {
  const all = normalized(headers);
  const kept: HeaderFields = {};
  for (const name of DECIDING_FIELDS[from]) kept[name] = all[name];
  if (from === 'max-age') kept['cache-control'] = MAX_AGE_DIRECTIVE.exec(all['cache-control'] ?? '')?.[1];
  return kept;
}

/**
 * A copy that makes the library read the fields as the standards require: `Cache-Control` in lower case, since directives have no
 * case (RFC 9111 §5.2), and of several directives of one name the first (RFC 9111 §4.2.1); the first `Age` only, and none that is
 * not a number of at least 0 (RFC 9111 §5.1).
 */
function normalized(headers: ResponseHeaders): HeaderFields {
  const fields: HeaderFields = { ...headers };
  const { age, 'cache-control': control } = headers;
  if (control !== undefined) {
    fields['cache-control'] = firstOfEach(withoutQuotedCommas(control.toLowerCase()));
  }
  if (age !== undefined) {
    const [first] = age.split(',', 1);
    if (/^\s*\d+\s*$/.test(first)) fields.age = first;
    else delete fields.age;
  }
  return fields;
}

/** With a space for each comma within a quoted value. The library, too, takes each comma for the end of a directive. */
function withoutQuotedCommas(control: string): string {
  return control.replace(/"[^"]*"/g, (quoted) => quoted.replaceAll(',', ' '));
}

/** The first directive of each name. */
function firstOfEach(control: string): string {
  const directives = new Map<string, string>();
  for (const directive of control.split(',')) {
    const name = directive.split('=', 1)[0].trim();
    if (!directives.has(name)) directives.set(name, directive);
  }
  return [...directives.values()].join(',');
}

function statesLifetime(headers: HeaderFields): boolean {
  const control = headers['cache-control'];
  if (control !== undefined && LIFETIME_DIRECTIVE.test(control)) return true;
  if (headers.expires !== undefined || headers.vary?.trim() === '*') return true;
  return control === undefined && /no-cache/i.test(headers.pragma ?? '');
}

function remainingMs(policy: CachePolicy): number {
  return (policy.maxAge() - policy.age()) * 1000;
}

/** The library's view of a response that arrives now. Its clock stands still, because it asks for ages alone. */
class ArrivingPolicy extends CachePolicy {
  now(): number {
    return 0;
  }
}

/**
 * The library's view of a response at a given time. The view is that of a private cache, since a crawler's cache serves one
 * user agent, and of a 200, since the profile says which responses are kept. It leaves out `Last-Modified`, from which the
 * library would guess a lifetime: without a statement in the headers, the profile's default applies.
 */
function policyOf(headers: HeaderFields, now: number): CachePolicy {
  const request = { method: 'GET', headers: {} };
  // Where a response has no date, the library takes its clock for it.
  const hasDate = Number.isFinite(Date.parse(headers.date ?? ''));
  const dated = hasDate ? headers : { ...headers, date: new Date(now).toISOString() };
  return new ArrivingPolicy(request, { status: 200, headers: dated }, { shared: false });
}
