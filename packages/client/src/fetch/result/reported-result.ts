/**
 * A result made from a response that was fetched elsewhere, as `fetchRobots` would make it.
 */

import type { Octets } from 'robotstream';
import { FileCollector, octetsOf, RobotsDocument } from 'robotstream/internal';
import { AccessError } from '../faults.js';
import type { Settings } from '../settings.js';
import { keptHeaders } from './headers.js';
import {
  type AccessFacts,
  type AccessResult,
  fileOrPage,
  outcomeOfStatus,
  unavailable,
  unreachable,
} from './result.js';

/** A response of a site to a request for its robots.txt. */
export interface ReportedResponse {
  readonly robotsUrl: string;
  /** Where the response came from, after redirects. */
  readonly finalUrl: string;
  /** A final HTTP status, not a redirect. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body, content codings removed. */
  readonly body: Uint8Array | ArrayBuffer | string;
  /** When the response came, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * The result that a response has.
 *
 * @throws {TypeError} if the body is neither octets nor text
 */
export function resultOf(response: ReportedResponse, settings: Settings): AccessResult {
  const { profile, maxOctets } = settings;
  const { access } = profile;
  const { status, finalUrl } = response;
  const found = outcomeOfStatus(status, false, access);
  if (found.outcome === 'success') {
    const document = parseToKeep(response.body, maxOctets);
    return fileOrPage(factsOf(response, document.size, profile.name), document, settings);
  }
  const facts = factsOf(response, 0, profile.name);
  if (found.outcome === 'unavailable') return unavailable(facts, access, found.meaning);
  const fault = found.outcome === 'unreachable' ? found.fault : 'server-error';
  return unreachable(facts, access, new AccessError(fault, `${finalUrl} answered ${status}`));
}

function factsOf(
  { robotsUrl, finalUrl, status, headers, at }: ReportedResponse,
  octets: number,
  profile: string,
): AccessFacts {
  return {
    robotsUrl,
    finalUrl,
    status,
    redirects: [],
    headers: keptHeaders(headers),
    octets,
    encodedOctets: octets,
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
