/**
 * The table of docs/semantics.md §6.1 as data: what the outcome of a fetch means under each profile, and how long it is valid.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time-units.js';

/** How a robots.txt is fetched, what it means that there is none, and how long a result is valid. */
export interface AccessAxes {
  /** How many redirects in a row are followed: at least five (RFC 9309 §2.3.1.2). */
  readonly maxRedirects: number;
  /** What it means for the file if there are more redirects than `maxRedirects`. */
  readonly tooManyRedirects: 'unavailable' | 'unreachable';
  /** What a 401 or 403 means for the site. Any other 4xx means `allow-all`. */
  readonly restricted: 'allow-all' | 'disallow-all';
  /** What a 429 means for the file: there is none, as after any 4xx, or the server failed. */
  readonly tooManyRequests: 'unavailable' | 'unreachable';
  /** What a 5xx means for the file if a probe found that the site responds so to every missing page. */
  readonly serverErrorEverywhere: 'unavailable' | 'unreachable';
  /** What an unreachable file means for the site while no copy is cached. */
  readonly unreachable: 'disallow-all' | 'defer';
  /** What a file that has been unreachable for `unreachableForLongMs` means for the site while no copy is cached. */
  readonly unreachableForLong: 'allow-all' | 'defer';
  /** How long a file must be unreachable for `unreachableForLong` to apply, in milliseconds: 30 days (RFC 9309 §2.3.1.4). */
  readonly unreachableForLongMs: number;
  /** How long after it was fetched an earlier copy may serve in place of an unavailable file, in milliseconds; 0: never. */
  readonly unavailableCopyMs: number;
  /** The wait after the first failure, in milliseconds. It doubles with each further failure. */
  readonly retryFirstMs: number;
  /** The wait after the first failure if that was a 503, in milliseconds. It doubles with each further failure. */
  readonly retryFirst503Ms: number;
  /** The longest wait between two attempts, in milliseconds, unless `Retry-After` asks for a longer one. */
  readonly retryMaxMs: number;
  /** The statuses whose `Retry-After` is obeyed: those after which the crawler waits. */
  readonly retryAfter: '429-and-5xx' | '408-425-429-and-5xx';
  /** Whether a cached file is requested only if it has changed (RFC 9110 §13). */
  readonly conditionalRequests: boolean;
  /** How long a file is fresh if its headers do not say, in milliseconds. */
  readonly lifetimeMs: number;
  /** Which headers say how long a file is fresh: those of RFC 9111 §4.2.1, only `Cache-Control: max-age`, or only `Expires`. */
  readonly lifetimeFrom: 'cache-control-and-expires' | 'max-age' | 'expires';
  /** The longest lifetime that headers can set, in milliseconds; `Infinity` for no limit. */
  readonly maxLifetimeMs: number;
  /** Whether the crawler leaves the time between two requests that a file asks for, by `Crawl-delay` or `Request-rate`. */
  readonly obeysCrawlDelay: boolean;
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
  obeysCrawlDelay: true,
};

/** Google's page, "Handling of errors and HTTP status codes" and "Caching"; the request is unconditional ("File location and range of validity"). */
export const GOOGLE_ACCESS: AccessAxes = changed(RFC_9309_ACCESS, {
  tooManyRequests: 'unreachable',
  serverErrorEverywhere: 'unavailable',
  retryFirst503Ms: 10 * SECOND_MS,
  retryAfter: '429-and-5xx',
  conditionalRequests: false,
  lifetimeFrom: 'max-age',
  maxLifetimeMs: Infinity,
  obeysCrawlDelay: false,
});

/** draft-koster-rep-00 §2.3.1.3: a copy may serve for up to 24 hours while the file is unavailable. */
export const DRAFT_KOSTER_REP_00_ACCESS: AccessAxes = changed(RFC_9309_ACCESS, {
  unavailableCopyMs: DAY_MS,
});

/** Koster 1996 §3.1 and §3.4. */
export const KOSTER_1996_ACCESS: AccessAxes = changed(RFC_9309_ACCESS, {
  tooManyRedirects: 'unreachable',
  restricted: 'disallow-all',
  unreachable: 'defer',
  unreachableForLong: 'defer',
  lifetimeMs: 7 * DAY_MS,
  lifetimeFrom: 'expires',
  maxLifetimeMs: Infinity,
});

/** Axes with some choices changed. It is a function because a bundler leaves out an unused call, but not an unused spread. */
function changed(axes: AccessAxes, choices: Partial<AccessAxes>): AccessAxes {
  return { ...axes, ...choices };
}
