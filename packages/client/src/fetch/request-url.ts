/**
 * The URL that a request of undici is for.
 */
import { stringify } from 'node:querystring';
import { urlOrNull } from 'robotstream/internal';
import type { RequestOptions } from './dispatch.js';

/**
 * The URL of a request.
 *
 * @param fixedOrigin where the dispatcher sends every request; undefined if each names its origin
 * @returns undefined if no rule of a robots.txt applies: a CONNECT asks for a tunnel to a host, and undici refuses a path that is
 *   neither a URL nor begins with a slash
 * @throws {TypeError} if the origin is not known, or the request is for no http or https URL, or for one with a fragment
 */
export function requestUrl(
  { origin, path, method, query }: RequestOptions,
  fixedOrigin: string | undefined,
): string | undefined {
  if (typeof path !== 'string') return undefined;
  const target = withQuery(path, query);
  if (target.includes('#')) throw new TypeError(`The path ${target} has a "#", which no request can have`);
  // undici sends a whole URL as it is, as requests to a proxy have it.
  if (/^https?:\/\//i.test(path)) return asHttpUrl(target);
  if (!path.startsWith('/')) return undefined;
  if (method === 'CONNECT')
    throw new TypeError(`The path of a CONNECT is ${path}; a host and a port are expected`);
  const base = fixedOrigin ?? originText(origin);
  if (base === undefined) {
    throw new TypeError(
      'The request has no origin, because the dispatcher has one (a Client or a Pool): pass robotsInterceptor(client, { origin })',
    );
  }
  return asHttpUrl(new URL(asHttpUrl(base)).origin + asSent(target));
}

/** @throws {TypeError} if a text is no http or https URL. undici may send it all the same. */
function asHttpUrl(text: string): string {
  if (httpUrlOrNull(text) !== null) return text;
  throw new TypeError(`The request is for ${text}, which is not an http or https URL`);
}

/** A path as its octets are sent: a character of Latin-1 is an octet. */
function asSent(path: string): string {
  return path.replace(/[\x80-\xff]/g, (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** An origin as text; undefined if there is none. */
export function originText(origin: unknown): string | undefined {
  return origin === undefined || origin === null || origin === '' ? undefined : String(origin);
}

/** The path with its query, as undici writes it. */
function withQuery(path: string, query: unknown): string {
  // `stringify` returns an empty text for anything but an object.
  const text = stringify(query as Record<string, string>);
  return text === '' ? path : `${path}?${text}`;
}

/** Parses an http or https URL, as {@link urlOrNull} does. Returns null if it is none. */
export function httpUrlOrNull(text: string, base?: string): URL | null {
  const url = urlOrNull(text, base);
  return url !== null && /^https?:/.test(url.protocol) ? url : null;
}
