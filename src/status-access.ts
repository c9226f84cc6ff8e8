/**
 * What the status of a response to a request for a robots.txt means: RFC 9309 §2.3.1, docs/semantics.md §6.
 */

import { aWholeNumber } from './option-checks.js';
import { type AccessAxes, type AnyProfile, resolveProfile } from './profiles.js';

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

/** The reasons of answers that a status decides, because there is no file. */
export const STATUS_REASONS = {
  unavailable: 'There is no robots.txt for this crawler, so everything is allowed (RFC 9309 §2.3.1.3).',
  restricted:
    'The server refuses to send its robots.txt, which under this profile forbids the whole site (Koster 1996 §3.1).',
  unreachable: 'It cannot be known whether there is a robots.txt, so nothing is allowed (RFC 9309 §2.3.1.4).',
  'unreachable-allowed':
    'It cannot be known whether there is a robots.txt, and under this profile everything is allowed then.',
  deferred:
    'It cannot be known whether there is a robots.txt, and under this profile visits are deferred (Koster 1996 §3.1).',
} as const;

export type StatusReason = keyof typeof STATUS_REASONS;

/** A status that decides about every URL. */
export interface StatusRuling {
  readonly status: number;
  readonly reason: StatusReason;
}

/** Google counts a 429 as a server error; for RFC 9309 §2.3.1.3 it is a 4xx like any other. */
const GOOGLE = "Google's robots.txt specification";

/** Why a status decides, as the end of a sentence. */
export const BECAUSE_OF_STATUS: { readonly [reason in StatusReason]: (status: number) => string } = {
  unavailable: (status) => `there is no robots.txt, by its status ${status} (RFC 9309 §2.3.1.3).`,
  restricted: (status) =>
    `the server refuses to send its robots.txt, by its status ${status}, which forbids the whole site (Koster 1996 §3.1).`,
  unreachable: (status) =>
    `the robots.txt is unreachable, by its status ${status}, so nothing is allowed (${status === TOO_MANY_REQUESTS ? GOOGLE : 'RFC 9309 §2.3.1.4'}).`,
  'unreachable-allowed': (status) =>
    `the robots.txt is unreachable, by its status ${status}, and under this profile everything is allowed then.`,
  deferred: (status) =>
    `the robots.txt is unreachable, by its status ${status}, so visits are deferred (Koster 1996 §3.1).`,
};

/**
 * The reason of the answers that a status decides.
 *
 * @param meaning anything but `rules`
 */
export function statusReason(outcome: StatusAccess['outcome'], meaning: AccessMeaning): StatusReason {
  if (meaning === 'defer') return 'deferred';
  if (meaning === 'allow-all') return outcome === 'unreachable' ? 'unreachable-allowed' : 'unavailable';
  return outcome === 'unavailable' ? 'restricted' : 'unreachable';
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
 * @example
 * ```js
 * import { accessOf } from 'robotstream';
 *
 * console.log(accessOf(404).meaning, accessOf(503).meaning); // → allow-all disallow-all
 * ```
 */
export function accessOf(status: number, profile?: AnyProfile): StatusAccess {
  aWholeNumber(MIN_STATUS, MAX_STATUS)(status, 'status');
  return accessUnder(resolveProfile(profile).access, status);
}

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
export const TOO_MANY_REQUESTS = 429;

/** What a status means under a profile. The type says which meanings each outcome can have. */
export function accessUnder(axes: AccessAxes, status: number) {
  if (isInClass(status, 2)) return { outcome: 'success', meaning: 'rules' } as const;
  const isOutage = status === TOO_MANY_REQUESTS && axes.tooManyRequests === 'unreachable';
  if (!isInClass(status, 4) || isOutage)
    return { outcome: 'unreachable', meaning: axes.unreachable } as const;
  const isRestricted = status === UNAUTHORIZED || status === FORBIDDEN;
  return { outcome: 'unavailable', meaning: isRestricted ? axes.restricted : 'allow-all' } as const;
}

/** Whether a status is of a class: 4 for 400 to 499. */
export function isInClass(status: number, hundreds: number): boolean {
  return Math.floor(status / 100) === hundreds;
}
