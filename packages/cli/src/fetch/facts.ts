/**
 * Obtains a robots.txt, by a single fetch or through a client with a cache, and collects the facts about it.
 */
import {
  type AccessResult,
  type AccessTimings,
  fetchRobots,
  type NotModifiedResult,
  type Provenance,
  type Redirect,
  type ResponseHeaders,
  type RetryAdvice,
} from '@robotstream/client';
import type { AccessMeaning, FileKind, RobotsDocument } from 'robotstream';
import type { CommandContext } from '../../../command-line/src/command.js';
import type { ReadingName } from '../../../command-line/src/reading-name.js';
import { ownProfileOf } from '../caller.js';
import { groupedBy } from '../grouped-by.js';
import { kindOf } from '../kind-notice.js';
import type { ClientRequest } from '../network-options.js';
import { accessAsReadBy } from '../status-readings.js';
import { asInputError, environmentProxy, withClient } from '../with-client.js';

/** The facts, in the order in which `--json` prints them. Plain data. */
export interface Facts {
  /** The URL on the command line. */
  readonly url: string;
  readonly robotsUrl: string;
  readonly finalUrl: string;
  readonly profile: string;
  /** The User-Agent header that was sent. */
  readonly userAgent: string;
  readonly outcome: 'success' | 'unavailable' | 'unreachable';
  readonly meaning: AccessMeaning;
  /** The crawlers for which it means something else, because they read the status by a profile of their own. */
  readonly readings: readonly CrawlerReading[];
  readonly status: number | null;
  readonly fault: string | null;
  readonly faultMessage: string | null;
  readonly redirects: readonly Redirect[];
  /** The size of the file, up to the parsing limit; null without a file. */
  readonly octets: number | null;
  readonly lines: number | null;
  readonly truncated: boolean;
  /** What the file is if it is no robots.txt, such as "html"; null if it may be one, or without a file. */
  readonly kind: FileKind | null;
  /** The values of its License lines (RSL 1.0); null without a file. */
  readonly licenses: readonly string[] | null;
  /** Octets of the body before decoding; null with a cache. */
  readonly encodedOctets: number | null;
  /** Null with a cache. */
  readonly headers: ResponseHeaders | null;
  /** Null with a cache. */
  readonly timings: AccessTimings | null;
  /** Null with a cache, and if there is nothing to retry. */
  readonly retry: RetryAdvice | null;
  /** Null without a cache. */
  readonly provenance: Provenance | null;
}

/** What a fetch means to crawlers of one reading. */
export interface CrawlerReading {
  readonly agents: readonly string[];
  readonly profile: ReadingName;
  readonly outcome: Facts['outcome'];
  readonly meaning: AccessMeaning;
}

export interface FactsRequest extends ClientRequest {
  readonly url: string;
  /** The crawlers that are named, and the profile if one is; `undefined` if each crawler reads by its own. */
  readonly asked: { readonly agents: readonly string[]; readonly profile: ReadingName | undefined };
}

export interface Obtained {
  readonly facts: Facts;
  /** The file; null if there is none. */
  readonly document: RobotsDocument | null;
}

/**
 * @throws {InputError} (rejects) if the cache cannot be used, or FTP needs a package that is not installed
 * @throws (rejects) the signal's reason if it aborts
 */
export async function obtain(
  request: FactsRequest,
  context: CommandContext,
  signal: AbortSignal,
): Promise<Obtained> {
  const { url, userAgent, profile, maxOctets, totalMs } = request;
  if (request.cache !== undefined) {
    const site = await withClient(request, context, (client) => client.robots(url, { signal }));
    const { document, meaning, provenance } = site;
    const facts = { ...common(request, { ...provenance, meaning }, document), ...NOT_OF_A_CACHE, provenance };
    return { facts, document };
  }
  const timeouts = totalMs === undefined ? undefined : { totalMs };
  const options = { userAgent, profile, maxOctets, timeouts, signal, proxy: environmentProxy };
  // No request is conditional.
  const result = (await asInputError(fetchRobots(url, options))) as Exclude<AccessResult, NotModifiedResult>;
  const { cause, encodedOctets, headers, timings } = result;
  const document = result.outcome === 'success' ? result.document : null;
  const facts = {
    ...common(request, { ...result, faultMessage: cause?.message ?? null }, document),
    encodedOctets,
    headers,
    timings,
    retry: result.outcome === 'success' ? null : result.retry,
    provenance: null,
  };
  return { facts, document };
}

/** What belongs to a single fetch. */
const NOT_OF_A_CACHE = { encodedOctets: null, headers: null, timings: null, retry: null };

/** The readings of crawlers by which the fetch means something else than by the profile of the request. */
function readingsOf(
  { asked, profile: shared }: FactsRequest,
  fetched: { readonly status: number | null; readonly finalUrl: string },
): CrawlerReading[] {
  if (asked.profile !== undefined) return [];
  const whose = groupedBy(asked.agents, ownProfileOf);
  return Array.from(whose).flatMap(([profile, agents]) => {
    const own = accessAsReadBy(fetched, shared, profile);
    return own === null ? [] : [{ agents, profile, outcome: own.outcome, meaning: own.meaning }];
  });
}

type FetchedFacts = Pick<
  Facts,
  'robotsUrl' | 'finalUrl' | 'outcome' | 'meaning' | 'status' | 'fault' | 'faultMessage' | 'redirects'
>;

/** The facts that a single fetch and a client have alike. */
function common(request: FactsRequest, fetched: FetchedFacts, document: RobotsDocument | null) {
  const { url, profile, userAgent } = request;
  const { robotsUrl, finalUrl, outcome, meaning, status, fault, faultMessage, redirects } = fetched;
  return {
    ...{ url, robotsUrl, finalUrl, profile, userAgent, outcome, meaning },
    readings: readingsOf(request, fetched),
    ...{ status, fault, faultMessage, redirects },
    octets: document?.size ?? null,
    lines: document?.lineCount ?? null,
    truncated: document?.truncated ?? false,
    kind: document === null ? null : kindOf(document),
    licenses: document?.licenses.map(({ value }) => value.text) ?? null,
  };
}
