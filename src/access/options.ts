/**
 * What `fetchRobots` can be told.
 */
import type { Dispatcher } from 'undici';
import type { Profile, ProfileName } from '../profiles.js';
import type { AddressPolicy } from './address-policy.js';
import type { Clock } from './clock.js';
import type { ConnectOptions } from './connect-options.js';
import type { ResponseHeaders } from './headers.js';

export interface FetchOptions {
  /** The User-Agent header to send, whole: `ExampleBot/1.0 (+https://example.com/bot)`. Required. */
  readonly userAgent: string;
  /**
   * The product tokens under which the crawler looks for its group. One of them has to be a substring of `userAgent`
   * (RFC 9309 §2.2.1, SHOULD), letter case aside. Not checked if not given.
   */
  readonly agents?: string | readonly string[] | undefined;
  /** Lets `agents` and `userAgent` differ; default false. */
  readonly allowTokenMismatch?: boolean | undefined;
  /** The profile to judge by, or its name; default `rfc9309`. */
  readonly profile?: Profile | ProfileName | undefined;
  /** The parsing limit in octets of decoded content; default 512,000, never less (RFC 9309 §2.5). */
  readonly maxOctets?: number | undefined;
  /** The time limits. */
  readonly timeouts?: Partial<AccessTimeouts> | undefined;
  /**
   * The undici dispatcher that sends the requests: an agent, a proxy, a mock, with any interceptors, of undici 6 or later. The
   * caller closes it. By default each fetch makes connections of its own and closes them at its end. Dispatchers do not speak
   * FTP: with one, an ftp URL is a `TypeError`, and a redirect to one is not followed.
   */
  readonly dispatcher?: Dispatcher | undefined;
  /**
   * How connections are made where no `dispatcher` is given, as `net.connect` and `tls.connect` have it: `ca`, `lookup`,
   * `localAddress`, …
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
   * An earlier result whose document is still held: asks for the file only if it has changed since, where the profile does so
   * (`google` does not).
   */
  readonly held?: HeldCopy | undefined;
  /**
   * Whether to ask for a random path once after a 5xx, to tell a site that answers every missing page so; default false.
   * Only where the profile makes a difference of it (`google`), and not after a 503: that is how a site suspends crawling
   * for all its pages (docs/semantics.md §6.1).
   */
  readonly probe?: boolean | undefined;
  /** Ends everything; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Tells the time; default the machine's. */
  readonly clock?: Clock | undefined;
}

/** Time limits in milliseconds; whatever is reached first ends the fetch as unreachable. */
export interface AccessTimeouts {
  /** For each request: until it can be sent, name resolution, connection and TLS included. Default 10,000. */
  readonly connectMs: number;
  /** For each request: from then until all headers of the answer are there. Default 15,000. */
  readonly headersMs: number;
  /** Between two pieces of the body. Default 15,000. */
  readonly bodyMs: number;
  /** For all of it, redirects and probe included. Default 60,000. */
  readonly totalMs: number;
}

/** What of an earlier result makes a request conditional; a `SuccessResult` is one. */
export interface HeldCopy {
  /** Where the copy is from. The request to this URL is made conditional, not one before or behind it in a redirect chain. */
  readonly finalUrl: string;
  /** The copy's `etag` and `last-modified`. */
  readonly headers: ResponseHeaders;
}
