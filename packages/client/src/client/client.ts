/**
 * The interface for crawlers: one object that answers for any URL of any site.
 */

import type { Profile, RequestRate, VisitTime } from 'robotstream';
import { RobotsError, robotsUrl } from 'robotstream';
import { aFunction, robotsUrlOf, urlText } from 'robotstream/internal';
import { dnsNameOf } from '../access/dns/hostnames.js';
import { fetchWith, notBegun } from '../access/fetch-robots.js';
import { resultOf } from '../access/result/reported-result.js';
import { abortable } from '../access/waiting.js';
import type { CacheAnswer } from '../cache/cache-answer.js';
import type { CrawlFacts } from '../cache/crawl-facts.js';
import type { EndTurn } from '../cache/pacer.js';
import { RobotsCache } from '../cache/robots-cache.js';
import { tracedQuestion, tracesQuestions } from '../cache/tracing.js';
import type { Answer, SiteRobots } from './answer.js';
import { checkAreIterable, ONE_OF_URLS, pause, questionsBySite, Slices } from './by-site.js';
import type { ClientStats } from './client-stats.js';
import { type Turn, turnOf } from './delay.js';
import { inParallel } from './in-parallel.js';
import { Judge } from './judge.js';
import { RefusalError } from './obey/refusal-error.js';
import { type ClientOptions, type ClientSettings, settingsOf } from './options.js';
import { LastSite } from './origin.js';
import { provenanceOf, retryAtOf } from './provenance.js';
import { type PutFacts, responseOf } from './put-facts.js';
import { type QuestionOptions, signalOf } from './question-options.js';
import { Site, type SiteContext } from './site.js';
import { checkSitemapsOptions, type SitemapsOptions, sitemapsOf } from './sitemaps.js';

/** The answers of questions that need not wait. */
const YES = Promise.resolve(true);
const NO = Promise.resolve(false);

/** The most sites that are looked up at once, if the client's limits are infinite. */
const MAX_LOOK_UP_WIDTH = 1000;

/**
 * Creates a client. Ask it before each request of a crawler.
 *
 * @throws {TypeError} if an option is unknown or malformed; `userAgent`, and `agents` or `crawler`, are required
 * @throws {RangeError} if a number is out of its range
 */
export function createClient(options: ClientOptions): RobotsClient {
  return new RobotsClient(options);
}

/** Says for any URL of any site whether this crawler may fetch it. */
export class RobotsClient {
  readonly #settings: ClientSettings;
  readonly #cache: RobotsCache;
  readonly #lastSite = new LastSite();
  readonly #judge: Judge;
  readonly #siteContext: SiteContext;

  /** @internal */
  static async takeTurnAt(
    client: RobotsClient,
    url: string,
    signal: AbortSignal | undefined,
  ): Promise<EndTurn> {
    return (await client.#takeTurn(url, signal, true)).end;
  }

  constructor(options: ClientOptions) {
    const settings = settingsOf(options);
    const { access } = settings;
    const { userAgent, headers, profile, html, maxOctets, clock, timeouts } = access;
    this.#settings = settings;
    this.#cache = new RobotsCache({
      ...settings,
      userAgent,
      headers,
      profile,
      html,
      maxOctets,
      clock,
      fetchMs: timeouts.totalMs,
      fetch: (url, call) => fetchWith(url, { ...access, ...call }),
      notBegun: (cause, url) => notBegun(cause, url, access),
    });
    this.#judge = new Judge(settings.caller, profile);
    this.#siteContext = { judge: this.#judge, clock };
  }

  /** The profile by which the client reads files and statuses: the option `profile`, or that of its `crawler`, or `rfc9309`. */
  get profile(): Profile {
    return this.#settings.access.profile;
  }

  /**
   * Whether the crawler may fetch a URL.
   *
   * False may mean "not now": while a robots.txt is unreachable, nothing of its site is allowed. {@link check} distinguishes
   * the two by `deferred`, and says when to ask again.
   *
   * @param url absolute, of scheme http, https or ftp
   * @throws {TypeError} (rejects) if the URL is anything else, or an option is unknown or malformed
   * @throws {RobotsError} (rejects) `client-closed`; `ftp-client-missing` for an ftp URL without the package basic-ftp
   * @throws the signal's reason (rejects) if it aborts
   */
  isAllowed(url: string | URL, options?: QuestionOptions): Promise<boolean> {
    if (options !== undefined || tracesQuestions()) return this.#isAllowed(url, options);
    try {
      return this.#isAllowedNow(typeof url === 'string' ? url : urlText(url)) ?? this.#isAllowed(url);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * Whether the crawler may fetch each of many URLs of any number of sites, in the order of the URLs. The robots.txt of each
   * site is looked up once, with as many lookups at a time as the client may run fetches.
   *
   * @throws as {@link isAllowed}; {TypeError} (rejects) if `urls` is not iterable
   */
  async areAllowed(urls: Iterable<string | URL>, options?: QuestionOptions): Promise<boolean[]> {
    const signal = signalOf(options);
    const { bySite, count } = questionsBySite(urls);
    const answers = new Array<boolean>(count).fill(false);
    const slices = new Slices();
    await inParallel(this.#lookUpWidth, bySite, async ([place, questions]) => {
      const matcher = this.#judge.matcher(await this.#cache.find(place, signal));
      for (const { index, url } of questions) {
        answers[index] = matcher.isAllowed(url);
        if (!slices.endWith(url)) continue;
        await pause();
        signal?.throwIfAborted();
        this.#cache.closing.throwIfAborted();
      }
    });
    return answers;
  }

  /** Whether the crawler may fetch a URL, why, and where that comes from. Throws as {@link isAllowed}. */
  async check(url: string | URL, options?: QuestionOptions): Promise<Answer> {
    return tracedQuestion('check', url, async () =>
      this.#answer(await this.#find(robotsUrl(url), options), url),
    );
  }

  /**
   * The answer to {@link check} if it is known, without waiting; undefined if a question would have to wait, for the store or
   * for a fetch.
   *
   * @throws {TypeError} if the URL is not absolute, or not of scheme http, https or ftp
   * @throws {RobotsError} `client-closed`
   */
  peek(url: string | URL): Answer | undefined {
    const known = this.#cache.peek(robotsUrl(url));
    return known && this.#answer(known, url);
  }

  /**
   * Everything known about the site of a URL, as an object that answers without waiting: for filters of links and other code
   * that cannot wait. Throws as {@link isAllowed}.
   */
  async site(url: string | URL, options?: QuestionOptions): Promise<Site> {
    return new Site(await this.#find(robotsUrl(url), options), this.#siteContext);
  }

  /** What is known about the robots.txt that governs a URL, with the file itself. Throws as {@link isAllowed}. */
  async robots(url: string | URL, options?: QuestionOptions): Promise<SiteRobots> {
    return this.#siteRobots(await this.#find(robotsUrl(url), options));
  }

  /**
   * Seconds that the crawler should leave between two requests to a site; undefined if its robots.txt does not say, or there
   * is none. Throws as {@link isAllowed}.
   */
  async crawlDelay(url: string | URL, options?: QuestionOptions): Promise<number | undefined> {
    return (await this.#facts(url, options)).crawlDelay;
  }

  /**
   * How often the crawler may fetch a page of a site (`Request-rate`); undefined if its robots.txt does not say, or there is
   * none. Throws as {@link isAllowed}.
   */
  async requestRate(url: string | URL, options?: QuestionOptions): Promise<RequestRate | undefined> {
    return (await this.#facts(url, options)).requestRate;
  }

  /**
   * The time of day, in UTC, at which the crawler should visit a site (`Visit-time`); undefined if its robots.txt does not
   * say, or there is none. Throws as {@link isAllowed}.
   */
  async visitTime(url: string | URL, options?: QuestionOptions): Promise<VisitTime | undefined> {
    return (await this.#facts(url, options)).visitTime;
  }

  /**
   * The main mirror of a site as its robots.txt names it (`Host`, Yandex); undefined if it names none, or there is none. Throws
   * as {@link isAllowed}.
   */
  async host(url: string | URL, options?: QuestionOptions): Promise<string | undefined> {
    return (await this.#facts(url, options)).host;
  }

  /**
   * The sitemaps that a site's robots.txt names, as absolute URLs, in file order, each once; none if there is no file. A relative
   * one is resolved against the robots.txt.
   *
   * @param url any URL of the site
   * @throws as {@link isAllowed}
   */
  async sitemaps(url: string | URL, options: SitemapsOptions = {}): Promise<readonly string[]> {
    const place = robotsUrl(url);
    checkSitemapsOptions(options);
    const { copy } = (await this.#cache.find(place, options.signal)).freshness;
    return copy === null ? [] : sitemapsOf(copy.document, place, options);
  }

  /**
   * Waits until the crawler may send its next request to the host of a URL: in the order of the calls, and as long after the turn
   * before as the robots.txt asks (`Crawl-delay`, `Request-rate`) if the profile obeys it, within `pacing.minDelayMs` and
   * `pacing.maxDelayMs`, else `pacing.defaultDelayMs`. With a store that has turns, such as `redisStore`, all processes that share it
   * take turns.
   *
   * It does not know when the request is over, so the delay counts from the moment at which this resolves. {@link inTurn} knows.
   * Whether the URL may be fetched at all is another question.
   *
   * @returns the delay that the robots.txt asks for, and the one that is used
   * @throws {RobotsError} (rejects) `queue-full` if `pacing.maxQueue` requests wait for the host already
   * @throws {RefusalError} (rejects) `delay-too-long` if `pacing.aboveMaxDelay` is `'refuse'`, and the robots.txt asks for more than `pacing.maxDelayMs`
   * @throws as {@link isAllowed}
   */
  async turn(url: string | URL, options?: QuestionOptions): Promise<Turn> {
    return (await this.#takeTurn(urlText(url), signalOf(options), false)).turn;
  }

  /**
   * Waits for a turn as {@link turn} does, and does something in it. The turn lasts until that is done, or the signal aborts: no
   * more than `pacing.perHost` turns of a host last at once, and the delay counts from its end. Do not ask for a turn of the same
   * host within `act`: it would wait for this one.
   *
   * @param act called once, in the turn, with what {@link turn} returns
   * @returns what `act` returns
   * @throws as {@link turn}; what `act` throws
   */
  async inTurn<Value>(
    url: string | URL,
    act: (turn: Turn) => Value | PromiseLike<Value>,
    options?: QuestionOptions,
  ): Promise<Value> {
    aFunction(act, 'act');
    const signal = signalOf(options);
    const { turn, end } = await this.#takeTurn(urlText(url), signal, true);
    try {
      const acted = act(turn);
      return await (signal === undefined ? acted : abortable(Promise.resolve(acted), signal));
    } finally {
      end();
    }
  }

  /**
   * Fetches the robots.txt that governs a URL now, however fresh the copy, and even if the server asked for a pause.
   * Throws as {@link isAllowed}.
   */
  async refresh(url: string | URL, options?: QuestionOptions): Promise<SiteRobots> {
    const place = robotsUrl(url);
    return this.#siteRobots(await this.#cache.refresh(place, signalOf(options)));
  }

  /**
   * Forgets everything about the robots.txt that governs a URL, in memory and in the store. The next question causes a
   * fetch. A fetch in progress answers the questions that wait for it, and is forgotten, too.
   *
   * @throws {TypeError} (rejects) if the URL is not absolute, or not of scheme http, https or ftp
   * @throws {RobotsError} (rejects) `client-closed`
   */
  async forget(url: string | URL): Promise<void> {
    await this.#cache.forget(robotsUrl(url));
  }

  /**
   * Remembers the response to a request for a robots.txt that was fetched elsewhere, as if this client had fetched it. If
   * something later is known already, nothing changes.
   *
   * @param url any URL of the site
   * @param octets the body, without content codings; text is taken as UTF-8
   * @param facts what else is known about the response; default: status 200, no headers, received now
   * @throws {TypeError} (rejects) if the URL, the octets or a fact is not of the kind described
   * @throws {RangeError} (rejects) if the status is not a final one, or is a redirect or 304; if `fetchedAt` is in the future
   * @throws {RobotsError} (rejects) `client-closed`
   */
  async put(
    url: string | URL,
    octets: Uint8Array | ArrayBuffer | string,
    facts: PutFacts = {},
  ): Promise<void> {
    const response = responseOf(robotsUrl(url), octets, facts, this.#now());
    await this.#cache.put(resultOf(response, this.#settings.access), response.at);
  }

  /**
   * Looks up the robots.txt of each site ahead of the questions, as many at a time as the client fetches at once. A robots.txt
   * that cannot be fetched is left to the questions about its site.
   *
   * @param urls any URLs; each site is looked up once
   * @throws {TypeError} (rejects) if `urls` is not iterable, or one of them is not an absolute http, https or ftp URL
   * @throws {RobotsError} (rejects) `client-closed`
   * @throws the signal's reason (rejects) if it aborts; what the iteration throws
   */
  async prefetch(
    urls: Iterable<string | URL> | AsyncIterable<string | URL>,
    options?: QuestionOptions,
  ): Promise<void> {
    const signal = signalOf(options);
    checkAreIterable(urls);
    const looked = inParallel(this.#lookUpWidth, urls, async (url) => {
      const place = robotsUrlOf(url, ONE_OF_URLS);
      try {
        await this.#cache.find(place, signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof RobotsError) || error.code === 'client-closed') throw error;
      }
    });
    // The iteration may wait for its next URL forever.
    const done = abortable(looked, this.#cache.closing);
    await (signal === undefined ? done : abortable(done, signal));
  }

  /** Counts since the client was created, and what it holds now. */
  stats(): ClientStats {
    return { ...this.#cache.counts, ...this.#cache.gauges };
  }

  /**
   * Aborts what is in progress (its questions reject with `client-closed`), waits until the store has written everything,
   * and closes it. Afterwards no handle is open. Close a `dispatcher` yourself.
   */
  close(): Promise<void> {
    return this.#cache.close();
  }

  #now(): number {
    return this.#settings.access.clock.now();
  }

  /** How many sites are looked up at once: a few more than can be fetched, so that sites already known delay no fetch. */
  get #lookUpWidth(): number {
    return Math.min(this.#settings.concurrency.total * 2, MAX_LOOK_UP_WIDTH);
  }

  /** The answer, if it is known. Most questions take this path, so it allocates nothing, not even a promise. */
  #isAllowedNow(url: string): Promise<boolean> | undefined {
    const known = this.#cache.peek(this.#lastSite.robotsUrlOf(url));
    if (known === undefined) return undefined;
    return this.#judge.matcher(known).isAllowed(url) ? YES : NO;
  }

  #isAllowed(url: string | URL, options?: QuestionOptions): Promise<boolean> {
    return tracedQuestion('isAllowed', url, () => this.#findIfAllowed(url, options));
  }

  async #findIfAllowed(url: string | URL, options: QuestionOptions | undefined): Promise<boolean> {
    const cached = await this.#find(robotsUrl(url), options);
    return this.#judge.matcher(cached).isAllowed(url);
  }

  #answer(cached: CacheAnswer, url: string | URL): Answer {
    return this.#judge.answer(cached, url, this.#now());
  }

  async #facts(url: string | URL, options: QuestionOptions | undefined): Promise<CrawlFacts> {
    return this.#judge.facts(await this.#find(robotsUrl(url), options));
  }

  async #takeTurn(
    url: string,
    signal: AbortSignal | undefined,
    lasts: boolean,
  ): Promise<{ readonly turn: Turn; readonly end: EndTurn }> {
    const place = robotsUrl(url);
    const cached = await this.#cache.find(place, signal);
    const { pacing, access } = this.#settings;
    const facts = access.profile.access.obeysCrawlDelay ? this.#judge.facts(cached) : undefined;
    const turn = turnOf(facts, pacing, this.#now());
    const { askedDelayMs } = turn;
    if (pacing.aboveMaxDelay === 'refuse' && askedDelayMs !== null && askedDelayMs > pacing.maxDelayMs)
      throw new RefusalError(url, this.#answer(cached, url), askedDelayMs);
    const host = dnsNameOf(new URL(url).hostname);
    const end = await this.#cache.takeTurn({ ...turn, robotsUrl: place, host, lasts, signal });
    return { turn, end };
  }

  #find(place: string, options: QuestionOptions | undefined): Promise<CacheAnswer> {
    return this.#cache.find(place, signalOf(options));
  }

  #siteRobots(cached: CacheAnswer): SiteRobots {
    const { meaning } = cached.freshness;
    const provenance = provenanceOf(cached, this.#now());
    return { meaning, document: this.#judge.document(cached), retryAt: retryAtOf(cached), provenance };
  }
}

/** Waits for a turn that lasts until it is ended: for requests that obey, in this package. Throws as `client.turn`. */
export function takeTurn(
  client: RobotsClient,
  url: string,
  signal: AbortSignal | undefined,
): Promise<EndTurn> {
  return RobotsClient.takeTurnAt(client, url, signal);
}
