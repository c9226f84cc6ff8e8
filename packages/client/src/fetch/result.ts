/**
 * The result of fetching a robots.txt, and what it means for access: RFC 9309 §2.3.1, docs/semantics.md §6.
 *
 * Everything in a result except `document` and `cause` is plain data that survives JSON.
 */

import type { Octets, Profile, RobotsError } from 'robotstream';
import {
  type AccessAxes,
  accessUnder,
  FileCollector,
  fileKind,
  fileOf,
  isInClass,
  octetsOf,
  RobotsDocument,
  TOO_MANY_REQUESTS,
} from 'robotstream/internal';
import { AccessError, type AccessFault } from './faults.js';
import { adviseRetry, type RetryAdvice } from './retry.js';

/** The result of a fetch. `outcome` distinguishes the kinds. */
export type AccessResult = SuccessResult | NotModifiedResult | UnavailableResult | UnreachableResult;

/** How a fetch ended: the `outcome` of an `AccessResult`. */
export type AccessOutcome = AccessResult['outcome'];

/** The members of every result. */
export interface AccessFacts {
  /** The URL of the robots.txt. The result applies to its scheme, host and port, wherever redirects led. */
  readonly robotsUrl: string;
  /** The URL of the last request: `robotsUrl`, or where redirects led. */
  readonly finalUrl: string;
  /** The HTTP status of the last response, or the FTP reply code; null if there was no response. */
  readonly status: number | null;
  /** The redirects received, in order. The last one was not followed if there were too many, or its target was refused. */
  readonly redirects: readonly Redirect[];
  /** The relevant headers of the last response; empty if there was none. */
  readonly headers: ResponseHeaders;
  /** Octets of the body that were read, decoded. 0 if the body was not read. */
  readonly octets: number;
  /** Octets of the body that were received, in encoded form. */
  readonly encodedOctets: number;
  /** How long the parts of the fetch took. */
  readonly timings: AccessTimings;
  /** The name of the profile. */
  readonly profile: string;
}

/** One redirect. */
export interface Redirect {
  /** The URL that redirects. */
  readonly url: string;
  /** 301, 302, 303, 307 or 308. */
  readonly status: number;
  /** The target, resolved and without its fragment; null if the Location header is missing or cannot be followed. */
  readonly location: string | null;
}

/** The headers that matter for a robots.txt, in lower case: its type, its coding, and how long it may be cached. */
export const KEPT_HEADERS = [
  'age',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'pragma',
  'retry-after',
  'vary',
] as const;

export type KeptHeader = (typeof KEPT_HEADERS)[number];

/** The kept headers of a response, unchanged. Several lines of one header are joined by `, ` (RFC 9110 §5.3). */
export type ResponseHeaders = { readonly [name in KeptHeader]?: string };

const KEPT: ReadonlySet<string> = new Set(KEPT_HEADERS);

/** The headers to keep, of all headers. */
export function keptHeaders(all: Readonly<Record<string, string | string[] | undefined>>): ResponseHeaders {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(all)) {
    const key = name.toLowerCase();
    if (value !== undefined && KEPT.has(key)) kept[key] = Array.isArray(value) ? value.join(', ') : value;
  }
  return kept;
}

/** When the fetch took place and how long its parts took, in milliseconds. */
export interface AccessTimings {
  /** When the fetch began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** From the beginning until the last request could be sent (name resolved, connected, TLS established); null if it could not. */
  readonly connectMs: number | null;
  /** From the beginning until the headers of the last response arrived; null if they did not. */
  readonly headersMs: number | null;
  /** From the headers of the last response until the end of its body; null if the body was not read to its end. */
  readonly bodyMs: number | null;
  /** From the beginning until the result. */
  readonly totalMs: number;
}

/** There is a file: a 2xx response or a file over FTP, read to its end or to the parsing limit. */
export interface SuccessResult extends AccessFacts {
  readonly outcome: 'success';
  readonly meaning: 'rules';
  /** The file. `document.truncated` is true if the parsing limit cut it. */
  readonly document: RobotsDocument;
  /**
   * Null, or `bad-encoding` where the Content-Encoding header names a coding that does not exist (`utf-8`, `none`): the body
   * is plain text and is read as it is.
   */
  readonly fault: AccessFault | null;
  /** The fault in words. */
  readonly cause: RobotsError | null;
}

/** The held copy is still current: a 304 to a conditional request (RFC 9110 §15.4.5). */
export interface NotModifiedResult extends AccessFacts {
  readonly outcome: 'not-modified';
  readonly meaning: 'rules';
  readonly fault: null;
  readonly cause: null;
}

/** There is no file for this crawler (RFC 9309 §2.3.1.3). */
export interface UnavailableResult extends AccessFacts {
  readonly outcome: 'unavailable';
  /** `disallow-all` after a 401 or 403 under a profile where these restrict access (`koster-1996`). */
  readonly meaning: 'allow-all' | 'disallow-all';
  /**
   * Null after a status; `too-many-redirects` or `redirect-loop`; `server-error` if the probe found that the site
   * answers every missing page with a 5xx; `html-page` under the option `html`.
   */
  readonly fault: AccessFault | null;
  readonly cause: RobotsError | null;
  /** The probe; null if none was sent. */
  readonly probe: ProbeFacts | null;
  /** When to try again, if the server asked for a wait: a 408, 425 or 429 with Retry-After. Null otherwise. */
  readonly retry: RetryAdvice | null;
}

/** Whether there is a file is unknown: the server or the network failed (RFC 9309 §2.3.1.4). */
export interface UnreachableResult extends AccessFacts {
  readonly outcome: 'unreachable';
  readonly meaning: 'allow-all' | 'disallow-all' | 'defer';
  /** What failed. `cause.code` is the same. */
  readonly fault: AccessFault;
  /**
   * Whether the failure may be this process's own: name resolution, the connection to the network, a proxy, the guard
   * of `addresses`, a limit set by an option. Such a fault decides this process's answer, but says nothing about the
   * site. A name or a connection that fails counts as local unless another one succeeded within the last minute.
   */
  readonly isLocalFault: boolean;
  /** What failed, in words. Its own `cause` is the underlying error, if there is one. */
  readonly cause: RobotsError;
  /** The probe, if one was sent. */
  readonly probe: ProbeFacts | null;
  /** When to try again. */
  readonly retry: RetryAdvice;
}

/** A request for a random path, which shows whether a site answers every missing page with a 5xx (docs/semantics.md §6.1). */
export interface ProbeFacts {
  /** The URL that was requested. */
  readonly url: string;
  /** The status of the response; null if there was none. */
  readonly status: number | null;
}

export function success(
  facts: AccessFacts,
  document: RobotsDocument,
  cause: AccessError | null = null,
): SuccessResult {
  const fault = cause === null ? null : cause.code;
  return { ...facts, outcome: 'success', meaning: 'rules', document, fault, cause };
}

export function notModified(facts: AccessFacts): NotModifiedResult {
  return { ...facts, outcome: 'not-modified', meaning: 'rules', fault: null, cause: null };
}

export function unavailable(
  facts: AccessFacts,
  axes: AccessAxes,
  meaning: UnavailableResult['meaning'],
  cause: AccessError | null = null,
  probe: ProbeFacts | null = null,
): UnavailableResult {
  const advice = advise(facts, axes);
  return {
    ...facts,
    outcome: 'unavailable',
    meaning,
    fault: cause === null ? null : cause.code,
    cause,
    probe,
    retry: advice.retryAfterMs === null ? null : advice,
  };
}

export function unreachable(
  facts: AccessFacts,
  axes: AccessAxes,
  cause: AccessError,
  probe: ProbeFacts | null = null,
  isLocalFault = false,
): UnreachableResult {
  return {
    ...facts,
    outcome: 'unreachable',
    meaning: axes.unreachable,
    fault: cause.code,
    isLocalFault,
    cause,
    probe,
    retry: advise(facts, axes),
  };
}

function advise({ status, headers, timings }: AccessFacts, axes: AccessAxes): RetryAdvice {
  return adviseRetry(status, headers['retry-after'], axes, timings.startedAt + timings.totalMs);
}

/** The outcome by the status, in detail. Redirects have been followed already. */
export type StatusOutcome =
  | { readonly outcome: 'success' }
  | { readonly outcome: 'not-modified' }
  | Extract<ReturnType<typeof accessUnder>, { readonly outcome: 'unavailable' }>
  /** Unreachable, unless a probe shows that the site answers every missing page so. */
  | { readonly outcome: 'server-error' }
  | { readonly outcome: 'unreachable'; readonly fault: 'unexpected-status' | 'too-many-requests' };

const NOT_MODIFIED = 304;

/**
 * The outcome by an HTTP status.
 *
 * @param wasConditional whether the request was conditional; a 304 to any other means nothing
 */
export function outcomeOfStatus(status: number, wasConditional: boolean, axes: AccessAxes): StatusOutcome {
  if (status === NOT_MODIFIED && wasConditional) return { outcome: 'not-modified' };
  if (isInClass(status, 5)) return { outcome: 'server-error' };
  const found = accessUnder(axes, status);
  if (found.outcome !== 'unreachable') return found;
  const fault = status === TOO_MANY_REQUESTS ? 'too-many-requests' : 'unexpected-status';
  return { outcome: 'unreachable', fault };
}

/** "Requested action not taken. File unavailable." */
export const FTP_FILE_UNAVAILABLE = 550;

/** The outcome by the FTP reply to RETR: "file unavailable" is the 404 of FTP (RFC 959 §4.2.1). */
export function outcomeOfFtpReply(code: number): StatusOutcome {
  return code === FTP_FILE_UNAVAILABLE
    ? { outcome: 'unavailable', meaning: 'allow-all' }
    : { outcome: 'success' };
}

/** What an HTML page in place of a robots.txt means: a file without rules, no file, or a file that is temporarily unreachable. */
export type HtmlMeaning = 'rules' | 'unavailable' | 'unreachable';

/** The result of a 2xx response: the file, or what the option `html` makes of a page. */
export function fileOrPage(
  facts: AccessFacts,
  document: RobotsDocument,
  { html, profile }: { readonly html: HtmlMeaning; readonly profile: Profile },
  cause: AccessError | null = null,
): AccessResult {
  if (html === 'rules' || !isPlainlyHtml(document)) return success(facts, document, cause);
  const { access } = profile;
  const page = new AccessError('html-page', `${facts.finalUrl} is an HTML page, not a robots.txt`);
  return html === 'unavailable'
    ? unavailable(facts, access, 'allow-all', page)
    : unreachable(facts, access, page);
}

/**
 * Whether a file is an HTML page and nothing else: it begins with a document type or a tag of HTML, and has neither a group nor a sitemap.
 * A page with a line that can be read as a rule counts as a robots.txt, because the rule may be intended.
 */
export function isPlainlyHtml(document: RobotsDocument): boolean {
  if (fileKind(fileOf(document).octets) !== 'html') return false;
  return document.groups.length === 0 && document.sitemaps.length === 0;
}

/** The facts of a result that no fetch of this process has brought. */
export function factsWithoutFetch(robotsUrl: string, profile: string, at: number): AccessFacts {
  return {
    robotsUrl,
    finalUrl: robotsUrl,
    status: null,
    redirects: [],
    headers: {},
    octets: 0,
    encodedOctets: 0,
    timings: { startedAt: at, connectMs: null, headersMs: null, bodyMs: null, totalMs: 0 },
    profile,
  };
}

/**
 * Parses a file for a document that is kept for long and whose memory is counted: it has memory of its own.
 *
 * @throws {TypeError | RangeError} as `parseSync` does
 */
export function parseToKeep(octets: Octets | string, maxOctets?: number): RobotsDocument {
  const reader = new FileCollector(maxOctets);
  reader.write(octetsOf(octets));
  return new RobotsDocument(reader.read());
}
