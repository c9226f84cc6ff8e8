/**
 * The request that follows a redirect, by the Fetch Standard, "HTTP-redirect fetch".
 */

import { aBoolean, checkOptions, optionTable } from 'robotstream/internal';
import { isRedirect, octetsAsUtf8 } from '../fetch/redirects.js';
import { httpUrlOrNull } from '../fetch/request-url.js';

/** The parts of a request that redirects change. */
export interface RequestParts {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The parts of a `Response` that following redirects needs. */
export interface ResponseParts {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
}

/** The limit of the Fetch Standard, "HTTP-redirect fetch". */
export const MAX_REDIRECTS = 20;

/** The headers that describe a body. */
const BODY_HEADERS = [
  'content-encoding',
  'content-language',
  'content-location',
  'content-type',
  'content-length',
];

/** The headers that are meant for one origin. */
const ORIGIN_HEADERS = ['authorization', 'proxy-authorization', 'cookie', 'host'];

/**
 * Where a response redirects to.
 *
 * @param url the URL that it comes from
 * @returns null if it is not a redirect, or names no target
 * @throws {TypeError} if the target is not an http or https URL, or has a user name or a password
 */
export function redirectTarget(url: string, { status, headers }: ResponseParts): string | null {
  const header = isRedirect(status) ? headers.get('location') : null;
  if (header === null) return null;
  const location = octetsAsUtf8(header);
  const target = httpUrlOrNull(location, url);
  if (target === null) {
    throw new TypeError(`fetch failed: ${url} redirects to ${location}, which is not an http or https URL`);
  }
  if (target.username !== '' || target.password !== '') {
    throw new TypeError(`fetch failed: ${url} redirects to a URL with a user name or a password`);
  }
  if (target.hash === '') target.hash = new URL(url).hash;
  return target.href;
}

/**
 * The request to the target of a redirect.
 *
 * @throws {TypeError} if the request had a stream for its body, unless the status asks for a GET
 */
export function nextRequest(request: RequestParts, status: number, target: string): RequestParts {
  const { url, method, body } = request;
  const headers = new Headers(request.headers);
  if (status !== 303 && isStream(body)) {
    throw new TypeError(
      `fetch failed: ${url} redirects with ${status}, and a stream cannot be sent a second time`,
    );
  }
  if (new URL(url).origin !== new URL(target).origin) remove(headers, ORIGIN_HEADERS);
  const isPost = method === 'POST' && (status === 301 || status === 302);
  const isOther = method !== 'GET' && method !== 'HEAD' && status === 303;
  if (isPost || isOther) {
    remove(headers, BODY_HEADERS);
    return { url: target, method: 'GET', headers, body: undefined };
  }
  return { url: target, method, headers, body };
}

function isStream(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return 'getReader' in body || 'pipe' in body || Symbol.asyncIterator in body;
}

function remove(headers: Headers, names: readonly string[]): void {
  for (const name of names) headers.delete(name);
}

/** Options of the adapters to other packages. */
export interface AdapterOptions {
  /** Whether each request waits for its turn at its host, as in `client.inTurn`. Default: true. */
  readonly pace?: boolean | undefined;
}

const ADAPTER_OPTIONS = optionTable<AdapterOptions>({ pace: aBoolean });

/**
 * Whether requests wait for their turns.
 *
 * @param owner the name of the adapter's function, for messages
 * @throws {TypeError} if an option is unknown or malformed
 */
export function paceOf(owner: string, options: AdapterOptions): boolean {
  checkOptions(owner, options, ADAPTER_OPTIONS);
  return options.pace ?? true;
}
