/**
 * The table of docs/semantics.md §6 as data: what each profile makes of what comes of fetching a robots.txt, and how long it holds.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time-units.js';

/** How a file is fetched, what its absence means, and how long either is believed. */
export interface AccessAxes {
  /** How many redirects in a row are followed: at least five (RFC 9309 §2.3.1.2). */
  readonly maxRedirects: number;
  /** What one more redirect makes of the file. */
  readonly tooManyRedirects: 'unavailable' | 'unreachable';
  /** What a 401 or 403 means. Other 4xx mean `allow-all`. */
  readonly restricted: 'allow-all' | 'disallow-all';
  /** What a 429 makes of the file: it is one of the 4xx, or the server's failure. */
  readonly tooManyRequests: 'unavailable' | 'unreachable';
  /** What a 5xx makes of the file where a probe found that the site answers every missing page so. */
  readonly serverErrorEverywhere: 'unavailable' | 'unreachable';
  /** What an unreachable file means while no copy is held. */
  readonly unreachable: 'disallow-all' | 'defer';
  /** What it means once it has been unreachable for `unreachableForLongMs` and no copy is held. */
  readonly unreachableForLong: 'allow-all' | 'defer';
  /** Milliseconds; 30 days (RFC 9309 §2.3.1.4). */
  readonly unreachableForLongMs: number;
  /** For how long, in milliseconds since it was fetched, an earlier copy serves in place of an unavailable file; 0: never. */
  readonly unavailableCopyMs: number;
  /** The wait after the first failure, in milliseconds; it doubles with each further one. */
  readonly retryFirstMs: number;
  /** The same after a 503. */
  readonly retryFirst503Ms: number;
  /** The longest wait between two attempts, in milliseconds. `Retry-After` wins over all three. */
  readonly retryMaxMs: number;
  /** The statuses whose `Retry-After` is obeyed: those after which access is decided by waiting. */
  readonly retryAfter: '429-and-5xx' | '408-425-429-and-5xx';
  /** Whether a file that is held is asked for only if it has changed since (RFC 9110 §13). */
  readonly conditionalRequests: boolean;
  /** How long a file is fresh, in milliseconds, where its headers say nothing. */
  readonly lifetimeMs: number;
  /** Which headers say how long it is: those of RFC 9111 §4.2.1, `Cache-Control: max-age` alone, or `Expires` alone. */
  readonly lifetimeFrom: 'cache-control-and-expires' | 'max-age' | 'expires';
  /** The longest that headers can make it, in milliseconds; `Infinity` for no such bound. */
  readonly maxLifetimeMs: number;
}

/** RFC 9309 §2.3 and §2.4. */
export const RFC_9309_ACCESS: AccessAxes = {
  maxRedirects: 5,
  tooManyRedirects: 'unavailable',
  restricted: 'allow-all',
  tooManyRequests: 'unavailable',
  serverErrorEverywhere: 'unreachable',
  unreachable: 'disallow-all',
  unreachableForLong: 'allow-all',
  unreachableForLongMs: 30 * DAY_MS,
  unavailableCopyMs: 0,
  retryFirstMs: MINUTE_MS,
  retryFirst503Ms: MINUTE_MS,
  retryMaxMs: HOUR_MS,
  retryAfter: '408-425-429-and-5xx',
  conditionalRequests: true,
  lifetimeMs: DAY_MS,
  lifetimeFrom: 'cache-control-and-expires',
  maxLifetimeMs: DAY_MS,
};

/** Google's page, "Handling of errors and HTTP status codes" and "Caching"; the GET is unconditional ("File location and range of validity"). */
export const GOOGLE_ACCESS: AccessAxes = {
  ...RFC_9309_ACCESS,
  tooManyRequests: 'unreachable',
  serverErrorEverywhere: 'unavailable',
  retryFirst503Ms: 10 * SECOND_MS,
  retryAfter: '429-and-5xx',
  conditionalRequests: false,
  lifetimeFrom: 'max-age',
  maxLifetimeMs: Infinity,
};

/** draft-koster-rep-00 §2.3.1.3: a copy may serve for up to 24 hours while the file is unavailable. */
export const DRAFT_KOSTER_REP_00_ACCESS: AccessAxes = {
  ...RFC_9309_ACCESS,
  unavailableCopyMs: DAY_MS,
};

/** Koster 1996 §3.1 and §3.4. */
export const KOSTER_1996_ACCESS: AccessAxes = {
  ...RFC_9309_ACCESS,
  tooManyRedirects: 'unreachable',
  restricted: 'disallow-all',
  unreachable: 'defer',
  unreachableForLong: 'defer',
  lifetimeMs: 7 * DAY_MS,
  lifetimeFrom: 'expires',
  maxLifetimeMs: Infinity,
};
