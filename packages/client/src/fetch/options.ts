/**
 * The options of `fetchRobots`.
 */

import type { TcpNetConnectOpts } from 'node:net';
import type { ConnectionOptions as TlsOptions } from 'node:tls';
import type { AnyProfile, CrawlerName, CrawlerTokens } from 'robotstream';
import type { AddressPolicy } from './addresses.js';
import type { Clock } from './clock.js';
import type { DispatcherLike } from './dispatch.js';
import type { HtmlMeaning, ResponseHeaders } from './result.js';

/** Options each of which has a default. One that is undefined counts as absent. */
export type PartialOptions<Options> = { readonly [name in keyof Options]?: Options[name] | undefined };

/** Options for `fetchRobots` and `openUrl`. */
export interface FetchOptions {
  /** The User-Agent header to send, whole: `ExampleBot/1.0 (+https://example.com/bot)`. Required. */
  readonly userAgent: string;
  /**
   * The product tokens of the crawler. One of them must be a substring of `userAgent`, without regard to case (RFC 9309
   * §2.2.1, SHOULD); `*` stands for any crawler, and nothing is checked. Default: not checked.
   */
  readonly agents?: string | readonly string[] | undefined;
  /**
   * The crawler in place of `agents`: the product token of a registered crawler, in any letter case, or an object with the tokens of any
   * other. One of its tokens must be a substring of `userAgent`. Unless `profile` names another, results are read as this crawler reads them.
   */
  readonly crawler?: CrawlerName | (string & Record<never, never>) | CrawlerTokens | undefined;
  /** The profile to judge by, or its name. Default: the one by which `crawler` reads, or `rfc9309`. */
  readonly profile?: AnyProfile | undefined;
  /** The parsing limit in octets of decoded content. Default and minimum: 512,000 (RFC 9309 §2.5). */
  readonly maxOctets?: number | undefined;
  /** The time limits. */
  readonly timeouts?: PartialOptions<AccessTimeouts> | undefined;
  /**
   * The undici dispatcher that sends the requests: an agent, a proxy, a mock, with any interceptors, of undici 6 or later.
   * Close it yourself. By default each fetch makes its own connections and closes them when it ends. Dispatchers do not speak
   * FTP: with one, an ftp URL is a `TypeError`, and a redirect to one is not followed.
   */
  readonly dispatcher?: DispatcherLike | undefined;
  /**
   * A proxy for all connections, as an http or https URL, perhaps with a user and a password; or a function that returns the proxy
   * for a URL, or null for none. Each connection is a tunnel (CONNECT), to the address that `addresses` allowed. If a name cannot
   * be resolved here, the proxy resolves it, unless the policy has to check it; under `any` the proxy resolves every name. FTP
   * does not use proxies: with one, an ftp URL is a `TypeError`, and a redirect to one is not followed. If the function throws, or
   * returns anything else, the fetch rejects. Not with `dispatcher`.
   */
  readonly proxy?: string | URL | ((url: URL) => string | URL | null | undefined) | undefined;
  /**
   * Further headers of each request, such as `From`. Those that the package sets itself are a `TypeError`. `Authorization` and
   * `Cookie` are sent only to the origin of the robots.txt, not where it redirects.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Options of `net.connect` and `tls.connect` for connections made without a `dispatcher`: `ca`, `lookup`,
   * `localAddress` and so on. FTP uses only `lookup`, `family` and `hints`.
   */
  readonly connect?: ConnectOptions | undefined;
  /**
   * Which addresses may be connected to, redirects and FTP included. Default: `no-inward-redirects`, by which a server at a
   * public address cannot redirect to one that is private, loopback or otherwise not public; `any`; `public`; or a function
   * that returns true for the addresses allowed. The address that was checked is the one that is connected to, whatever its
   * name resolves to afterwards. With a `dispatcher`, only addresses written in redirects can be checked, and `public` and
   * functions are a `TypeError`: see `addressGuard`.
   */
  readonly addresses?: AddressPolicy | undefined;
  /**
   * An earlier result whose document you still hold. The request is then conditional, and a file that has not changed
   * gives the outcome `not-modified`. Under `google` requests are never conditional.
   */
  readonly held?: HeldCopy | undefined;
  /**
   * Whether to request a random path after a 5xx, to recognize a site that responds with a 5xx to every missing page. Default:
   * false. Used only where it matters to the profile (`google`), and not after a 503, by which a site suspends crawling of all
   * its pages (docs/semantics.md §6.1).
   */
  readonly probe?: boolean | undefined;
  /**
   * How to treat a 2xx response that is plainly an HTML page: it begins with an HTML document type or tag, and has
   * neither a group nor a sitemap. `rules`, the default, follows RFC 9309 §2.3.1.1: a file without rules allows everything. `unavailable`: there is no
   * file, which also allows everything, and the result has the fault `html-page`. `unreachable`: the page hides the file, as the page of a firewall or a
   * login does, so nothing is allowed until it is gone or has been there for 30 days; a cached copy stays in use. The last two depart from RFC 9309:
   * docs/conformance.md.
   */
  readonly html?: HtmlMeaning | undefined;
  /** Aborts the fetch; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The clock for times and time limits. Default: the machine's. */
  readonly clock?: Clock | undefined;
}

/** Time limits in milliseconds. The first one reached ends the fetch as unreachable. */
export interface AccessTimeouts {
  /** For each request: resolving the name, connecting and TLS. Default: 10,000. */
  readonly connectMs: number;
  /** For each request: from then until all response headers have arrived. Default: 15,000. */
  readonly headersMs: number;
  /** Between two chunks of the body. Default: 15,000. */
  readonly bodyMs: number;
  /** For the whole fetch, redirects and probe included. Default: 60,000. */
  readonly totalMs: number;
}

/** The parts of an earlier result that make a request conditional. A `SuccessResult` has them. */
export interface HeldCopy {
  /** The URL that sent the copy. Only the request to this URL is conditional, not others in a chain of redirects. */
  readonly finalUrl: string;
  /** The copy's `etag` and `last-modified`. */
  readonly headers: ResponseHeaders;
}

/** How a connection is made: options of `net.connect` and `tls.connect`, except the host and the port. */
export type ConnectOptions = Omit<
  Partial<TcpNetConnectOpts> & TlsOptions,
  'host' | 'port' | 'path' | 'socket' | 'signal' | 'timeout' | 'ALPNProtocols' | 'servername' | 'onread'
>;
