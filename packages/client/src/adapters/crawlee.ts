/**
 * The entry point `@robotstream/client/crawlee`: makes the HTTP crawlers of Crawlee obey robots.txt.
 */
import { Readable } from 'node:stream';
import type { RobotsClient } from '../client/client.js';
import { redirectTarget } from '../client/obey/redirect-hop.js';
import { RefusalError } from '../client/obey/refusal-error.js';
import { robotsNodeFetch } from './node-fetch.js';
import { type AdapterOptions, obedienceOf } from './obedience.js';
import { ProxyAgents, type Undici } from './proxy-agents.js';

export type { AdapterOptions } from './obedience.js';

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

type FetchedResponse = Awaited<ReturnType<Undici['fetch']>>;

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
  obedienceOf('robotsCrawlee', client, options);
  const agents = new ProxyAgents();
  const send = async (request: CrawleeRequest, onRedirect?: OnRedirect) => {
    // Loaded with the first request: undici takes longer to load than all of the client.
    const undici = await import('undici');
    const redirectUrls: URL[] = [];
    let cookie: string | undefined;
    /** Sends one request of a chain of redirects. */
    const sendHop = async (url: string, init: { headers?: Record<string, string> }) => {
      const headers = { ...init.headers, ...(cookie === undefined ? {} : { cookie }) };
      const response = await undici.fetch(url, { ...init, headers, dispatcher: agents.of(undici, request) });
      const target = redirectTarget(url, response);
      if (target === null) return response;
      const next = { url: new URL(target), headers: {} as Record<string, string> };
      redirectUrls.push(next.url);
      onRedirect?.(headOf(request, response, url, redirectUrls), next);
      cookie = next.headers.Cookie ?? next.headers.cookie;
      return response;
    };
    const { method, body, signal } = request;
    const obey = robotsNodeFetch(client, sendHop as never, options) as Undici['fetch'];
    const response = await obey(String(request.url), {
      ...(method === undefined ? {} : { method }),
      ...(body === undefined ? {} : { body: body as string, duplex: 'half' }),
      ...(signal === undefined ? {} : { signal }),
      headers: fieldsOf(request.headers),
    }).catch((error) => {
      throw reasonOf(error);
    });
    return { response, head: headOf(request, response, response.url, redirectUrls) };
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
      const stream = response.body === null ? Readable.from([]) : Readable.fromWeb(response.body);
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
  { status, statusText, headers }: FetchedResponse,
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
