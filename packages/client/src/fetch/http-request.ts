/**
 * The headers of a request for a robots.txt.
 */

import { ACCEPT_ENCODING } from './codings/content-codings.js';
import type { HeldCopy } from './options.js';
import type { Settings } from './settings.js';

/** RFC 9309 §2.3 asks for `text/plain`; other types are read, too. */
const ACCEPT = 'text/plain, */*;q=0.5';

/** Headers that are meant for one origin. */
const CREDENTIALS: readonly string[] = ['authorization', 'cookie'];

/**
 * The headers of an unconditional request.
 *
 * @param robotsUrl the robots.txt asked for; the request may be for a URL that it redirects to
 */
export function plainHeaders(url: URL, robotsUrl: string, settings: Settings): Record<string, string> {
  const headers: Record<string, string> = Object.assign({ accept: ACCEPT }, settings.headers, {
    'user-agent': settings.userAgent,
    'accept-encoding': ACCEPT_ENCODING,
  });
  if (url.origin !== new URL(robotsUrl).origin) for (const name of CREDENTIALS) delete headers[name];
  return headers;
}

/**
 * The headers that make a request conditional on the held copy (RFC 9110 §13.1). There are none if no copy of this URL is
 * held, the copy has no validators, or the profile's requests are unconditional.
 */
export function conditionalHeaders(url: URL, { held, profile }: Settings): Record<string, string> {
  if (held === undefined || held.finalUrl !== url.href || !profile.access.conditionalRequests) return {};
  return validators(held);
}

/** Whether a request to a URL is conditional. */
export function isConditional(url: URL, settings: Settings): boolean {
  return Object.keys(conditionalHeaders(url, settings)).length > 0;
}

function validators({ headers }: HeldCopy): Record<string, string> {
  const conditions: Record<string, string> = {};
  const { etag, 'last-modified': lastModified } = headers;
  if (isSendable(etag)) conditions['if-none-match'] = etag;
  if (isSendable(lastModified)) conditions['if-modified-since'] = lastModified;
  return conditions;
}

/** Whether a stored value can be sent. An invalid value would make every request fail. Without it, the server only sends the file again. */
function isSendable(value: string | undefined): value is string {
  return value !== undefined && /^[\x20-\x7e]+$/.test(value);
}
