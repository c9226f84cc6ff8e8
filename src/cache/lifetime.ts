/**
 * How long an answer is fresh: RFC 9111 §4.2 by way of http-cache-semantics, within what the profile says (docs/semantics.md §6).
 */
import CachePolicy from 'http-cache-semantics';
import type { ResponseHeaders } from '../access/headers.js';
import type { AccessAxes } from '../access-axes.js';

export interface Lifetime {
  /** Milliseconds from the time the answer came. */
  readonly ms: number;
  /** Whether it may be written to a store (RFC 9111 §5.2.2.5, `no-store`). */
  readonly storable: boolean;
}

/** The header fields that a profile lets speak about lifetimes; `max-age` keeps that one directive. */
const SPEAKING = {
  'cache-control-and-expires': ['cache-control', 'expires', 'pragma', 'vary', 'date', 'age'],
  'max-age': ['cache-control', 'date', 'age'],
  expires: ['expires', 'date', 'age'],
} as const satisfies Record<AccessAxes['lifetimeFrom'], readonly (keyof ResponseHeaders)[]>;

/** Directives of `Cache-Control` that bear on the lifetime; without one, and without `Expires`, the profile's default holds. */
const LIFETIME_DIRECTIVE = /(?:^|,)\s*(?:max-age|no-cache|no-store|immutable)\s*(?:[=,]|$)/;
const MAX_AGE_DIRECTIVE = /(?:^|,)\s*(max-age\s*=\s*"?[^,"]*)/;

/** What no header makes longer, so that times stay numbers that JSON and clocks can take. */
const LONGEST_MS = 100 * 365 * 24 * 60 * 60 * 1000;

/**
 * How long an answer is fresh from now on.
 *
 * @param headers of a response that has just come
 * @param leastMs what an answer is fresh for at least, in milliseconds
 * @param now milliseconds since 1970
 */
export function lifetimeOf(
  headers: ResponseHeaders,
  access: AccessAxes,
  leastMs: number,
  now: number,
): Lifetime {
  const speaking = speakingHeaders(headers, access.lifetimeFrom);
  const ms = saysLifetime(speaking) ? remainingMs(policyOf(speaking, now)) : access.lifetimeMs;
  const longest = Math.min(access.maxLifetimeMs, LONGEST_MS);
  return {
    // The profile's cap wins over the caller's floor: RFC 9309 §2.4 has no use for a copy older than that.
    ms: Math.round(Math.min(Math.max(ms, leastMs), longest)),
    storable: policyOf(lowerCased(headers), now).storable(),
  };
}

type HeaderFields = Record<string, string>;

function speakingHeaders(headers: ResponseHeaders, from: AccessAxes['lifetimeFrom']): HeaderFields {
  const all = lowerCased(headers);
  const kept: HeaderFields = {};
  for (const name of SPEAKING[from]) if (all[name] !== undefined) kept[name] = all[name];
  if (from === 'max-age') {
    const directive = MAX_AGE_DIRECTIVE.exec(kept['cache-control'] ?? '')?.[1];
    if (directive === undefined) delete kept['cache-control'];
    else kept['cache-control'] = directive;
  }
  return kept;
}

/** A copy whose `Cache-Control` is in lower case: directives have no case (RFC 9111 §5.2), the library's have. */
function lowerCased(headers: ResponseHeaders): HeaderFields {
  const control = headers['cache-control'];
  return { ...headers, ...(control === undefined ? {} : { 'cache-control': control.toLowerCase() }) };
}

function saysLifetime(headers: HeaderFields): boolean {
  const control = headers['cache-control'];
  if (control !== undefined && LIFETIME_DIRECTIVE.test(control)) return true;
  if (headers.expires !== undefined || headers.vary?.trim() === '*') return true;
  return control === undefined && /no-cache/i.test(headers.pragma ?? '');
}

function remainingMs(policy: CachePolicy): number {
  return (policy.maxAge() - policy.age()) * 1000;
}

/**
 * The library's view of an answer at a given time. It is that of a private cache, since a crawler's cache serves one user
 * agent; and of a 200, since which answers are kept is settled by the profile, not by the status. It is not shown
 * `Last-Modified`, by which it would guess: where the headers are silent, the profile speaks.
 */
function policyOf(headers: HeaderFields, now: number): CachePolicy {
  class PolicyAt extends CachePolicy {
    now(): number {
      return now;
    }
  }
  const request = { method: 'GET', headers: {} };
  return new PolicyAt(request, { status: 200, headers }, { shared: false });
}
