/**
 * Where a redirect leads: RFC 9309 §2.3.1.2, RFC 9110 §15.4.
 */
import { firstValue, type HeaderValues } from './exchange.js';

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
