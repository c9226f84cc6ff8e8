/**
 * A `fetch` that obeys robots.txt: that of undici, over a dispatcher that asks before each request.
 */
import { RobotsError } from 'robotstream';
import { aBoolean, checkOptions, optionTable } from 'robotstream/internal';
import { type Dispatch, type DispatcherLike, forEveryVersion, loadUndici } from '../../fetch/dispatch.js';
import { aDispatcher } from '../../fetch/option-table.js';
import type { RobotsClient } from '../client.js';
import { type ObeyOptions, robotsInterceptor } from './interceptor.js';

/** How the requests of a `fetch` obey. */
export interface RobotsFetchOptions extends ObeyOptions {
  /** Sends the requests, unless the options of a call have a `dispatcher`. Default: the global dispatcher of undici. */
  readonly dispatcher?: DispatcherLike | undefined;
}

const FETCH_OPTIONS = optionTable<RobotsFetchOptions>({ pace: aBoolean, dispatcher: aDispatcher });

type Undici = Awaited<ReturnType<typeof loadUndici>>;
type UndiciRequest = InstanceType<Undici['Request']>;
type UndiciRequestInit = NonNullable<ConstructorParameters<Undici['Request']>[1]>;

/**
 * Makes a `fetch` that requests only what robots.txt allows, and keeps the delays that it asks for. It checks each URL, and the target of each
 * redirect. It is the `fetch` of undici, and accepts undici's option `dispatcher`.
 *
 * It rejects with a `RefusalError` if a URL is not allowed: a `RobotsError` with the code `disallowed` or `deferred`. A robots.txt
 * itself passes, and so do URLs that are not http or https.
 *
 * @throws {TypeError} if `client` is not a client, or an option is unknown or malformed
 * @example
 * ```js
 * // The site that it asks is `site.mjs` of docs/crawl.md.
 * import { createClient, robotsFetch } from '@robotstream/client';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://foo.example/bot)', agents: 'FooBot' });
 * const fetch = robotsFetch(client);
 * const response = await fetch('http://localhost:8124/');
 * console.log(response.status, await response.text()); // → 200 a page
 * await client.close();
 * ```
 */
export function robotsFetch(client: RobotsClient, options: RobotsFetchOptions = {}): typeof globalThis.fetch {
  checkOptions('robotsFetch', options, FETCH_OPTIONS);
  const { pace, dispatcher: own } = options;
  const intercept = robotsInterceptor(client, { pace });
  return async (input, init) => {
    const undici = await loadUndici();
    const request = await requestOf(input, init, undici);
    const given = (init as { dispatcher?: DispatcherLike } | undefined)?.dispatcher ?? own;
    const dispatcher = given ?? undici.getGlobalDispatcher();
    aDispatcher(dispatcher, 'dispatcher');
    const obeying = intercept(dispatcher.dispatch.bind(dispatcher) as Dispatch);
    const dispatch: Dispatch = (options, handler) => obeying(options, forEveryVersion(handler));
    const { referrer, referrerPolicy } = request;
    // Passing any option makes `fetch` drop the referrer of a Request.
    const options = {
      dispatcher: { dispatch } as unknown as NonNullable<UndiciRequestInit['dispatcher']>,
      referrer,
      referrerPolicy,
    };
    try {
      return (await undici.fetch(request, options)) as unknown as Response;
    } catch (error) {
      const { cause } = error as Error;
      throw cause instanceof RobotsError ? cause : error;
    }
  };
}

/** Makes a `Request` of undici from the arguments of a call. undici does not recognize the `Request` and `FormData` of Node's own `fetch`. */
async function requestOf(
  input: Parameters<typeof globalThis.fetch>[0],
  init: RequestInit | undefined,
  { Request }: Undici,
): Promise<UndiciRequest> {
  const isForeign = typeof input === 'object' && 'url' in input && !(input instanceof Request);
  const request = isForeign ? new Request(input.url, input as unknown as UndiciRequestInit) : input;
  // undici drops the referrer of a Request when it copies it.
  if (init === undefined && request instanceof Request) return request;
  const { body } = init ?? {};
  if (!(body instanceof FormData))
    return new Request(request as string, init as unknown as UndiciRequestInit);
  const encoded = new Response(body);
  const headers = new Headers(init?.headers);
  headers.set('content-type', encoded.headers.get('content-type') ?? '');
  const whole = { ...init, headers, body: await encoded.arrayBuffer() };
  return new Request(request as string, whole as unknown as UndiciRequestInit);
}
