/**
 * Requesting a file, and following redirects: RFC 9309 §2.3.1.2.
 */
import { isIP } from 'node:net';
import { refusedAddress } from './address-policy.js';
import type { Connections } from './connections.js';
import { DispatcherExchange } from './dispatcher-exchange.js';
import type { Exchange } from './exchange.js';
import { AccessError } from './faults.js';
import type { FetchTrace } from './fetch-trace.js';
import { exchangeFtp } from './ftp-exchange.js';
import { ftpPlace } from './ftp-path.js';
import type { Hop } from './hop.js';
import { isLocalhost } from './localhost.js';
import { octetLimits } from './octet-limits.js';
import { isPublicAddress } from './public-addresses.js';
import { isRedirect, redirectTarget } from './redirects.js';
import type { Settings } from './settings.js';
import type { TimeLimits } from './time-limits.js';

/** The context of all requests of one fetch. */
export interface FetchContext {
  readonly settings: Settings;
  readonly connections: Connections;
  readonly limits: TimeLimits;
}

/**
 * Sends one request and waits for the beginning of its response.
 *
 * @param headers of the request; FTP has none
 * @throws {AccessError} (rejects) if there is no response
 * @throws the limits' reason (rejects) if they abort
 */
export async function ask(
  hop: Hop,
  headers: Record<string, string>,
  { settings, connections, limits }: FetchContext,
): Promise<Exchange> {
  const { url } = hop;
  if (url.protocol === 'ftp:') {
    const place = ftpPlace(url);
    if (place === null)
      throw new AccessError('redirect-invalid', `${url.href} names no file that FTP could retrieve`);
    return exchangeFtp(place, hop, settings, limits);
  }
  const { dispatcher } = settings;
  if (dispatcher === undefined) return connections.exchange(hop, headers);
  checkRedirectOf(hop, settings);
  const { maxEncodedOctets } = octetLimits(settings.maxOctets);
  const options = { dispatcher, closesConnection: false, onSent: hop.onConnected };
  const exchange = await new DispatcherExchange({ url, headers, maxEncodedOctets }, limits, options).begin();
  settings.network.origins(dispatcher).note(url.origin);
  return exchange;
}

/**
 * Checks a redirect that a dispatcher will follow. The addresses that it connects to are not known. Only a redirect to a
 * literal address that is not public can be refused, because it comes from a name or a public address.
 *
 * @throws {AccessError} `address-refused`
 */
function checkRedirectOf({ hostname, from }: Hop, { addresses }: Settings): void {
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
  trace: FetchTrace,
  headersFor: (url: URL) => Record<string, string>,
  context: FetchContext,
): Promise<Exchange> {
  for (;;) {
    const hop = trace.beginRequest();
    const { url } = hop;
    const exchange = await ask(hop, headersFor(url), context);
    trace.answered(exchange);
    // FTP has no redirects.
    if (!isRedirect(exchange.status)) return exchange;
    exchange.close();
    trace.redirectTo(nextUrl(url, exchange, trace, context.settings));
    const { slot } = context.settings;
    if (slot !== undefined) {
      const { hostname } = trace.hop;
      await context.limits.uncounted((signal) => slot.moveTo(hostname, signal));
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
  const asked = redirects.map(({ url }) => url);
  return new Set(asked).size < asked.length
    ? new AccessError('redirect-loop', `${robotsUrl} redirects in a loop: ${asked.join(', ')}`)
    : new AccessError('too-many-redirects', `${robotsUrl} redirects more than ${maxRedirects} times`);
}
