/**
 * What governs a URL for a crawler, as data.
 */
import type { ContentUsage, Usage } from 'robotstream';
import type { PageDirectives } from 'robotstream/page';
import type { Answer } from '../client/answer.js';
import type { Redirect } from '../fetch/result.js';
import type { PageLicense } from './licenses.js';
import type { TdmReservation } from './tdm.js';

/** What governs a URL for a crawler, without the contradictions in it. Plain data. Times are milliseconds since 1970. */
export interface UrlFacts {
  readonly url: string;
  readonly robots: RobotsFacts;
  readonly page: PageFacts;
  readonly usage: UsageFacts;
  /** The licenses that robots.txt names for the crawler, and those that the page names. */
  readonly licenses: readonly PageLicense[];
  /** The lines of robots.txt that name licenses for other crawlers alone. */
  readonly licensesOfOthers: readonly number[];
  readonly tdm: TdmReservation;
}

/** What robots.txt says about access. */
export interface RobotsFacts {
  readonly url: string;
  readonly allowed: boolean;
  /** As `reason` of an `Answer`. */
  readonly reason: Answer['reason'];
  /** Whether this may change soon: see `Answer`. */
  readonly deferred: boolean;
  /** The deciding rule, as written, and its line; null and 0 without one. */
  readonly rule: string | null;
  readonly line: number;
  readonly explanation: string;
  /** When the server last confirmed the file, or the response in place of one. */
  readonly validatedAt: number;
  readonly status: number | null;
  readonly fault: string | null;
}

/** The response of the URL, and what it says about itself. */
export interface PageFacts {
  /** The status after redirects; null if there was no response. */
  readonly status: number | null;
  /** The URL of the response; null if there was none. */
  readonly finalUrl: string | null;
  readonly redirects: readonly Redirect[];
  /** When the response arrived; null if there was none. */
  readonly fetchedAt: number | null;
  /** The headers `Last-Modified` and `Content-Type`, as sent; null without one. */
  readonly lastModified: string | null;
  readonly contentType: string | null;
  /** Why it was not read: one of `ACCESS_FAULTS`, `disallowed`, `deferred`; null if it was. */
  readonly fault: string | null;
  readonly faultMessage: string | null;
  /** What headers and meta elements say to the crawler, merged; null if the page was not read. */
  readonly directives: Omit<
    PageDirectives,
    'links' | 'contentUsage' | 'canonical' | 'licenses' | 'tdm'
  > | null;
  /** The canonical URL that the page or a header names; null if none does, or the page was not read. */
  readonly canonical: string | null;
  /** Whether the rules allow the crawler to fetch the canonical URL; null if it is the URL itself, or that is not known. */
  readonly isCanonicalAllowed: boolean | null;
}

/** The preferences about use. Each is null if the crawler may not fetch the URL, so that none applies. */
export interface UsageFacts {
  /** `Content-Usage` of robots.txt and of the header. */
  readonly contentUsage: ContentUsage | null;
  readonly contentSignal: Extract<Usage, { applies: true }>['contentSignal'] | null;
}
