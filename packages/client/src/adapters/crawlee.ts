/**
 * The entry point `@robotstream/client/crawlee`: makes the HTTP crawlers of Crawlee obey robots.txt.
 */

import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';
import type { RobotsClient } from '../client/client.js';
import { RefusalError } from '../client/obey/refusal-error.js';
import { robotsFetch } from '../client/obey/robots-fetch.js';
import { loadUndici } from '../fetch/dispatch.js';
import {
  type AdapterOptions,
  MAX_REDIRECTS,
  nextRequest,
  paceOf,
  type RequestParts,
  redirectTarget,
} from './redirects.js';

export type { AdapterOptions } from './redirects.js';

/** An HTTP client, as the option `httpClient` of Crawlee's crawlers takes it. */
export interface CrawleeHttpClient {
  sendRequest(request: never): Promise<never>;
  stream(request: never, onRedirect?: never): Promise<never>;
}

/** Options for `HttpCrawler`, `CheerioCrawler` and Crawlee's other crawlers without a browser. */
export interface CrawleeOptions {
  /** Sends the requests of the crawler. */
  readonly httpClient: CrawleeHttpClient;
  /** Stops Crawlee from retrying a request that is not allowed. */
  readonly errorHandler: (context: { readonly request: { noRetry: boolean } }, error: Error) => void;
  /** One day, in seconds: Crawlee counts the wait for a turn as navigation time. */
  readonly navigationTimeoutSecs: number;
}

/** A request, as Crawlee passes it to an HTTP client. */
interface CrawleeRequest {
  readonly url: string | URL;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
  readonly proxyUrl?: string;
  readonly https?: { readonly rejectUnauthorized?: boolean };
  readonly signal?: AbortSignal;
  readonly responseType?: 'text' | 'json' | 'buffer';
}

/** Receives each redirect before it is followed, and may set the cookies of the next request. */
type OnRedirect = (
  response: CrawleeResponse,
  next: { readonly url: URL; readonly headers: Record<string, string> },
) => void;

/** The head of a response, as Crawlee takes it from an HTTP client. */
interface CrawleeResponse {
  readonly url: string;
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly redirectUrls: readonly URL[];
  readonly request: { readonly url: string | URL };
  readonly trailers: object;
  readonly complete: boolean;
}

const DAY_SECS = 86_400;

/** The header fields that are wrong once the body is decoded. */
const OF_CODED_BODY: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
]);

/**
 * Makes options for a crawler of Crawlee. The crawler then sends only requests that robots.txt allows, under the name of the client's crawler
 * and not as a browser, and waits for the site's turn before each. It checks the target of each redirect before it follows it.
 *
 * A request that is not allowed fails with a `RefusalError`, which `failedRequestHandler` gets. Crawlee retries it only if the URL may be
 * allowed later.
 *
 * @throws {TypeError} if `client` is not a client, or an option is unknown or malformed
 * @example
 * ```js
 * import { CheerioCrawler } from '@crawlee/cheerio';
 * import { createClient } from '@robotstream/client';
 * import { robotsCrawlee } from '@robotstream/client/crawlee';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://foo.example/bot)', agents: 'FooBot' });
 * const crawler = new CheerioCrawler({
 *   ...robotsCrawlee(client),
 *   requestHandler: () => console.log('robots.txt allows this page'),
 * });
 * await crawler.run(['https://example.com/']);
 * await client.close();
 * ```
 */
export function robotsCrawlee(client: RobotsClient, options: AdapterOptions = {}): CrawleeOptions {
  const obey = robotsFetch(client, { pace: paceOf('robotsCrawlee', options) });
  const agents = new LRUCache<string, Dispatcher>({ max: MAX_AGENTS });
  const send = async (request: CrawleeRequest, onRedirect?: OnRedirect) => {
    const { method = 'GET', body, signal = null } = request;
    const dispatcher = agentFor(request, agents, await loadUndici());
    const headers = new Headers(fieldsOf(request.headers));
    headers.set('user-agent', client.userAgent);
    const redirectUrls: URL[] = [];
    let sent: RequestParts = { url: String(request.url), method, headers, body };
    for (;;) {
      const { url, ...parts } = sent;
      const init = { ...parts, signal, redirect: 'manual', duplex: 'half', dispatcher };
      const response = await obey(url, init as unknown as RequestInit).catch((error) => {
        throw reasonOf(error);
      });
      const target = redirectTarget(url, response);
      if (target === null) return { response, head: headOf(request, response, url, redirectUrls) };
      await response.body?.cancel();
      if (redirectUrls.length === MAX_REDIRECTS) {
        throw new TypeError(`${request.url} redirects more than ${MAX_REDIRECTS} times`);
      }
      const next = { url: new URL(target), headers: {} as Record<string, string> };
      redirectUrls.push(next.url);
      onRedirect?.(headOf(request, response, url, redirectUrls), next);
      sent = nextRequest(sent, response.status, target);
      const cookie = next.headers.Cookie ?? next.headers.cookie;
      if (cookie !== undefined) sent.headers.set('cookie', cookie);
    }
  };
  const httpClient = {
    sendRequest: async (request: CrawleeRequest) => {
      const { response, head } = await send(request);
      const octets = Buffer.from(await response.arrayBuffer());
      const { responseType = 'text' } = request;
      const text = (): string => octets.toString('utf8');
      const body = responseType === 'buffer' ? octets : responseType === 'json' ? JSON.parse(text()) : text();
      return { ...head, body };
    },
    stream: async (request: CrawleeRequest, onRedirect?: OnRedirect) => {
      const { response, head } = await send(request, onRedirect);
      const stream =
        response.body === null ? Readable.from([]) : Readable.fromWeb(response.body as WebStream);
      return { ...head, stream };
    },
  };
  return {
    httpClient: httpClient as unknown as CrawleeHttpClient,
    errorHandler: ({ request }, error) => {
      if (error instanceof RefusalError && error.code !== 'deferred') request.noRetry = true;
    },
    navigationTimeoutSecs: DAY_SECS,
  };
}

/** The header fields of a request, for fetch. */
function fieldsOf(headers: CrawleeRequest['headers'] = {}): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  );
}

function headOf(
  request: CrawleeRequest,
  { status, statusText, headers }: Response,
  url: string,
  redirectUrls: readonly URL[],
): CrawleeResponse {
  const fields: Record<string, string | string[]> = {};
  for (const [name, value] of headers) if (!OF_CODED_BODY.has(name)) fields[name] = value;
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) fields['set-cookie'] = cookies;
  return {
    url,
    statusCode: status,
    statusMessage: statusText,
    headers: fields,
    redirectUrls,
    request: { url: request.url },
    trailers: {},
    complete: true,
  };
}

/** Why a request failed: `fetch` wraps errors of sockets, so their cause is the reason. */
function reasonOf(error: unknown): unknown {
  return error instanceof TypeError && error.cause instanceof Error ? error.cause : error;
}

/** How many dispatchers a crawler keeps. Crawlers rotate proxies, often with a name of their own for each session. */
const MAX_AGENTS = 256;

/**
 * The dispatcher through which a request reaches its proxy, if it has one. The least recently used of too many is dropped without being closed, because
 * requests may be using it: its idle connections end after some seconds, and then nothing refers to it.
 */
function agentFor(
  { proxyUrl = '', https }: CrawleeRequest,
  agents: LRUCache<string, Dispatcher>,
  { Agent, ProxyAgent }: Awaited<ReturnType<typeof loadUndici>>,
): Dispatcher {
  const connect = { rejectUnauthorized: https?.rejectUnauthorized ?? true };
  const key = `${connect.rejectUnauthorized} ${proxyUrl}`;
  const known = agents.get(key);
  if (known !== undefined) return known;
  const agent =
    proxyUrl === '' ? new Agent({ connect }) : new ProxyAgent({ uri: proxyUrl, requestTls: connect });
  agents.set(key, agent);
  return agent;
}
