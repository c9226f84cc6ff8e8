/**
 * A `fetch` that obeys robots.txt.
 */
import { aBoolean, aFunction, checkOptions, optionTable } from '../../option-checks.js';
import type { RobotsClient } from '../client.js';
import { Gate } from './gate.js';
import type { ObeyOptions } from './interceptor.js';
import { type HopRequest, type HopResponse, nextHop, redirectTarget } from './redirect-hop.js';

/** Any function that fetches as `fetch` does. */
export type FetchLike = (input: never, init?: never) => Promise<HopResponse>;

/** The members of a request, or of the options of `fetch`, that decide where redirects lead. */
interface RequestParts {
  readonly method?: string | undefined;
  readonly headers?: ConstructorParameters<typeof Headers>[0] | undefined;
  readonly body?: unknown;
  readonly redirect?: string | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

/** A `Request` of any implementation, or a URL alone. */
interface RequestLike extends RequestParts {
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
}

type Send = (input: unknown, init: object) => Promise<SentResponse>;

/** Sends a request once its URL may be requested. */
type SendAllowed = (url: string, ...request: Parameters<Send>) => Promise<SentResponse>;

const OBEY_OPTIONS = optionTable<ObeyOptions>({ pace: aBoolean });

/** The limit of the Fetch Standard, "HTTP-redirect fetch". */
const MAX_REDIRECTS = 20;

/**
 * Makes a `fetch` that requests only what robots.txt allows. It asks about each URL, and about the target of each redirect.
 *
 * It rejects with a `RefusalError` if a URL is not allowed: a `RobotsError` with the code `disallowed` or `deferred`. A robots.txt
 * itself passes, and so do URLs that are not http or https. Redirects are followed as the Fetch Standard says; for that, `fetch`
 * must return redirects under `redirect: 'manual'`, which browsers do not.
 *
 * @param fetch sends the requests. Default: the global `fetch`
 * @throws {TypeError} if `client` is not a client, `fetch` is not a function, or an option is unknown or malformed
 */
export function robotsFetch<Fetch extends FetchLike = typeof globalThis.fetch>(
  client: RobotsClient,
  fetch: Fetch = globalThis.fetch as unknown as Fetch,
  options: ObeyOptions = {},
): Fetch {
  aFunction(fetch, 'fetch');
  checkOptions('robotsFetch', options, OBEY_OPTIONS);
  const gate = new Gate(client, options.pace === true);
  const obey = async (input: unknown, given?: RequestParts | null): Promise<SentResponse> => {
    const init = given ?? {};
    const request = requestOf(input);
    const fetched = fetch as unknown as Send;
    if (request === undefined) return fetched(input, init);
    const signal = signalOf(request, init);
    const send: SendAllowed = async (url, ...rest) => {
      const end = await gate.pass(url, signal);
      return fetched(...rest).finally(end);
    };
    const redirect = init.redirect ?? request.redirect ?? 'follow';
    return redirect === 'follow' ? follow(input, request, init, send) : send(request.url, input, init);
  };
  return obey as unknown as Fetch;
}

/** The request; undefined if its URL is not an http or https URL. */
function requestOf(input: unknown): RequestLike | undefined {
  const isRequest = typeof input === 'object' && input !== null && 'url' in input;
  const request = isRequest ? (input as RequestLike) : { url: String(input) };
  const isHttp = URL.canParse(request.url) && /^https?:$/.test(new URL(request.url).protocol);
  return isHttp ? request : undefined;
}

/** The signal that `fetch` obeys: an option that is undefined leaves the request's own in force, and null removes it. */
function signalOf(request: RequestLike, init: RequestParts): AbortSignal | undefined {
  return (init.signal === undefined ? request.signal : init.signal) ?? undefined;
}

/** Sends a request that may be sent, and follows redirects to URLs that may be requested. */
async function follow(
  input: unknown,
  request: RequestLike,
  init: RequestParts,
  send: SendAllowed,
): Promise<SentResponse> {
  const signal = signalOf(request, init);
  const hasOwnBody = (init.body ?? null) === null && (request.body ?? null) !== null;
  const spare = hasOwnBody ? request.clone?.() : undefined;
  let hop: HopRequest = {
    url: request.url,
    method: (init.method ?? request.method ?? 'GET').toUpperCase(),
    headers: new Headers(init.headers ?? request.headers),
    body: spare ?? init.body ?? undefined,
  };
  try {
    let response = await send(hop.url, input, { ...init, redirect: 'manual' });
    for (let redirects = 0; ; redirects++) {
      if (response.type === 'opaqueredirect') {
        throw new TypeError('robotsFetch: this fetch hides where redirects lead, so they cannot be checked');
      }
      const target = redirectTarget(hop.url, response);
      if (target === null) return redirects === 0 ? response : redirected(response);
      discard(response.body);
      if (redirects === MAX_REDIRECTS)
        throw new TypeError(`fetch failed: more than ${MAX_REDIRECTS} redirects`);
      hop = nextHop(hop, response.status, target);
      if (spare !== undefined && hop.body === spare) hop = { ...hop, body: await spare.arrayBuffer() };
      const { url, ...parts } = hop;
      response = await send(url, url, { ...init, signal, ...parts, redirect: 'manual' });
    }
  } finally {
    discard(spare?.body);
  }
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
