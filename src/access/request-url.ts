/**
 * The URL that a request of undici is for.
 */
import { stringify } from 'node:querystring';
import type { RequestOptions } from './dispatch.js';

/**
 * The URL of a request.
 *
 * @param fixedOrigin where the dispatcher sends every request; undefined if each names its origin
 * @returns undefined if no rule of a robots.txt applies: a CONNECT asks for a tunnel, and the dispatcher refuses anything that is
 *   not a request
 * @throws {TypeError} if the origin is not known
 */
export function requestUrl(
  { origin, path, method, query }: RequestOptions,
  fixedOrigin: string | undefined,
): string | undefined {
  if (method === 'CONNECT' || typeof path !== 'string') return undefined;
  const target = withQuery(path, query);
  if (/^https?:\/\//i.test(path)) return URL.canParse(target) ? target : undefined;
  if (!path.startsWith('/')) return undefined;
  const base = fixedOrigin ?? originText(origin);
  if (base === undefined) {
    throw new TypeError(
      'The request has no origin, because the dispatcher has one (a Client or a Pool): pass robots(client, { origin })',
    );
  }
  const url = base + target;
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}

/** An origin without the slash that may end it. */
export function originText(origin: unknown): string | undefined {
  if (origin === undefined || origin === null || origin === '') return undefined;
  return String(origin).replace(/\/$/, '');
}

/** The path with its query, as undici writes it. */
function withQuery(path: string, query: unknown): string {
  // `stringify` returns an empty text for anything but an object.
  const text = stringify(query as Record<string, string>);
  return text === '' ? path : `${path}?${text}`;
}
