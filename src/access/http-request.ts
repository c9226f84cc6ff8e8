/**
 * What a request for a robots.txt says of itself.
 */
import { ACCEPT_ENCODING } from './codings/content-codings.js';
import type { HeldCopy } from './options.js';
import type { Settings } from './settings.js';

/** RFC 9309 §2.3 wants `text/plain`; servers send what they have. */
const ACCEPT = 'text/plain, */*;q=0.5';

/** The headers of an unconditional request. */
export function plainHeaders({ userAgent }: Settings): Record<string, string> {
  return { 'user-agent': userAgent, accept: ACCEPT, 'accept-encoding': ACCEPT_ENCODING };
}

/**
 * The headers that ask for a file only if it is another than the copy that is held (RFC 9110 §13.1); none if no copy of
 * this URL is held, nothing is known that tells copies apart, or the profile asks unconditionally.
 */
export function conditionalHeaders(url: URL, { held, profile }: Settings): Record<string, string> {
  if (held === undefined || held.finalUrl !== url.href || !profile.access.conditionalRequests) return {};
  return validators(held);
}

/** Whether a request to a URL asks for another copy than the one that is held. */
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

/** A stored value that could not be sent would make every request fail; without it the file is merely sent again. */
function isSendable(value: string | undefined): value is string {
  return value !== undefined && /^[\x20-\x7e]+$/.test(value);
}
