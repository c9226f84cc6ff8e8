/**
 * What came of fetching a robots.txt, and what that means for access: RFC 9309 §2.3.1, docs/semantics.md §6.
 *
 * Everything in a result but `document` and `cause` is plain data that survives JSON.
 */
import type { RobotsError } from '../errors.js';
import type { RobotsDocument } from '../robots-document.js';
import type { AccessFault } from './faults.js';
import type { ResponseHeaders } from './headers.js';
import type { RetryAdvice } from './retry.js';

/** What came of it, told apart by `outcome`. */
export type AccessResult = SuccessResult | NotModifiedResult | UnavailableResult | UnreachableResult;

export type AccessOutcome = AccessResult['outcome'];

/**
 * What a result means for access to the site, as long as no earlier copy is there to be used instead:
 * - `rules`: the file's rules decide (RFC 9309 §2.3.1.1);
 * - `allow-all`: everything is allowed (§2.3.1.3);
 * - `disallow-all`: nothing is allowed (§2.3.1.4);
 * - `defer`: nothing is allowed for now, and what was to be fetched should be kept for later (Koster 1996 §3.1).
 */
export type AccessMeaning = 'rules' | 'allow-all' | 'disallow-all' | 'defer';

/** What every result tells. */
export interface AccessFacts {
  /** The robots.txt asked for. The result holds for its scheme, host and port, wherever redirects led. */
  readonly robotsUrl: string;
  /** The URL asked last: `robotsUrl`, or where the redirects led. */
  readonly finalUrl: string;
  /** The last answer's HTTP status, or the FTP reply code where `finalUrl` is one of FTP; null if there was no answer. */
  readonly status: number | null;
  /** The redirects answered, in order; the last of them was not followed if there were too many or it led nowhere. */
  readonly redirects: readonly Redirect[];
  /** The last answer's headers that matter; empty if there was none. */
  readonly headers: ResponseHeaders;
  /** Octets of the body that were taken, content codings taken off. 0 if the body was of no interest. */
  readonly octets: number;
  /** Octets of the body as they were sent. */
  readonly encodedOctets: number;
  readonly timings: AccessTimings;
  /** The profile that judged, by name. */
  readonly profile: string;
}

/** One redirect. */
export interface Redirect {
  /** Who redirected. */
  readonly url: string;
  /** 301, 302, 303, 307 or 308. */
  readonly status: number;
  /** Where to, resolved and without fragment; null if the Location header is missing or no URL to be followed. */
  readonly location: string | null;
}

/** When it happened and how long it took; milliseconds of the clock that the caller gave. */
export interface AccessTimings {
  /** When the fetch began, in milliseconds since 1970. */
  readonly startedAt: number;
  /** From the beginning until the last request could be sent (name resolved, connected, TLS agreed); null if it never could. */
  readonly connectMs: number | null;
  /** From the beginning until the last answer's headers were there; null if they never were. */
  readonly headersMs: number | null;
  /** From the last answer's headers until the end of its body; null if no body was read, or not to its end. */
  readonly bodyMs: number | null;
  /** From the beginning until the result. */
  readonly totalMs: number;
}

/** The file is there: a 2xx answer, or FTP's file, read to its end or to the parsing limit. */
export interface SuccessResult extends AccessFacts {
  readonly outcome: 'success';
  readonly meaning: 'rules';
  /** The file. `document.truncated` says whether the parsing limit cut it. */
  readonly document: RobotsDocument;
  /**
   * Null, or `bad-encoding` where the Content-Encoding header names a coding that does not exist (`utf-8`, `none`): the body
   * is plain text and is read as it is.
   */
  readonly fault: AccessFault | null;
  /** The fault in words. */
  readonly cause: RobotsError | null;
}

/** The copy that the caller holds is still what the server has: a 304 to a conditional request (RFC 9110 §15.4.5). */
export interface NotModifiedResult extends AccessFacts {
  readonly outcome: 'not-modified';
  readonly meaning: 'rules';
  readonly fault: null;
  readonly cause: null;
}

/** There is no file for this crawler (RFC 9309 §2.3.1.3). */
export interface UnavailableResult extends AccessFacts {
  readonly outcome: 'unavailable';
  /** `disallow-all` for a 401 or 403 under a profile that says so (`koster-1996`). */
  readonly meaning: 'allow-all' | 'disallow-all';
  /**
   * Null if a status said so; `too-many-redirects` or `redirect-loop`; `server-error` if the probe found that the site
   * answers every missing page with a 5xx.
   */
  readonly fault: AccessFault | null;
  readonly cause: RobotsError | null;
  /** The probe, if one was sent. */
  readonly probe: ProbeFacts | null;
  /** When to try again, if the server asked for a wait: a 408, 425 or 429 with Retry-After. Null otherwise. */
  readonly retry: RetryAdvice | null;
}

/** Nobody knows whether there is a file: the server or the network failed (RFC 9309 §2.3.1.4). */
export interface UnreachableResult extends AccessFacts {
  readonly outcome: 'unreachable';
  readonly meaning: 'disallow-all' | 'defer';
  /** What failed; `cause.code` says the same. */
  readonly fault: AccessFault;
  /**
   * Whether the failure may be of this process's own side: name resolution, the connection to the network, a proxy, the
   * guard of `addresses`, a limit that the caller set. It decides this process's answer, but says nothing about the site.
   */
  readonly isLocalFault: boolean;
  /** What failed, in words; its own `cause` is the error of the network, where there was one. */
  readonly cause: RobotsError;
  /** The probe, if one was sent. */
  readonly probe: ProbeFacts | null;
  /** When to try again. */
  readonly retry: RetryAdvice;
}

/** The request for a random path that tells whether a site answers every missing page with a 5xx (docs/semantics.md §6.1). */
export interface ProbeFacts {
  readonly url: string;
  /** The answer's status; null if there was none. */
  readonly status: number | null;
}
