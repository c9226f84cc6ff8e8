/**
 * What is known about a site at one time. It answers at once, for code that cannot wait, such as a filter of links.
 */

import type { Matcher, RequestRate, VisitTime } from 'robotstream';
import { misshapen, originOfRobotsTxt, urlOrNull, urlText } from 'robotstream/internal';
import type { Clock } from '../fetch/clock.js';
import type { CacheAnswer } from '../memory/record-memory.js';
import type { Answer } from './answer.js';
import { beginsWith } from './by-site.js';
import type { Judge } from './judge.js';
import { freshUntilOf } from './provenance.js';
import { sitemapsOf } from './sitemaps.js';

/**
 * What a client knew about a site when `client.site(url)` resolved. It never changes: once `expiresAt` has passed, ask the client
 * for a new one.
 *
 * @example
 * ```js
 * // The site that it asks is `site.mjs` of docs/crawl.md.
 * import { createClient } from '@robotstream/client';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://foo.example/bot)', agents: 'FooBot' });
 * const site = await client.site('http://localhost:8124/');
 * console.log(site.isAllowed('http://localhost:8124/shop/cart'), site.crawlDelay); // → false 5
 * await client.close();
 * ```
 */
export class Site {
  /** The robots.txt that governs the site. */
  readonly robotsUrl: string;
  /** When this stops being fresh, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** Scheme, host and port, as URLs of the site begin. */
  readonly #origin: string;
  readonly #matcher: Matcher;
  readonly #answer: CacheAnswer;
  readonly #judge: Judge;
  readonly #clock: Clock;
  #sitemaps: readonly string[] | undefined;

  /** @hidden */
  constructor(cached: CacheAnswer, judge: Judge, clock: Clock) {
    const { robotsUrl } = cached.entry.record;
    this.robotsUrl = robotsUrl;
    this.expiresAt = freshUntilOf(cached, clock.now());
    this.#origin = originOfRobotsTxt(robotsUrl);
    this.#matcher = judge.matcher(cached);
    this.#answer = cached;
    this.#judge = judge;
    this.#clock = clock;
  }

  /**
   * Whether the crawler may fetch a URL; undefined if the URL is of another scheme, host or port, so that another robots.txt
   * governs it.
   *
   * @throws {TypeError} if it is not an absolute URL
   */
  isAllowed(url: string | URL): boolean | undefined {
    const text = typeof url === 'string' ? url : urlText(url);
    return this.#governs(text) ? this.#matcher.isAllowed(text) : undefined;
  }

  /**
   * Whether the crawler may fetch a URL, why, and where that comes from; undefined if another robots.txt governs the URL.
   *
   * @throws {TypeError} if it is not an absolute URL
   */
  check(url: string | URL): Answer | undefined {
    const text = urlText(url);
    return this.#governs(text) ? this.#judge.answer(this.#answer, text, this.#clock.now()) : undefined;
  }

  /** Seconds to leave between two requests (`Crawl-delay`); undefined if the file does not say. */
  get crawlDelay(): number | undefined {
    return this.#facts.crawlDelay;
  }

  /** How often a page may be fetched (`Request-rate`); undefined if the file does not say. */
  get requestRate(): RequestRate | undefined {
    return this.#facts.requestRate;
  }

  /** The time of day to visit, in UTC (`Visit-time`); undefined if the file does not say. */
  get visitTime(): VisitTime | undefined {
    return this.#facts.visitTime;
  }

  /** The main mirror of the site (`Host`, Yandex), as written; undefined if the file does not say. */
  get host(): string | undefined {
    return this.#facts.host;
  }

  /**
   * The sitemaps that the file names, as absolute URLs, in file order, each once. A relative one is resolved against the
   * robots.txt.
   */
  get sitemaps(): readonly string[] {
    const { copy } = this.#answer.freshness;
    this.#sitemaps ??= Object.freeze(copy === null ? [] : sitemapsOf(copy.document, this.robotsUrl));
    return this.#sitemaps;
  }

  get #facts() {
    return this.#judge.facts(this.#answer);
  }

  #governs(url: string): boolean {
    if (beginsWith(this.#origin, url)) return true;
    const parsed = urlOrNull(url);
    if (parsed === null) throw misshapen(url, 'url', 'an absolute URL');
    return `${parsed.protocol}//${parsed.host}` === this.#origin;
  }
}
