/**
 * What is known of a fetch as it goes on: the facts of its result.
 */
import type { Clock } from './clock.js';
import type { Exchange } from './exchange.js';
import { keptHeaders } from './headers.js';
import type { AccessFacts, Redirect } from './result.js';

/** Written while the fetch goes on, read once at its end. */
export class Trail {
  readonly robotsUrl: string;
  readonly redirects: Redirect[] = [];
  readonly #clock: Clock;
  readonly #profile: string;
  readonly #startedAt: number;
  #finalUrl: string;
  #exchange: Exchange | null = null;
  #octets = 0;
  #connectMs: number | null = null;
  #headersMs: number | null = null;
  #bodyMs: number | null = null;

  constructor(robotsUrl: string, profile: string, clock: Clock) {
    this.robotsUrl = robotsUrl;
    this.#finalUrl = robotsUrl;
    this.#profile = profile;
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  /** The URL asked last. */
  get finalUrl(): string {
    return this.#finalUrl;
  }

  /** The last answer's status, if there was one. */
  get status(): number | null {
    return this.#exchange === null ? null : this.#exchange.status;
  }

  /** A URL is about to be asked; what was known of the one before is left behind. */
  asking(url: URL): void {
    this.#finalUrl = url.href;
    this.#exchange = null;
    this.#connectMs = null;
    this.#headersMs = null;
  }

  connected(): void {
    this.#connectMs = this.#elapsed();
  }

  answered(exchange: Exchange): void {
    this.#exchange = exchange;
    this.#headersMs = this.#elapsed();
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
   * @param octets how many of it were taken
   */
  bodyRead(octets: number): void {
    this.#octets = octets;
    this.#bodyMs = this.#elapsed() - (this.#headersMs ?? 0);
  }

  facts(): AccessFacts {
    const exchange = this.#exchange;
    return {
      robotsUrl: this.robotsUrl,
      finalUrl: this.#finalUrl,
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

  #elapsed(): number {
    return this.#clock.now() - this.#startedAt;
  }
}
