/**
 * When to try again: back-off while a robots.txt is unreachable, and `Retry-After` (docs/semantics.md §6).
 */
import { type AccessAxes, DAY_MS, isInClass, SECOND_MS, TOO_MANY_REQUESTS } from 'robotstream/internal';

export const SERVICE_UNAVAILABLE = 503;

/** How to space further attempts. Count the failures yourself. */
export interface RetryAdvice {
  /**
   * The wait that the server asked for with `Retry-After`, in milliseconds, at most a day; null if it did not, or not with a
   * status whose `Retry-After` the profile obeys. It takes precedence over the other two.
   */
  readonly retryAfterMs: number | null;
  /** The wait after the first failure, in milliseconds. */
  readonly firstMs: number;
  /** The longest wait, in milliseconds. */
  readonly maxMs: number;
}

/**
 * The advice after a response, or after a failure without one.
 *
 * @param status the response's status; null if there was no response
 * @param retryAfter its `Retry-After` header
 * @param now milliseconds since 1970
 */
export function adviseRetry(
  status: number | null,
  retryAfter: string | undefined,
  axes: AccessAxes,
  now: number,
): RetryAdvice {
  const isObeyed = status !== null && obeysRetryAfter(status, axes);
  return {
    retryAfterMs: isObeyed ? parseRetryAfter(retryAfter, now) : null,
    firstMs: status === SERVICE_UNAVAILABLE ? axes.retryFirst503Ms : axes.retryFirstMs,
    maxMs: axes.retryMaxMs,
  };
}

/** docs/semantics.md §6.4 */
function obeysRetryAfter(status: number, axes: AccessAxes): boolean {
  return isInClass(status, 5) || saysNotNow(status, axes);
}

/** The 4xx other than 429 that say "not now": RFC 9110 §15.5.9 and RFC 8470 §5.2. */
const NOT_NOW: ReadonlySet<number> = new Set([408, 425]);

/** Whether a 4xx means "not now" under a profile: the file is fetched again soon, even if there is none until then. */
export function saysNotNow(status: number, { retryAfter }: AccessAxes): boolean {
  return status === TOO_MANY_REQUESTS || (retryAfter === '408-425-429-and-5xx' && NOT_NOW.has(status));
}

/**
 * How long to wait before the next attempt, in milliseconds.
 *
 * @param failures attempts in a row that failed, this one included; from 1
 */
export function retryDelayMs(advice: RetryAdvice, failures: number): number {
  return advice.retryAfterMs ?? backOffMs(advice, failures);
}

/** The longest `Retry-After` that is obeyed: a cached robots.txt should not be used for more than a day (RFC 9309 §2.4). */
const MAX_RETRY_AFTER_MS = DAY_MS;

/**
 * What a `Retry-After` header asks for, in milliseconds from now, at most a day (RFC 9110 §10.2.3).
 *
 * @param value seconds or an HTTP date
 * @param now milliseconds since 1970
 * @returns null if it is missing or neither
 */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * SECOND_MS : dateMs(text) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}

/**
 * An HTTP date (RFC 9110 §5.6.7) in milliseconds. It begins with the name of a day; other texts that `Date.parse` accepts
 * are not HTTP dates. The form without a zone is in GMT, like the other two.
 */
function dateMs(text: string): number {
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i.test(text)) return Number.NaN;
  return Date.parse(/ GMT$/i.test(text) ? text : `${text} GMT`);
}

/** How the wait grows from one failure in a row to the next. */
export interface BackOff {
  /** The wait after the first failure, in milliseconds. */
  readonly firstMs: number;
  /** The longest wait, in milliseconds. Default: no limit. */
  readonly maxMs?: number;
  /** By how much each wait is longer than the one before. Default: 2. */
  readonly factor?: number;
}

/**
 * The wait after failures in a row, in milliseconds.
 *
 * @param failures how many, the last one included; from 1
 */
export function backOffMs({ firstMs, maxMs = Infinity, factor = 2 }: BackOff, failures: number): number {
  return Math.min(maxMs, firstMs * factor ** (failures - 1));
}
