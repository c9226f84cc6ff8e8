/**
 * One request of a fetch, the first one or one that follows a redirect, and its headers.
 */

import { bareHostname, type ResolvedAddress } from './addresses/hostnames.js';
import { ACCEPT_ENCODING } from './content-codings.js';
import type { HeldCopy } from './options.js';
import type { Settings } from './settings.js';

/** Where a request goes, and how far it has come. */
export class FetchRequest {
  readonly url: URL;
  /** The request that redirected here; null if this is the first. */
  readonly from: FetchRequest | null;
  /** The addresses to connect to; empty before the host's name is resolved, and where a dispatcher connects. */
  addresses: readonly ResolvedAddress[] = [];
  /** The address that is connected to; null before, and where a dispatcher connects. */
  address: string | null = null;
  /** The proxy of the connection; null for none, and where a dispatcher connects. */
  proxy: URL | null = null;
  /** Called when the request can be sent. */
  readonly onConnected: () => void;

  constructor(url: URL, from: FetchRequest | null, onConnected: () => void = () => {}) {
    this.url = url;
    this.from = from;
    this.onConnected = onConnected;
  }

  /** The address of the server that redirected here; null if this is the first request, or the address is unknown. */
  get redirectedFrom(): string | null {
    return this.from?.address ?? null;
  }

  /** The URL's host, an IPv6 address without its brackets. */
  get hostname(): string {
    return bareHostname(this.url);
  }
}

/** RFC 9309 §2.3 asks for `text/plain`; other types are read, too. */
const ACCEPT = 'text/plain, */*;q=0.5';

/** Headers that are not sent to another origin after a redirect. */
export const CREDENTIALS: readonly string[] = ['authorization', 'cookie'];

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
