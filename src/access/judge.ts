/**
 * What a status means for the robots.txt under a profile: the table of docs/semantics.md §6.
 */
import type { AccessAxes } from '../access-axes.js';
import type { AccessFault } from './faults.js';

/** What a status means. Redirects are followed before. */
export type Judgement =
  | { readonly outcome: 'success' }
  | { readonly outcome: 'not-modified' }
  | { readonly outcome: 'unavailable'; readonly meaning: 'allow-all' | 'disallow-all' }
  /** Unreachable, unless a probe shows that the site answers every missing page so. */
  | { readonly outcome: 'server-error' }
  | { readonly outcome: 'unreachable'; readonly fault: AccessFault };

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
export const TOO_MANY_REQUESTS = 429;
export const SERVICE_UNAVAILABLE = 503;
const NOT_MODIFIED = 304;

/** "Requested action not taken. File unavailable." */
export const FTP_FILE_UNAVAILABLE = 550;

/**
 * Judges an HTTP status.
 *
 * @param wasConditional whether the request was conditional; a 304 to any other means nothing
 */
export function judgeStatus(status: number, wasConditional: boolean, axes: AccessAxes): Judgement {
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

/** Judges the FTP reply to RETR: "file unavailable" is the 404 of FTP (RFC 959 §4.2.1). */
export function judgeFtpReply(code: number): Judgement {
  return code === FTP_FILE_UNAVAILABLE
    ? { outcome: 'unavailable', meaning: 'allow-all' }
    : { outcome: 'success' };
}

/** Whether a status is of a class: 4 for 400 to 499. */
export function isInClass(status: number, hundreds: number): boolean {
  return Math.floor(status / 100) === hundreds;
}
