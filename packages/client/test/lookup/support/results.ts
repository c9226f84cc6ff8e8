/** Results of fetching, as `fetchRobots` gives them. */

import { parseSync } from '../../../../../src/parse.js';
import { PROFILES, type Profile } from '../../../../../src/profiles.js';
import { AccessError, type AccessFault } from '../../../src/fetch/faults.js';
import type {
  AccessFacts,
  NotModifiedResult,
  ResponseHeaders,
  SuccessResult,
  UnavailableResult,
  UnreachableResult,
} from '../../../src/fetch/result.js';
import { parseRetryAfter } from '../../../src/fetch/retry.js';

export const ROBOTS_URL = 'https://example.com/robots.txt';

const NEVER = 0;

export function facts(status: number | null, headers: ResponseHeaders = {}): AccessFacts {
  return {
    robotsUrl: ROBOTS_URL,
    finalUrl: ROBOTS_URL,
    status,
    redirects: [],
    headers,
    octets: 0,
    encodedOctets: 0,
    timings: { startedAt: NEVER, connectMs: 1, headersMs: 2, bodyMs: 3, totalMs: 6 },
    profile: 'rfc9309',
  };
}

export function success(file: string | Uint8Array, headers: ResponseHeaders = {}): SuccessResult {
  return {
    ...facts(200, headers),
    outcome: 'success',
    meaning: 'rules',
    document: parseSync(file),
    fault: null,
    cause: null,
  };
}

export function notModified(headers: ResponseHeaders = {}): NotModifiedResult {
  return { ...facts(304, headers), outcome: 'not-modified', meaning: 'rules', fault: null, cause: null };
}

export function unavailable(
  status: number,
  headers: ResponseHeaders = {},
  profile: Profile = PROFILES.rfc9309,
): UnavailableResult {
  const restricted = status === 401 || status === 403;
  const { access } = profile;
  const retryAfterMs = parseRetryAfter(headers['retry-after'], NEVER);
  return {
    ...facts(status, headers),
    outcome: 'unavailable',
    meaning: restricted ? access.restricted : 'allow-all',
    fault: null,
    cause: null,
    probe: null,
    retry:
      retryAfterMs === null ? null : { retryAfterMs, firstMs: access.retryFirstMs, maxMs: access.retryMaxMs },
  };
}

export function unreachable(
  status: number | null,
  headers: ResponseHeaders = {},
  profile: Profile = PROFILES.rfc9309,
): UnreachableResult {
  const { access } = profile;
  const fault: AccessFault = status === null ? 'connection-reset' : 'server-error';
  return {
    ...facts(status, headers),
    outcome: 'unreachable',
    meaning: access.unreachable,
    fault,
    isLocalFault: false,
    cause: new AccessError(fault, `as the test has it: ${status}`),
    probe: null,
    retry: {
      retryAfterMs: parseRetryAfter(headers['retry-after'], NEVER),
      firstMs: status === 503 ? access.retryFirst503Ms : access.retryFirstMs,
      maxMs: access.retryMaxMs,
    },
  };
}
