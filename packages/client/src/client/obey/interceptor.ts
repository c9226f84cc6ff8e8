/**
 * An interceptor for undici's dispatchers that makes every request obey robots.txt.
 */

import { aBoolean, checkOptions, misshapen, type OptionCheck, optionTable } from 'robotstream/internal';
import {
  announce,
  type Dispatch,
  type Handler,
  OWN_REQUEST,
  type RequestOptions,
  refuse,
  untilResponse,
  WaitingController,
} from '../../fetch/dispatch.js';
import { isHttpUrl } from '../../fetch/option-table.js';
import { originText, requestUrl } from '../../fetch/request-url.js';
import type { EndTurn } from '../../pacing/host-turns.js';
import type { RobotsClient } from '../client.js';
import { RequestCheck } from './request-check.js';

/** How requests obey. */
export interface ObeyOptions {
  /**
   * Whether each request waits for its turn at its host, as in `client.inTurn`. The turn lasts until the headers of the response
   * arrive. Default: where the robots.txt asks for a delay (`Crawl-delay`, `Request-rate`), or the client has the option `pacing.defaultDelayMs`.
   * `true`: at every host, `pacing.defaultDelayMs` apart where the robots.txt asks for nothing. `false`: nowhere.
   */
  readonly pace?: boolean | undefined;
}

/** How the requests of a dispatcher obey. */
export interface RobotsInterceptorOptions extends ObeyOptions {
  /**
   * Where the dispatcher sends every request. Required for a `Client` or `Pool` of undici 6 or 7 whose requests name no origin;
   * undici 8 says which origin such a dispatcher has. Default: the origin of each request.
   */
  readonly origin?: string | URL | undefined;
}

/**
 * An interceptor for `dispatcher.compose()` of undici 6, 7 or 8. Its type fits the dispatchers of all of them.
 */
export type RobotsInterceptor = <Send extends (options: never, handler: never) => boolean>(
  dispatch: Send,
) => Send;

const anOrigin: OptionCheck = (value, name) => {
  if (!isHttpUrl(value)) throw misshapen(value, name, 'an http or https origin');
};

const INTERCEPTOR_OPTIONS = optionTable<RobotsInterceptorOptions>({
  pace: aBoolean,
  origin: anOrigin,
});

/**
 * Makes an interceptor. With it, a dispatcher sends only the requests that robots.txt allows:
 *
 * A request that is not allowed fails with a {@link RefusalError}: a `RobotsError` with the code `disallowed` or `deferred`. Every
 * method counts. A request for a robots.txt passes, and so does a CONNECT, which asks for a tunnel. Compose it before
 * `interceptors.redirect()` and `retry()`, so that each redirect and each attempt is asked about.
 *
 * @throws {TypeError} if `client` is not a client, or an option is unknown or malformed
 * @example
 * ```js
 * // The site that it asks is `site.mjs` of docs/crawl.md.
 * import { createClient, robotsInterceptor } from '@robotstream/client';
 * import { Agent, fetch, interceptors } from 'undici';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://foo.example/bot)', agents: 'FooBot' });
 * const dispatcher = new Agent().compose(robotsInterceptor(client), interceptors.redirect());
 * const response = await fetch('http://localhost:8124/', { dispatcher });
 * console.log(response.status, await response.text()); // → 200 a page
 * await client.close();
 * await dispatcher.close();
 * ```
 */
export function robotsInterceptor(
  client: RobotsClient,
  options: RobotsInterceptorOptions = {},
): RobotsInterceptor {
  checkOptions('robotsInterceptor', options, INTERCEPTOR_OPTIONS);
  const check = new RequestCheck(client, options.pace);
  const fixedOrigin = options.origin === undefined ? undefined : new URL(options.origin).origin;
  // undici 8 passes the origin of a Client or a Pool.
  const intercept = (dispatch: Dispatch, itsOrigin?: unknown): Dispatch => {
    const origin = fixedOrigin ?? originText(itsOrigin);
    return (request, handler) => {
      if (isOwn(request)) return dispatch(request, handler);
      let url: string | undefined;
      try {
        url = requestUrl(request, origin);
        if (url === undefined || isAsked(request, client, url) || check.passNow(url))
          return dispatch(request, handler);
      } catch (error) {
        // undici's handlers do not expect an error before `dispatch` returns.
        queueMicrotask(() => refuse(handler, new WaitingController(), error as Error));
        return true;
      }
      const asked = url;
      const marked = { ...request, [ASKED]: { client, url } };
      void dispatchLater(dispatch, marked, handler, (signal) => check.pass(asked, signal));
      return true;
    };
  };
  return intercept as unknown as RobotsInterceptor;
}

/**
 * {@link robotsInterceptor} by its first name, which means something else where a client has it: `client.robots(url)` gives a robots.txt.
 *
 * @deprecated since 1.0: use `robotsInterceptor`
 * @throws {TypeError} as `robotsInterceptor`
 * @example
 * ```js
 * import { createClient, robots } from '@robotstream/client';
 * import { Agent } from 'undici';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://foo.example/bot)', agents: 'FooBot' });
 * const dispatcher = new Agent().compose(robots(client));
 * await client.close();
 * await dispatcher.close();
 * ```
 */
export const robots: typeof robotsInterceptor = robotsInterceptor;

/** Sends a request once it may be sent. Never rejects: the handler gets every error. */
async function dispatchLater(
  dispatch: Dispatch,
  request: RequestOptions,
  handler: Handler,
  pass: (signal: AbortSignal) => Promise<EndTurn>,
): Promise<void> {
  const controller = new WaitingController();
  let end: EndTurn = () => {};
  try {
    announce(handler, controller);
    end = await pass(controller.signal);
    controller.signal.throwIfAborted();
    controller.sent();
    dispatch(request, untilResponse(handler, end));
  } catch (error) {
    end();
    refuse(handler, controller, error as Error);
  }
}

/**
 * A dispatch option: the client that has already been asked about a URL. A request may pass two interceptors of one client, such as that of
 * `robotsFetch` and one on the global dispatcher. Without the mark, the second would wait for the turn that the first holds. It includes the URL,
 * because interceptors that follow redirects copy the options.
 */
const ASKED: unique symbol = Symbol('robotstream.asked');

function isAsked(
  request: RequestOptions & { readonly [ASKED]?: { readonly client: RobotsClient; readonly url: string } },
  client: RobotsClient,
  url: string,
): boolean {
  const asked = request[ASKED];
  return asked?.client === client && asked.url === url;
}

function isOwn(request: RequestOptions & { readonly [OWN_REQUEST]?: unknown }): boolean {
  return request[OWN_REQUEST] === true;
}
