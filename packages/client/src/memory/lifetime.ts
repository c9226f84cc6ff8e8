/**
 * How long a response is fresh: RFC 9111 §4.2 by way of http-cache-semantics, within what the profile says
 * (docs/semantics.md §6).
 */
import CachePolicy from 'http-cache-semantics';
import { type AccessAxes, DAY_MS } from 'robotstream/internal';
import type { ResponseHeaders } from '../fetch/result/headers.js';

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

type HeaderFields = Record<string, string>;

function decidingFields(headers: ResponseHeaders, from: AccessAxes['lifetimeFrom']): HeaderFields {
  const all = normalized(headers);
  const kept: HeaderFields = {};
  for (const name of DECIDING_FIELDS[from]) if (all[name] !== undefined) kept[name] = all[name];
  if (from === 'max-age') {
    const directive = MAX_AGE_DIRECTIVE.exec(kept['cache-control'] ?? '')?.[1];
    if (directive === undefined) delete kept['cache-control'];
    else kept['cache-control'] = directive;
  }
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
    if (/^\s*\d+\s*$/.test(first)) fields.age = first.trim();
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
