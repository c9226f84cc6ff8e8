/**
 * The facts of a fetch in progress, which become those of its result.
 */
import { type Clock, monotonicNow } from '../clock.js';
import type { Exchange } from '../exchange.js';
import { FetchRequest } from '../request.js';
import { keptHeaders } from './headers.js';
import type { AccessFacts, Redirect } from './result.js';

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
