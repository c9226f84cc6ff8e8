/**
 * The entry point `@robotstream/client/playwright`: makes a page of Playwright obey robots.txt.
 */
import { isObject, misshapen } from 'robotstream/internal';
import type { RobotsClient } from '../client/client.js';
import { RequestCheck } from '../client/obey/request-check.js';
import { isRedirect } from '../fetch/redirects.js';
import { httpUrlOrNull } from '../fetch/request-url.js';
import { type AdapterOptions, MAX_REDIRECTS, paceOf, redirectTarget } from './redirects.js';

export type { AdapterOptions } from './redirects.js';

/** The part of a `Page` of Playwright that is used. */
export interface PlaywrightPage {
  goto(url: string, options?: never): Promise<unknown>;
  mainFrame(): unknown;
  route: RouteAll;
  context(): { route: RouteAll };
}

type RouteAll = (url: string, handler: (route: PlaywrightRoute) => Promise<void>) => Promise<unknown>;

/** The part of a `Route` of Playwright that is used. */
export interface PlaywrightRoute {
  request(): {
    url(): string;
    headers(): Record<string, string>;
    isNavigationRequest(): boolean;
    frame(): unknown;
  };
  continue(options: { headers: Record<string, string> }): Promise<void>;
  abort(errorCode?: string): Promise<void>;
  fetch(options: { headers: Record<string, string>; maxRedirects: number }): Promise<PlaywrightResponse>;
  fulfill(options: { response: never }): Promise<void>;
}

/** The part of an `APIResponse` of Playwright that is used. */
export interface PlaywrightResponse {
  status(): number;
  headers(): Record<string, string>;
}

/** How a navigation ends without a page. For other errors, Chromium shows an error page, so late at times that it interrupts the next navigation. */
const ABORTED = 'aborted';

/**
 * Makes a page obey: it sends every request under the name of the client's crawler. It opens a URL, in its main frame or another one, only if
 * robots.txt allows it, and waits for the host's turn. Images, scripts and other parts of a page are not checked, because the page needs them.
 * The other pages of its context obey as well, since the first request of a popup belongs to no page yet.
 *
 * @returns a function like `page.goto` that checks each redirect before it follows it, and rejects with a `RefusalError` if a URL is not allowed, and
 *   with a `TypeError` if a redirect leads to another scheme than http and https. Playwright routes only the first request of a redirect chain, so a page that is opened in
 *   another way follows no redirect
 * @throws {TypeError} (rejects) if `client` is not a client, or an option is unknown or malformed
 * @example
 * ```js
 * import { createClient } from '@robotstream/client';
 * import { robotsPlaywright } from '@robotstream/client/playwright';
 * import { chromium } from 'playwright';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://foo.example/bot)', agents: 'FooBot' });
 * const browser = await chromium.launch();
 * const page = await browser.newPage({ userAgent: client.userAgent });
 * const open = await robotsPlaywright(page, client);
 * await open('https://example.com/');
 * await browser.close();
 * await client.close();
 * ```
 */
export async function robotsPlaywright<Page extends PlaywrightPage>(
  page: Page,
  client: RobotsClient,
  options: AdapterOptions = {},
): Promise<Page['goto']> {
  const { goto, route, context } = (isObject(page) ? page : {}) as Partial<PlaywrightPage>;
  if (typeof goto !== 'function' || typeof route !== 'function' || typeof context !== 'function')
    throw misshapen(page, 'page', 'a page of Playwright');
  const check = new RequestCheck(client, paceOf('robotsPlaywright', options));
  const { userAgent } = client;
  /** Why the last URL of the main frame was not opened: its response, if that may be a redirect, or the error. */
  let redirect: Moved | undefined;
  let refusal: unknown;
  const obey = async (route: PlaywrightRoute): Promise<void> => {
    const request = route.request();
    const url = request.url();
    const headers = { ...request.headers(), 'user-agent': userAgent };
    if (!request.isNavigationRequest() || httpUrlOrNull(url) === null) return route.continue({ headers });
    const isMain = frameOf(request) === page.mainFrame();
    let end: () => void;
    try {
      end = await check.pass(url, undefined);
    } catch (error) {
      if (isMain) refusal = error;
      return route.abort(ABORTED);
    }
    try {
      const response = await route.fetch({ headers, maxRedirects: 0 });
      end();
      const moved = { url, status: response.status(), location: response.headers().location ?? null };
      if (!isRedirect(moved.status) || moved.location === null)
        return await route.fulfill({ response: response as never });
      if (isMain) redirect = moved;
      await route.abort(ABORTED);
    } catch (error) {
      if (isMain) refusal = error;
      await route.abort(ABORTED).catch(() => {});
    } finally {
      end();
    }
  };
  await page.route('**/*', obey);
  await page.context().route('**/*', obey);
  const open = async (url: string, gotoOptions?: never): Promise<unknown> => {
    for (let target = url, left = MAX_REDIRECTS; ; left--) {
      redirect = undefined;
      refusal = undefined;
      try {
        return await page.goto(target, gotoOptions);
      } catch (error) {
        if (refusal !== undefined) throw refusal;
        if (redirect === undefined || left === 0) throw error;
        target = afterRedirect(redirect, target);
      }
    }
  };
  return open as Page['goto'];
}

/** A response to a navigation. */
interface Moved {
  readonly url: string;
  readonly status: number;
  readonly location: string | null;
}

/**
 * Where a redirect leads. A request has no fragment, but the URL that was opened may have one, which the target takes over.
 *
 * @throws {TypeError} if that is not an http or https URL, or has a user name or a password
 */
function afterRedirect({ url, status, location }: Moved, opened: string): string {
  const from = new URL(url);
  const fragment = opened.indexOf('#');
  if (fragment !== -1) from.hash = opened.slice(fragment);
  const target = redirectTarget(from.href, { status, headers: { get: () => location } });
  return target as string;
}

/** The frame of a request; undefined if it has none yet, as the first request of a popup. */
function frameOf(request: ReturnType<PlaywrightRoute['request']>): unknown {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}
