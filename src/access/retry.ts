/**
 * When to ask again: back-off while a robots.txt is unreachable, and `Retry-After` (docs/semantics.md §6).
 */
import type { AccessAxes } from '../access-axes.js';
import type { ResponseHeaders } from './headers.js';
import { SERVICE_UNAVAILABLE, TOO_MANY_REQUESTS } from './judge.js';

/** How to space further attempts. Data: whoever keeps the result counts the failures. */
export interface RetryAdvice {
  /** What the server asked for, in milliseconds: the `Retry-After` of a 429 or 503, at most a day; null if nothing. Wins. */
  readonly retryAfterMs: number | null;
  /** The wait after the first failure, in milliseconds. */
  readonly firstMs: number;
  /** The longest wait, in milliseconds. */
  readonly maxMs: number;
}

/**
 * The advice after an answer, or after none.
 *
 * @param status the answer's, if there was one; `Retry-After` counts with a 429 or 503
 * @param now milliseconds since 1970
 */
export function adviseRetry(
  status: number | null,
  headers: ResponseHeaders,
  axes: AccessAxes,
  now: number,
): RetryAdvice {
  const isAskedToWait = status === TOO_MANY_REQUESTS || status === SERVICE_UNAVAILABLE;
  return {
    retryAfterMs: isAskedToWait ? parseRetryAfter(headers['retry-after'], now) : null,
    firstMs: status === SERVICE_UNAVAILABLE ? axes.retryFirst503Ms : axes.retryFirstMs,
    maxMs: axes.retryMaxMs,
  };
}

/** By how much the wait grows from one failure to the next. */
const BACK_OFF_FACTOR = 2;

/**
 * How long to wait before the next attempt, in milliseconds.
 *
 * @param failures attempts in a row that failed, this one included; from 1
 */
export function retryDelayMs(advice: RetryAdvice, failures: number): number {
  return advice.retryAfterMs ?? Math.min(advice.maxMs, advice.firstMs * BACK_OFF_FACTOR ** (failures - 1));
}

/** The longest `Retry-After` that is believed: a robots.txt is asked for at least once a day (RFC 9309 §2.4). */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

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
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : dateMs(text) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS);
}

/**
 * An HTTP date (RFC 9110 §5.6.7), which begins with a day's name; what else `Date.parse` reads is none. The one of its three
 * forms that has no zone means GMT as the others do.
 */
function dateMs(text: string): number {
  if (!/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i.test(text)) return Number.NaN;
  return Date.parse(/ GMT$/i.test(text) ? text : `${text} GMT`);
}
