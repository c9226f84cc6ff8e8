/**
 * The requests of a fetch, the first one and those that follow redirects: their headers, their responses over any protocol, and the facts
 * about them that become those of the result.
 */

import { bareHostname, type ResolvedAddress } from './addresses.js';
import { type Clock, monotonicNow } from './clock.js';
import { ACCEPT_ENCODING } from './content-codings.js';
import { type AccessFacts, keptHeaders, type Redirect } from './result.js';
import type { Settings } from './settings.js';

/** Where a request goes, and how far it has come. */
export class FetchRequest {
  readonly url: URL;
  /** The request that redirected here; null if this is the first. */
  readonly from: FetchRequest | null;
  /** The addresses to connect to; empty before the host's name is resolved, and where a dispatcher connects. */
  addresses: readonly ResolvedAddress[] = [];
  /** The address that is connected to; null before, and where a dispatcher connects. */
  address: string | null = null;
  /** The proxy of the connection; null for none, and where a dispatcher connects. */
  proxy: URL | null = null;
  /** Called when the request can be sent. */
  readonly onConnected: () => void;

  constructor(url: URL, from: FetchRequest | null, onConnected: () => void = () => {}) {
    this.url = url;
    this.from = from;
    this.onConnected = onConnected;
  }

  /** The address of the server that redirected here; null if this is the first request, or the address is unknown. */
  get redirectedFrom(): string | null {
    return this.from?.address ?? null;
  }

  /** The URL's host, an IPv6 address without its brackets. */
  get hostname(): string {
    return bareHostname(this.url);
  }
}

/** A request that has a response. */
export interface Exchange {
  /** The HTTP status or the FTP reply code. The code of an FTP download changes when it ends. */
  readonly status: number;
  /** Header values by lower-case name; FTP has none. */
  readonly headers: HeaderValues;
  /** How many octets of the body have arrived, in encoded form. */
  readonly encodedOctets: number;
  /**
   * The body in encoded form. It can be read once. It throws an `AccessError` if the body is cut off. Close the exchange when no
   * more of it is needed.
   */
  body(): AsyncIterable<Uint8Array>;
  /** Ends the exchange, and closes its connection if the body has not been received to its end. */
  close(): void;
}

/** The values of each header; a list for a header that was sent more than once. */
export type HeaderValues = Readonly<Record<string, string | string[] | undefined>>;

/** A header's only value, or the first of several. */
export function firstValue(headers: HeaderValues, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'object' ? value[0] : value;
}

/** The headers by lower-case name; those that are sent more than once as lists. */
export function parseRawHeaders(raw: readonly unknown[]): HeaderValues {
  const lines = new Map<string, string[]>();
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = textOf(raw[i]).toLowerCase();
    const values = lines.get(name) ?? [];
    for (const value of [raw[i + 1]].flat()) values.push(textOf(value));
    lines.set(name, values);
  }
  return Object.fromEntries(
    Array.from(lines, ([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

function textOf(octets: unknown): string {
  return octets instanceof Uint8Array ? Buffer.from(octets).toString('latin1') : String(octets);
}

/** Written while a fetch is in progress, and read once at its end. */
export class FetchTrace {
  readonly robotsUrl: string;
  readonly redirects: Redirect[] = [];
  readonly #clock: Clock;
  readonly #profile: string;
  readonly #startedAt: number;
  readonly #start: number;
  #request: FetchRequest;
  #exchange: Exchange | null = null;
  #octets = 0;
  #connectMs: number | null = null;
  #headersMs: number | null = null;
  #bodyMs: number | null = null;

  constructor(robotsUrl: string, profile: string, clock: Clock) {
    this.robotsUrl = robotsUrl;
    this.#request = new FetchRequest(new URL(robotsUrl), null);
    this.#profile = profile;
    this.#clock = clock;
    this.#startedAt = clock.now();
    this.#start = monotonicNow(clock);
  }

  /** The last request, or the next one. */
  get request(): FetchRequest {
    return this.#request;
  }

  /** The URL of the last request. */
  get finalUrl(): string {
    return this.#request.url.href;
  }

  /** The status of the last response; null if there is none. */
  get status(): number | null {
    return this.#exchange === null ? null : this.#exchange.status;
  }

  /** Begins a request to the current URL, also a second one. */
  beginRequest(): FetchRequest {
    this.#moveTo(
      new FetchRequest(this.#request.url, this.#request.from, () => {
        this.#connectMs = this.#elapsed();
      }),
    );
    return this.#request;
  }

  answered(exchange: Exchange): void {
    this.#exchange = exchange;
    this.#headersMs = this.#elapsed();
  }

  /** The response redirects to a URL that is requested next. */
  redirectTo(url: URL): void {
    this.#moveTo(new FetchRequest(url, this.#request));
  }

  /** A body, its octets counted as they are read. */
  async *counting(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of body) {
      this.#octets += chunk.length;
      yield chunk;
    }
  }

  /**
   * The body was read to its end, or to the parsing limit.
   *
   * @param octets how many of it were read
   */
  bodyRead(octets: number): void {
    this.#octets = octets;
    this.#bodyMs = this.#elapsed() - (this.#headersMs ?? 0);
  }

  facts(): AccessFacts {
    const exchange = this.#exchange;
    return {
      robotsUrl: this.robotsUrl,
      finalUrl: this.finalUrl,
      status: this.status,
      redirects: this.redirects,
      headers: exchange === null ? {} : keptHeaders(exchange.headers),
      octets: this.#octets,
      encodedOctets: exchange === null ? 0 : exchange.encodedOctets,
      timings: {
        startedAt: this.#startedAt,
        connectMs: this.#connectMs,
        headersMs: this.#headersMs,
        bodyMs: this.#bodyMs,
        totalMs: this.#elapsed(),
      },
      profile: this.#profile,
    };
  }

  #moveTo(request: FetchRequest): void {
    this.#request = request;
    this.#exchange = null;
    this.#octets = 0;
    this.#connectMs = null;
    this.#headersMs = null;
  }

  /** Whole milliseconds since the fetch began. */
  #elapsed(): number {
    return Math.round(monotonicNow(this.#clock) - this.#start);
  }
}

/** RFC 9309 §2.3 asks for `text/plain`; other types are read, too. */
const ACCEPT = 'text/plain, */*;q=0.5';

/** Headers that are not sent to another origin after a redirect. */
export const CREDENTIALS: readonly string[] = ['authorization', 'cookie'];

/**
 * The headers of an unconditional request.
 *
 * @param robotsUrl the robots.txt asked for; the request may be for a URL that it redirects to
 */
export function plainHeaders(url: URL, robotsUrl: string, settings: Settings): Record<string, string> {
  const headers: Record<string, string> = Object.assign({ accept: ACCEPT }, settings.headers, {
    'user-agent': settings.userAgent,
    'accept-encoding': ACCEPT_ENCODING,
  });
  if (url.origin !== new URL(robotsUrl).origin) for (const name of CREDENTIALS) delete headers[name];
  return headers;
}

/**
 * The headers that make a request conditional on the held copy (RFC 9110 §13.1). There are none if no copy of this URL is
 * held, the copy has no validators, or the profile's requests are unconditional.
 */
export function conditionalHeaders(url: URL, { held, profile }: Settings): Record<string, string> {
  if (held === undefined || held.finalUrl !== url.href || !profile.access.conditionalRequests) return {};
  const conditions: Record<string, string> = {};
  const { etag, 'last-modified': lastModified } = held.headers;
  if (isSendable(etag)) conditions['if-none-match'] = etag;
  if (isSendable(lastModified)) conditions['if-modified-since'] = lastModified;
  return conditions;
}

/** Whether a request to a URL is conditional. */
export function isConditional(url: URL, settings: Settings): boolean {
  return Object.keys(conditionalHeaders(url, settings)).length > 0;
}

/** Whether a stored value can be sent. An invalid value would make every request fail. Without it, the server only sends the file again. */
function isSendable(value: string | undefined): value is string {
  return value !== undefined && /^[\x20-\x7e]+$/.test(value);
}
