/**
 * Requesting a file, and following redirects: RFC 9309 §2.3.1.2.
 */

import { isIP } from 'node:net';
import { isLocalhost, isPublicAddress, refusedAddress } from './addresses.js';
import { Connections } from './connections.js';
import { AccessError } from './faults.js';
import { exchangeFtp, ftpPlace } from './ftp.js';
import { TimeLimits } from './limits.js';
import { type Exchange, type FetchRequest, FetchTrace, firstValue, type HeaderValues } from './requests.js';
import type { Redirect } from './result.js';
import type { Settings } from './settings.js';

/** A fetch in progress: what all of its requests share. */
export interface FetchContext {
  readonly settings: Settings;
  readonly trace: FetchTrace;
  readonly connections: Connections;
  readonly limits: TimeLimits;
  /** Called before a redirect is followed, with its target and the redirects so far; rejects if it must not be. */
  readonly mayFollow?: ((url: URL, redirects: readonly Redirect[]) => Promise<void>) | undefined;
}

/** Begins a fetch, whose time limits count from now on. */
export function beginFetch(url: string, settings: Settings): FetchContext {
  const { clock, timeouts, signal, profile } = settings;
  const limits = new TimeLimits(clock, timeouts, signal);
  const trace = new FetchTrace(url, profile.name, clock);
  return { settings, trace, connections: new Connections(settings, limits), limits };
}

/** Releases everything that a fetch holds. */
export function endFetch({ limits, connections }: FetchContext): void {
  limits.end();
  connections.close();
}

/**
 * Sends one request and waits for the beginning of its response.
 *
 * @param headers of the request; FTP has none
 * @throws {AccessError} (rejects) if there is no response
 * @throws the limits' reason (rejects) if they abort
 */
export async function ask(
  request: FetchRequest,
  headers: Record<string, string>,
  { settings, connections, limits }: FetchContext,
): Promise<Exchange> {
  const { url } = request;
  if (url.protocol === 'ftp:') {
    const place = ftpPlace(url);
    if (place === null)
      throw new AccessError('redirect-invalid', `${url.href} names no file that FTP could retrieve`);
    return exchangeFtp(place, request, settings, limits);
  }
  if (settings.dispatcher !== undefined) checkRedirectOf(request, settings);
  return connections.exchange(request, headers);
}

/**
 * Checks a redirect that a dispatcher will follow. The addresses that it connects to are not known. Only a redirect to a
 * literal address that is not public can be refused, because it comes from a name or a public address.
 *
 * @throws {AccessError} `address-refused`
 */
function checkRedirectOf({ hostname, from }: FetchRequest, { addresses }: Settings): void {
  if (addresses !== 'no-inward-redirects' || from === null) return;
  const [target, source] = [writtenAddress(hostname), writtenAddress(from.hostname)];
  const isInward = target !== null && !isPublicAddress(target);
  if (isInward && (source === null || isPublicAddress(source))) throw refusedAddress(hostname, [target]);
}

/** The address of a host name that is an address, or has one by definition (RFC 6761 §6.3); null if the name has to be resolved. */
function writtenAddress(hostname: string): string | null {
  if (isLocalhost(hostname)) return '127.0.0.1';
  return isIP(hostname) === 0 ? null : hostname;
}

/**
 * Requests the current URL of the trace, and follows redirects to a response that is not a redirect. Writes the trace.
 *
 * @param headersFor the headers of the request to a URL
 * @throws {AccessError} (rejects) if there is no such response
 * @throws the limits' reason (rejects) if they abort
 */
export async function followRedirects(
  headersFor: (url: URL) => Record<string, string>,
  context: FetchContext,
): Promise<Exchange> {
  const { trace } = context;
  for (;;) {
    const request = trace.beginRequest();
    const { url } = request;
    const exchange = await ask(request, headersFor(url), context);
    trace.answered(exchange);
    // FTP has no redirects.
    if (!isRedirect(exchange.status)) return exchange;
    exchange.close();
    const target = nextUrl(url, exchange, trace, context.settings);
    const { mayFollow } = context;
    if (mayFollow !== undefined) await context.limits.uncounted(() => mayFollow(target, trace.redirects));
    trace.redirectTo(target);
    const { permit } = context.settings;
    if (permit !== undefined) {
      const { hostname } = trace.request;
      await context.limits.uncounted((signal) => permit.moveTo(hostname, signal));
    }
  }
}

function nextUrl(url: URL, exchange: Exchange, trace: FetchTrace, settings: Settings): URL {
  const target = redirectTarget(url, exchange.headers);
  const { redirects } = trace;
  redirects.push({ url: url.href, status: exchange.status, location: target === null ? null : target.href });
  if (target === null) {
    throw new AccessError('redirect-invalid', `${url.href} redirects to no http, https or ftp URL`);
  }
  if (target.protocol === 'ftp:' && settings.dispatcher !== undefined) {
    throw new AccessError('redirect-invalid', `${url.href} redirects to FTP, which dispatcher cannot fetch`);
  }
  if (target.protocol === 'ftp:' && settings.proxy?.(target)) {
    throw new AccessError('redirect-invalid', `${url.href} redirects to FTP, which does not use proxies`);
  }
  // A loop is followed like any other redirects: five MUST be (RFC 9309 §2.3.1.2), and the server may answer
  // differently the next time.
  const { maxRedirects } = settings.profile.access;
  if (redirects.length > maxRedirects) throw tooManyRedirects(trace, maxRedirects);
  return target;
}

function tooManyRedirects({ robotsUrl, redirects }: FetchTrace, maxRedirects: number): AccessError {
  const asked = new Set(redirects.map(({ url }) => url));
  return asked.size < redirects.length
    ? new AccessError('redirect-loop', `${robotsUrl} redirects in a loop: ${[...asked].join(', ')}`)
    : new AccessError('too-many-redirects', `${robotsUrl} redirects more than ${maxRedirects} times`);
}

/** The statuses that redirect. No other 3xx gives the client another URL of the resource (RFC 9110 §15.4). */
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The schemes of URLs that a robots.txt can be fetched from. */
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'ftp:']);

export function isRedirect(status: number): boolean {
  return REDIRECT_STATUSES.has(status);
}

/**
 * The URL that a response redirects to, without its fragment and user information: one server must not make the crawler log
 * in to another.
 *
 * @param url the URL that redirects
 * @returns null if there is no Location, or it is not an http, https or ftp URL
 */
export function redirectTarget(url: URL, headers: HeaderValues): URL | null {
  const location = firstValue(headers, 'location');
  if (location === undefined) return null;
  let target: URL;
  try {
    target = new URL(octetsAsUtf8(location), url);
  } catch {
    return null;
  }
  if (!SCHEMES.has(target.protocol)) return null;
  target.hash = '';
  target.username = '';
  target.password = '';
  return target;
}

/**
 * Decodes a header value as UTF-8, as browsers do. undici and `fetch` decode it as Latin-1, one character for each octet. A value
 * that is not valid UTF-8 stays as it is.
 */
export function octetsAsUtf8(value: string): string {
  if (!NOT_ASCII.test(value) || NOT_OCTETS.test(value)) return value;
  try {
    return strictUtf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

// A pattern for both would take time with the square of the length.
const NOT_ASCII = /[\x80-\xff]/;
const NOT_OCTETS = /[\u0100-\uffff]/;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
