/**
 * `openUrl` fetches any other file of a site, such as a sitemap, with the redirects, limits, proxies and address policy of a robots.txt.
 */

import { misshapen } from 'robotstream/internal';
import { AccessError } from './faults.js';
import { bodyFault, decodedBody } from './fetch-robots.js';
import type { FetchOptions } from './options.js';
import { beginFetch, endFetch, type FetchContext, followRedirects } from './redirects.js';
import { type Exchange, type HeaderValues, plainHeaders } from './requests.js';
import { keptHeaders, type Redirect, type ResponseHeaders } from './result.js';
import { readSettings, type Settings } from './settings.js';

/** A response whose body can be read. Read it to its end, or close it. */
export interface OpenedUrl {
  /** The status after redirects. */
  readonly status: number;
  /** The URL of the response, after redirects. */
  readonly finalUrl: string;
  /** The redirects that were followed, in order. */
  readonly redirects: readonly Redirect[];
  /** The header fields of the last response. */
  readonly headers: ResponseHeaders;
  /**
   * The decoded body, in chunks. It can be read once; leaving the loop early closes the connection. Reading throws a `RobotsError` if the body
   * is cut off, if it has more than `maxOctets` octets, or if a time limit passes.
   */
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the connection without reading the body. */
  close(): Promise<void>;
}

/**
 * Requests an http or https URL, and follows redirects. Every status is a result. The request is over when the body has been read, or after
 * `close`.
 *
 * @param options those of `fetchRobots`; `held` and `probe` have no effect
 * @throws {TypeError} (rejects) if the URL is not accepted, or an option is unknown or malformed
 * @throws {RangeError} (rejects) if `maxOctets` or a time limit is out of range
 * @throws {RobotsError} (rejects) if there is no response; its code is one of `ACCESS_FAULTS`
 * @throws the signal's reason (rejects) if it aborts
 * @example
 * ```js
 * // The site that it asks is `site.mjs` of docs/crawl.md.
 * import { openUrl } from '@robotstream/client';
 *
 * const { status, finalUrl, close } = await openUrl('http://localhost:8124/', { userAgent: 'FooBot/1.0' });
 * console.log(status, finalUrl); // → 200 http://localhost:8124/
 * await close();
 * ```
 */
export async function openUrl(url: string | URL, options: FetchOptions): Promise<OpenedUrl> {
  const settings = readSettings(options);
  const asked = httpUrl(url);
  const { allHeaders: _, ...opened } = await openWith(asked, settings);
  return opened;
}

/** A response with all of its header fields. */
export interface OpenedFile extends OpenedUrl {
  readonly allHeaders: HeaderValues;
}

/**
 * The same with settings from `readSettings`.
 *
 * @param mayFollow called before a redirect is followed, with its target and the redirects so far; rejects if it must not be
 */
export async function openWith(
  asked: URL,
  settings: Settings,
  mayFollow?: FetchContext['mayFollow'],
): Promise<OpenedFile> {
  const { signal } = settings;
  signal?.throwIfAborted();
  const context = { ...beginFetch(asked.href, settings), mayFollow };
  const { trace } = context;
  let exchange: Exchange;
  try {
    exchange = await followRedirects((next) => plainHeaders(next, asked.href, settings), context);
    if (trace.finalUrl.startsWith('ftp:')) {
      exchange.close();
      throw new AccessError('redirect-invalid', `${asked.href} redirects to FTP`);
    }
  } catch (error) {
    endFetch(context);
    signal?.throwIfAborted();
    throw error;
  }
  const close = async (): Promise<void> => {
    exchange.close();
    endFetch(context);
  };
  const { status, headers } = exchange;
  const { finalUrl, redirects } = trace;
  const body = bodyOf(exchange, context, close);
  return { status, finalUrl, redirects, headers: keptHeaders(headers), allHeaders: headers, body, close };
}

async function* bodyOf(
  exchange: Exchange,
  context: FetchContext,
  close: () => Promise<void>,
): AsyncGenerator<Uint8Array, void> {
  const { maxOctets } = context.settings;
  try {
    let count = 0;
    for await (const chunk of decodedBody(exchange, context).octets) {
      count += chunk.length;
      if (count > maxOctets)
        throw new AccessError('malformed-response', `the body has more than ${maxOctets} octets`);
      yield chunk;
    }
  } catch (error) {
    throw bodyFault(error, context);
  } finally {
    await close();
  }
}

/** @throws {TypeError} if it is not an http or https URL */
function httpUrl(url: string | URL): URL {
  try {
    if (typeof url === 'string' || url instanceof URL) {
      const parsed = new URL(url);
      if (parsed.protocol === 'http:' || parsed.protocol === 'https:') return parsed;
    }
  } catch {
    // A text that is not a URL is refused below.
  }
  throw misshapen(url, 'url', 'an absolute http or https URL');
}
