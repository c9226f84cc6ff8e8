/**
 * Where a redirect leads: RFC 9309 §2.3.1.2, RFC 9110 §15.4.
 */
import { firstValue, type HeaderValues } from './exchange.js';

/** The statuses that redirect. Of the other 3xx none sends the client to where the resource is (RFC 9110 §15.4). */
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The schemes that a robots.txt can be fetched by. */
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'ftp:']);

export function isRedirect(status: number): boolean {
  return REDIRECT_STATUSES.has(status);
}

/**
 * Where an answer redirects to, without fragment and user information: what a server makes up to be sent to another is no
 * login of the crawler's.
 *
 * @param url who redirects
 * @returns null if there is no Location, or it is no http, https or ftp URL
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
 * A header's value whose octets stand as one character each (Latin-1, as undici has it), read as the UTF-8 that it was
 * written in, as browsers do; as it is, if it is no UTF-8.
 */
function octetsAsUtf8(value: string): string {
  if (!/^[\x20-\xff]*[\x80-\xff][\x20-\xff]*$/.test(value)) return value;
  try {
    return strictUtf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });
