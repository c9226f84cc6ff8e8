/**
 * What the status of a response to a request for a robots.txt means: RFC 9309 §2.3.1, docs/semantics.md §6.
 */
import type { AccessAxes } from './access-axes.js';
import { resolveProfile } from './define-profile.js';
import { aWholeNumber } from './option-checks.js';
import type { Profile, ProfileName } from './profiles.js';

/**
 * What a result means for access to the site, unless an earlier copy is used instead:
 * - `rules`: the file's rules decide (RFC 9309 §2.3.1.1);
 * - `allow-all`: everything is allowed (§2.3.1.3);
 * - `disallow-all`: nothing is allowed (§2.3.1.4);
 * - `defer`: nothing is allowed for now; try the URLs again later (Koster 1996 §3.1).
 */
export type AccessMeaning = 'rules' | 'allow-all' | 'disallow-all' | 'defer';

/** What a status means. */
export interface StatusAccess {
  /** Whether there is a file, there is none, or the site cannot say: RFC 9309 §2.3.1.1, §2.3.1.3 and §2.3.1.4. */
  readonly outcome: 'success' | 'unavailable' | 'unreachable';
  /** What that means for access while no earlier copy of the file is known. */
  readonly meaning: AccessMeaning;
}

const MIN_STATUS = 100;
const MAX_STATUS = 999;

/**
 * What the HTTP status of a robots.txt means for access: for 2xx the rules of the file decide; for any other status, one
 * answer applies to every URL. A redirect counts as one that was not followed.
 *
 * @param status the status of the last response, after redirects
 * @param profile the profile to judge by, or its name; default `rfc9309`
 * @throws {TypeError} if the status is not a number, or there is no such profile
 * @throws {RangeError} if the status is not a whole number from 100 to 999
 */
export function accessOf(status: number, profile?: Profile | ProfileName): StatusAccess {
  aWholeNumber(MIN_STATUS, MAX_STATUS)(status, 'status');
  const { access } = resolveProfile(profile);
  const found = outcomeOfStatus(status, false, access);
  if (found.outcome === 'success') return { outcome: 'success', meaning: 'rules' };
  if (found.outcome === 'unavailable') return found;
  return { outcome: 'unreachable', meaning: access.unreachable };
}

/** The outcome by the status, in detail. Redirects have been followed already. */
export type StatusOutcome =
  | { readonly outcome: 'success' }
  | { readonly outcome: 'not-modified' }
  | { readonly outcome: 'unavailable'; readonly meaning: 'allow-all' | 'disallow-all' }
  /** Unreachable, unless a probe shows that the site answers every missing page so. */
  | { readonly outcome: 'server-error' }
  | { readonly outcome: 'unreachable'; readonly fault: 'unexpected-status' | 'too-many-requests' };

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
export const TOO_MANY_REQUESTS = 429;
export const SERVICE_UNAVAILABLE = 503;
const NOT_MODIFIED = 304;

/**
 * The outcome by an HTTP status.
 *
 * @param wasConditional whether the request was conditional; a 304 to any other means nothing
 */
export function outcomeOfStatus(status: number, wasConditional: boolean, axes: AccessAxes): StatusOutcome {
  if (isInClass(status, 2)) return { outcome: 'success' };
  if (isInClass(status, 5)) return { outcome: 'server-error' };
  if (status === NOT_MODIFIED && wasConditional) return { outcome: 'not-modified' };
  if (!isInClass(status, 4)) return { outcome: 'unreachable', fault: 'unexpected-status' };
  if (status === TOO_MANY_REQUESTS && axes.tooManyRequests === 'unreachable') {
    return { outcome: 'unreachable', fault: 'too-many-requests' };
  }
  const isRestricted = status === UNAUTHORIZED || status === FORBIDDEN;
  return { outcome: 'unavailable', meaning: isRestricted ? axes.restricted : 'allow-all' };
}

/** Whether a status is of a class: 4 for 400 to 499. */
export function isInClass(status: number, hundreds: number): boolean {
  return Math.floor(status / 100) === hundreds;
}
