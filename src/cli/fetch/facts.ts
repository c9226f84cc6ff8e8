/**
 * What is told of a robots.txt that was fetched, or had from the cache.
 */
import type {
  AccessMeaning,
  AccessResult,
  AccessTimings,
  Provenance,
  Redirect,
  ResponseHeaders,
  RetryAdvice,
  RobotsDocument,
  SiteRobots,
} from '../../index.js';

/** The facts, in the order in which `--json` prints them. Plain data. */
export interface Facts {
  /** The URL that was given. */
  readonly url: string;
  readonly robotsUrl: string;
  readonly finalUrl: string;
  readonly profile: string;
  /** The User-Agent header that was sent. */
  readonly userAgent: string;
  readonly outcome: 'success' | 'unavailable' | 'unreachable';
  readonly meaning: AccessMeaning;
  readonly status: number | null;
  readonly fault: string | null;
  readonly faultMessage: string | null;
  readonly redirects: readonly Redirect[];
  /** How large the file is, as far as it was taken; null if there is none. */
  readonly octets: number | null;
  readonly lines: number | null;
  readonly truncated: boolean;
  /** The following are of a fetch alone, and null with a cache. */
  readonly encodedOctets: number | null;
  readonly headers: ResponseHeaders | null;
  readonly timings: AccessTimings | null;
  readonly retry: RetryAdvice | null;
  /** Of a cache alone, and null without. */
  readonly provenance: Provenance | null;
}

/** What is known before anything is asked. */
export interface Asked {
  readonly url: string;
  readonly profile: string;
  readonly userAgent: string;
}

/** The facts of a fetch. */
export function fetchFacts(asked: Asked, result: AccessResult): Facts {
  const document = documentOf(result);
  const { robotsUrl, finalUrl, outcome, meaning, status, fault, cause, redirects } = result;
  const { encodedOctets, headers, timings } = result;
  return {
    ...namesOf(asked, robotsUrl, finalUrl),
    outcome: outcome === 'not-modified' ? 'success' : outcome,
    meaning,
    status,
    fault,
    faultMessage: cause?.message ?? null,
    redirects,
    ...sizeOf(document),
    encodedOctets,
    headers,
    timings,
    retry: 'retry' in result ? result.retry : null,
    provenance: null,
  };
}

/** The facts of what a client knows. */
export function cachedFacts(asked: Asked, { meaning, document, provenance }: SiteRobots): Facts {
  const { robotsUrl, finalUrl, outcome, status, fault, faultMessage, redirects } = provenance;
  return {
    ...namesOf(asked, robotsUrl, finalUrl),
    outcome,
    meaning,
    status,
    fault,
    faultMessage,
    redirects,
    ...sizeOf(document),
    encodedOctets: null,
    headers: null,
    timings: null,
    retry: null,
    provenance,
  };
}

/** The file that a fetch brought. */
export function documentOf(result: AccessResult): RobotsDocument | null {
  return result.outcome === 'success' ? result.document : null;
}

function namesOf({ url, profile, userAgent }: Asked, robotsUrl: string, finalUrl: string) {
  return { url, robotsUrl, finalUrl, profile, userAgent };
}

function sizeOf(document: RobotsDocument | null) {
  return {
    octets: document?.size ?? null,
    lines: document?.lineCount ?? null,
    truncated: document?.truncated ?? false,
  };
}
