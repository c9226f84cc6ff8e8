/**
 * Asking for a file, and following where it is said to be: RFC 9309 §2.3.1.2.
 */
import type { Exchange } from './exchange.js';
import { AccessError } from './faults.js';
import { exchangeFtp } from './ftp-exchange.js';
import { ftpPlace } from './ftp-path.js';
import { exchangeHttp } from './http-exchange.js';
import { isRedirect, redirectTarget } from './redirects.js';
import type { Settings } from './settings.js';
import type { TimeLimits } from './time-limits.js';
import type { Trail } from './trail.js';
import type { Transport } from './transport.js';

/** What every request of one fetch shares. */
export interface FetchContext {
  readonly settings: Settings;
  readonly transport: Transport;
  readonly limits: TimeLimits;
}

/**
 * The answer to one request.
 *
 * @param headers of the request; FTP has none
 * @throws {AccessError} (rejects) if there is none
 * @throws the limits' reason (rejects) if they abort
 */
export async function ask(
  url: URL,
  headers: Record<string, string>,
  { settings, transport, limits }: FetchContext,
  onConnected: () => void = () => {},
): Promise<Exchange> {
  if (url.protocol === 'ftp:') {
    const place = ftpPlace(url);
    if (place === null)
      throw new AccessError('redirect-invalid', `${url.href} names no file that FTP could ask for`);
    return exchangeFtp(place, settings, limits, onConnected);
  }
  return exchangeHttp(
    {
      url,
      headers,
      dispatcher: transport.dispatcher,
      maxEncodedOctets: maxEncodedOctets(settings),
      closesConnection: transport.watch !== null,
    },
    limits,
    transport.watch,
    onConnected,
  );
}

/**
 * The answer to a request for the trail's robots.txt that is no redirect to be followed. The trail is kept.
 *
 * @param headersFor the headers of the request to a URL
 * @throws {AccessError} (rejects) if it comes to none
 * @throws the limits' reason (rejects) if they abort
 */
export async function followRedirects(
  trail: Trail,
  headersFor: (url: URL) => Record<string, string>,
  context: FetchContext,
): Promise<Exchange> {
  let url = new URL(trail.robotsUrl);
  for (;;) {
    trail.asking(url);
    const exchange = await ask(url, headersFor(url), context, () => trail.connected());
    trail.answered(exchange);
    if (url.protocol === 'ftp:' || !isRedirect(exchange.status)) return exchange;
    exchange.close();
    url = nextUrl(url, exchange, trail, context.settings);
    await context.settings.slot?.moveTo(url.hostname, context.limits.signal);
  }
}

function nextUrl(url: URL, exchange: Exchange, trail: Trail, settings: Settings): URL {
  const target = redirectTarget(url, exchange.headers);
  const { redirects } = trail;
  redirects.push({ url: url.href, status: exchange.status, location: target === null ? null : target.href });
  if (target === null) {
    throw new AccessError('redirect-invalid', `${url.href} redirects to no http, https or ftp URL`);
  }
  if (target.protocol === 'ftp:' && settings.dispatcher !== undefined) {
    throw new AccessError('redirect-invalid', `${url.href} redirects to FTP, which dispatcher cannot fetch`);
  }
  // Redirects that lead in a circle are followed like others: five MUST be (RFC 9309 §2.3.1.2), and the server may mean to
  // answer otherwise the next time.
  const { maxRedirects } = settings.profile.access;
  if (redirects.length > maxRedirects) throw tooManyRedirects(trail, maxRedirects);
  return target;
}

function tooManyRedirects({ robotsUrl, redirects }: Trail, maxRedirects: number): AccessError {
  const asked = redirects.map(({ url }) => url);
  return new Set(asked).size < asked.length
    ? new AccessError('redirect-loop', `${robotsUrl} redirects in a circle: ${asked.join(', ')}`)
    : new AccessError('too-many-redirects', `${robotsUrl} redirects more than ${maxRedirects} times`);
}

const ENCODED_PER_DECODED = 2;

/**
 * How many octets of a body are read in encoded form: an endless body that decodes to nothing has to end somewhere. Codings
 * make a body smaller; where flushing after each line makes one larger, twice the parsing limit is plenty.
 */
export function maxEncodedOctets({ maxOctets }: Settings): number {
  return maxOctets * ENCODED_PER_DECODED;
}
