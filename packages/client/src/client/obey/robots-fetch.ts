/**
 * A `fetch` that obeys robots.txt.
 */

import { aBoolean, aFunction, checkOptions, optionTable } from 'robotstream/internal';
import { httpUrlOrNull } from '../../fetch/request-url.js';
import { abortable } from '../../fetch/waiting.js';
import type { RobotsClient } from '../client.js';
import { Gate } from './gate.js';
import { matchesIntegrity } from './integrity.js';
import type { ObeyOptions } from './interceptor.js';
import { type HopRequest, type HopResponse, nextHop, redirectTarget } from './redirect-hop.js';
import { referrerAfter } from './referrer.js';
import { hidesDispatcher, type Members, membersOf, observingDispatcher } from './request-members.js';

/** Any function that fetches as `fetch` does. */
export type FetchLike = (input: never, init?: never) => Promise<HopResponse>;

/** A `Request` of any implementation, or a URL alone. */
interface RequestLike extends Members {
  readonly url: string;
  clone?(): SpareRequest;
}

/** A copy of a request, for the case that its body has to be sent again. */
interface SpareRequest {
  readonly body?: unknown;
  arrayBuffer(): Promise<ArrayBuffer>;
}

interface SentResponse extends HopResponse {
  readonly type?: string;
  readonly body?: unknown;
  clone(): { arrayBuffer(): Promise<ArrayBuffer> };
}

type Send = (input: unknown, init: object) => Promise<SentResponse>;

/** Sends a request once its URL may be requested. */
type SendAllowed = (url: string, send: () => Promise<SentResponse>) => Promise<SentResponse>;

const OBEY_OPTIONS = optionTable<ObeyOptions>({ pace: aBoolean });

/** The limit of the Fetch Standard, "HTTP-redirect fetch". */
const MAX_REDIRECTS = 20;

/**
 * Makes a `fetch` that requests only what robots.txt allows, no sooner than it asks for. It asks about each URL, and about the target of each redirect.
 *
 * It rejects with a `RefusalError` if a URL is not allowed: a `RobotsError` with the code `disallowed` or `deferred`. A robots.txt
 * itself passes, and so do URLs that are not http or https. Redirects are followed as the Fetch Standard says; for that, `fetch`
 * must return redirects under `redirect: 'manual'`, which browsers do not.
 *
 * Every request of a chain of redirects has the dispatcher of the options or of the `Request`. undici 7 and later, which Node 24 has
 * for its own `fetch`, hide the dispatcher of a `Request`: then a redirect is a `TypeError`. Pass the dispatcher in the options. Whether a
 * `Request` has one shows only if `fetch` sends it before it waits for anything else, so with another `fetch` every redirect of a
 * `Request` is a `TypeError`.
 *
 * @param fetch sends the requests. Default: the global `fetch`
 * @throws {TypeError} if `client` is not a client, `fetch` is not a function, or an option is unknown or malformed
 * @example
 * ```js
 * import { createClient, robotsFetch } from '@robotstream/client';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://foo.example/bot)', agents: 'FooBot' });
 * const fetch = robotsFetch(client);
 * const response = await fetch('https://example.com/');
 * console.log(response.status, await response.text()); // → 200 <title>page</title>
 * await client.close();
 * ```
 */
export function robotsFetch<Fetch extends FetchLike = typeof globalThis.fetch>(
  client: RobotsClient,
  fetch: Fetch = globalThis.fetch as unknown as Fetch,
  options: ObeyOptions = {},
): Fetch {
  aFunction(fetch, 'fetch');
  checkOptions('robotsFetch', options, OBEY_OPTIONS);
  const gate = new Gate(client, options.pace);
  const fetched = fetch as unknown as Send;
  const obey = async (input: unknown, given?: object | null): Promise<SentResponse> => {
    const init = membersOf(given ?? {});
    const request = requestOf(input);
    if (request === undefined) return fetched(input, given ?? {});
    const signal = ((init.signal === undefined ? request.signal : init.signal) ?? undefined) as
      | AbortSignal
      | undefined;
    const sendAllowed: SendAllowed = async (url, send) => {
      const end = await gate.pass(url, signal);
      try {
        return await untilAborted(send, signal);
      } finally {
        end();
      }
    };
    const redirect = init.redirect ?? request.redirect ?? 'follow';
    return redirect === 'follow'
      ? follow(input, request, init, fetched, sendAllowed)
      : sendAllowed(request.url, () => fetched(input, given ?? {}));
  };
  return obey as unknown as Fetch;
}

/** The request; undefined if its URL is not an http or https URL. */
function requestOf(input: unknown): RequestLike | undefined {
  const isRequest = typeof input === 'object' && input !== null && 'url' in input;
  const request = isRequest ? (input as RequestLike) : { url: String(input) };
  return httpUrlOrNull(request.url) === null ? undefined : request;
}

/**
 * Sends a request, and waits for its response, or until its signal aborts: not every function that fetches obeys it.
 *
 * @throws what `send` throws (rejects); the signal's reason if it aborts first
 */
async function untilAborted(
  send: () => Promise<SentResponse>,
  signal: AbortSignal | undefined,
): Promise<SentResponse> {
  const sent = Promise.resolve(send());
  if (signal === undefined) return sent;
  try {
    return await abortable(sent, signal);
  } catch (error) {
    sent.then(({ body }) => discard(body)).catch(() => {});
    throw error;
  }
}

/** Sends a request that may be sent, and follows redirects to URLs that may be requested. */
async function follow(
  input: unknown,
  request: RequestLike,
  init: Members,
  fetched: Send,
  sendAllowed: SendAllowed,
): Promise<SentResponse> {
  const isRequest = request === input;
  const own = isRequest ? membersOf(request) : {};
  const { referrer, referrerPolicy } = own;
  // Any option has `fetch` forget the referrer of a Request.
  const kept = Object.keys(init).length === 0 ? { referrer, referrerPolicy } : {};
  let common: Members = { ...own, referrer: undefined, referrerPolicy: undefined, ...kept, ...init };
  const integrity = String(common.integrity ?? '');
  // The option of node-fetch.
  const maxRedirects = typeof common.follow === 'number' ? common.follow : MAX_REDIRECTS;
  const mustObserve = isRequest && init.dispatcher === undefined && hidesDispatcher(request);
  let losesDispatcher = (): boolean => false;
  const spare = (init.body ?? null) === null && (own.body ?? null) !== null ? request.clone?.() : undefined;
  let hop: HopRequest = {
    url: request.url,
    method: methodOf(common.method),
    headers: new Headers(common.headers as Headers | undefined),
    body: spare ?? init.body ?? undefined,
  };
  try {
    let response = await sendAllowed(hop.url, () => {
      const send = () => fetched(input, { ...kept, ...init, integrity: '', redirect: 'manual' });
      if (!mustObserve) return send();
      const { result, usesGlobal } = observingDispatcher(send);
      losesDispatcher = () => !usesGlobal();
      return result;
    });
    for (let redirects = 0; ; redirects++) {
      if (response.type === 'opaqueredirect') {
        throw new TypeError('robotsFetch: this fetch hides where redirects lead, so they cannot be checked');
      }
      const target = redirectTarget(hop.url, response);
      if (target === null) {
        if (integrity !== '') await checkIntegrity(response, integrity, hop.url);
        return redirects === 0 ? response : redirected(response);
      }
      discard(response.body);
      if (redirects >= maxRedirects) throw new TypeError(`fetch failed: more than ${maxRedirects} redirects`);
      if (losesDispatcher()) {
        throw new TypeError(
          `robotsFetch: ${hop.url} redirects, and this Request may hide a dispatcher: pass one in the options of fetch, or a URL in place of the Request`,
        );
      }
      if (common.mode === 'same-origin' && new URL(target).origin !== new URL(request.url).origin) {
        throw new TypeError(`fetch failed: ${hop.url} redirects to another origin, ${target}`);
      }
      common = { ...common, ...referrerAfter(common, hop.url, response) };
      hop = nextHop(hop, response.status, target);
      if (spare !== undefined && hop.body === spare) hop = { ...hop, body: await spare.arrayBuffer() };
      const { url, ...parts } = hop;
      response = await sendAllowed(url, () =>
        fetched(url, { ...common, ...parts, integrity: '', redirect: 'manual' }),
      );
    }
  } finally {
    discard(spare?.body);
  }
}

/** The method as `fetch` writes it: it knows these in any case, and takes others as they are. */
function methodOf(method: unknown = 'GET'): string {
  const text = String(method);
  return /^(?:delete|get|head|options|patch|post|put)$/i.test(text) ? text.toUpperCase() : text;
}

/** @throws {TypeError} (rejects) if the body of a response is not the one that the request asks for */
async function checkIntegrity(response: SentResponse, integrity: string, url: string): Promise<void> {
  const octets = response.body === null ? null : await response.clone().arrayBuffer();
  if (octets !== null && (await matchesIntegrity(octets, integrity))) return;
  discard(response.body);
  throw new TypeError(`fetch failed: the body of ${url} does not match its integrity, ${integrity}`);
}

/** Marks a response as redirected, as `fetch` does. */
function redirected(response: SentResponse): SentResponse {
  return Object.defineProperty(response, 'redirected', { value: true, configurable: true, enumerable: true });
}

/** Cancels an unread body, a Web stream or one of Node's. */
function discard(body: unknown): void {
  const { cancel, destroy, locked } = (body ?? {}) as {
    cancel?: () => Promise<void>;
    destroy?: () => void;
    locked?: boolean;
  };
  if (typeof cancel === 'function' && locked !== true) cancel.call(body).catch(() => {});
  else if (typeof destroy === 'function') destroy.call(body);
}
