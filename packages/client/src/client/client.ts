/**
 * The interface for crawlers: one object that answers for any URL of any site.
 */

import {
  type Matcher,
  type MatcherOptions,
  type Profile,
  type RequestRate,
  RobotsError,
  robotsUrl,
  type VisitTime,
} from 'robotstream';
import { aFunction, misshapen, robotsUrlOf, urlText } from 'robotstream/internal';
import type { About, AboutOptions, AboutUrl } from '../about/about.js';
import type { PageLicense } from '../about/licenses.js';
import { fetchWith } from '../fetch/fetch-robots.js';
import { abortable } from '../fetch/waiting.js';
import { type ClientStats, tracedQuestion, tracesQuestions } from '../lookup/events.js';
import { RobotsCache } from '../lookup/robots-cache.js';
import type { CrawlFacts } from '../memory/crawl-facts.js';
import type { CacheAnswer } from '../memory/record-memory.js';
import type { Turn } from '../pacing/delay.js';
import type { FreeHosts } from '../pacing/free-hosts.js';
import type { EndTurn } from '../pacing/host-turns.js';
import type { Answer, SiteRobots } from './answer.js';
import {
  checkAreIterable,
  inParallel,
  LastSite,
  ONE_OF_URLS,
  type Question,
  questionsBySite,
  Slices,
} from './by-site.js';
import { Judge, matcherOptionsOf } from './judge.js';
import {
  type ClientOptions,
  type ClientSettings,
  type QuestionOptions,
  settingsOf,
  signalOf,
} from './options.js';
import { provenanceOf, retryAtOf } from './provenance.js';
import { type PutFacts, resultOf } from './put-facts.js';
import { Site } from './site.js';
import { checkSitemapsOptions, type SitemapsOptions, sitemapsOf } from './sitemaps.js';
import { actIn, TurnTaker } from './turn-taker.js';

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
 * @example
 * ```js
 * // The site that it asks is `site.mjs` of docs/crawl.md.
 * import { createClient } from '@robotstream/client';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://foo.example/bot)', agents: 'FooBot' });
 * console.log(await client.isAllowed('http://localhost:8124/shop/cart')); // → false
 * await client.close();
 * ```
 */
export function createClient(options: ClientOptions): RobotsClient {
  const settings = settingsOf(options);
  const { access, caller } = settings;
  const { userAgent, headers, profile, html, maxOctets, clock, timeouts } = access;
  const cache = new RobotsCache({
    ...settings,
    userAgent,
    headers,
    profile,
    html,
    maxOctets,
    clock,
    fetchMs: timeouts.totalMs,
    fetch: (url, call) => fetchWith(url, { ...access, ...call }),
  });
  return new RobotsClient({ settings, cache, crawlers: new Map() }, new Judge(caller, profile));
}

/** What the clients of several crawlers share. */
interface Shared {
  readonly settings: ClientSettings;
  readonly cache: RobotsCache;
  /** The clients that `as` has made, by their crawlers. */
  readonly crawlers: Map<string, RobotsClient>;
}

/** What requests that obey ask a client, within this package. */
interface ClientInside {
  /** What `client.peek` finds, and whether requests to the host are spaced. Throws as `client.peek`. */
  peek(url: string): { readonly answer: Answer; isSpaced(): boolean } | undefined;
  /**
   * Waits for a turn that lasts until it is ended. Throws as `client.turn`.
   *
   * @param onlyIfSpaced whether a request to a host for which nobody asks for a delay needs no turn
   */
  takeTurn(url: string, signal: AbortSignal | undefined, onlyIfSpaced: boolean): Promise<EndTurn>;
}

const insides = new WeakMap<RobotsClient, ClientInside>();

/** What requests that obey ask a client; undefined if a value is not a client. */
export function insideOf(client: RobotsClient): ClientInside | undefined {
  return insides.get(client);
}

/**
 * Says for any URL of any site whether this crawler may fetch it.
 *
 * @example
 * ```js
 * // The site that it asks is `site.mjs` of docs/crawl.md.
 * import { createClient } from '@robotstream/client';
 *
 * const client = createClient({ userAgent: 'FooBot/1.0 (+https://foo.example/bot)', agents: 'FooBot' });
 * const answer = await client.check('http://localhost:8124/shop/cart');
 * console.log(answer.allowed, answer.reason, answer.provenance.robotsUrl);
 * // → false disallow-rule http://localhost:8124/robots.txt
 * await client.close();
 * ```
 */
export class RobotsClient {
  readonly #shared: Shared;
  readonly #settings: ClientSettings;
  readonly #cache: RobotsCache;
  readonly #lastSite = new LastSite();
  readonly #judge: Judge;
  readonly #turns: TurnTaker;
  #about: Promise<About> | undefined;

  /** @hidden */
  constructor(shared: Shared, judge: Judge) {
    const { settings, cache } = shared;
    this.#shared = shared;
    this.#settings = settings;
    this.#cache = cache;
    this.#judge = judge;
    this.#turns = new TurnTaker(cache, judge, settings.pacing, settings.access);
    const turns = this.#turns;
    insides.set(this, {
      peek: (url) => {
        const known = cache.peek(robotsUrl(url));
        if (known === undefined) return undefined;
        const cached = this.#seen(known);
        return { answer: this.#answer(cached, url), isSpaced: () => turns.isSpaced(cached, url) };
      },
      takeTurn: async (url, signal, onlyIfSpaced) =>
        onlyIfSpaced ? turns.takeIfSpaced(url, signal) : (await turns.take(url, signal, true)).end,
    });
  }

  /** The User-Agent header of the client's requests. The crawler's own requests should have the same header. */
  get userAgent(): string {
    return this.#settings.access.userAgent;
  }

  /** The profile by which the client reads files and statuses: the option `profile`, or that of its `crawler`, or `rfc9309`. */
  get profile(): Profile {
    return this.#judge.profile;
  }

  /**
   * Returns a client for another crawler. Both share everything: a robots.txt is fetched once for both, with the User-Agent header of this client,
   * and memory, store, limits, turns, statistics and `close` are the same. Each is judged by its own groups and, with `crawler`, by its own
   * reading, statuses included. The profile of `createClient` decides how often a file is fetched.
   *
   * @param crawler a product token, or what `document.matcher` takes: `{ agents }`, or `{ crawler }` for a crawler of the registry, and perhaps
   *   a `profile`; default that of the `crawler`, else that of this client
   * @returns the same object for the same crawler, kept as long as the client. Each takes memory for each file, so use it for your own crawlers,
   *   not for names that others send you
   * @throws {TypeError} if `crawler` is anything else, or names no crawler
   */
  as(crawler: string | MatcherOptions): RobotsClient {
    const caller = matcherOptionsOf(crawler, this.#judge.profile);
    const { crawlers, cache, settings } = this.#shared;
    const key = JSON.stringify(caller);
    const known = crawlers.get(key);
    if (known !== undefined) return known;
    const made = new RobotsClient(this.#shared, new Judge(caller, caller.profile, settings.access.profile));
    cache.addCrawler();
    crawlers.set(key, made);
    return made;
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
    if (tracesQuestions())
      return tracedQuestion('isAllowed', url, async () => this.#ask(urlText(url), signalOf(options)));
    try {
      return this.#ask(
        typeof url === 'string' ? url : urlText(url),
        options === undefined ? undefined : signalOf(options),
      );
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * Whether the crawler may fetch each of many URLs of any number of sites, in the order of the URLs. The robots.txt of each
   * site is looked up once, with as many lookups at a time as the client may run fetches. A URL that no robots.txt governs, such as `mailto:a@b.example`,
   * is nothing to fetch, so its answer is false.
   *
   * @throws as {@link isAllowed}; {TypeError} (rejects) if `urls` is not iterable, or one of them is not an absolute URL
   */
  async areAllowed(urls: Iterable<string | URL>, options?: QuestionOptions): Promise<boolean[]> {
    const signal = signalOf(options);
    const slices = new Slices(() => {
      signal?.throwIfAborted();
      this.#cache.closing.throwIfAborted();
    });
    const { bySite, count } = await questionsBySite(urls, slices);
    const answers = new Array<boolean>(count).fill(false);
    const answerSite = async ([place, questions]: readonly [string, readonly Question[]]): Promise<void> => {
      const matcher = this.#matcherOf(await this.#cache.find(place, signal));
      for (const { index, url } of questions) {
        answers[index] = matcher.isAllowed(url);
        if (slices.isOver(urlText(url).length)) await slices.next();
      }
    };
    const [first] = bySite;
    // A question about one site takes half the memory while it waits.
    await (bySite.size === 1 ? answerSite(first) : inParallel(this.#lookUpWidth, bySite, answerSite));
    return answers;
  }

  /** Whether the crawler may fetch a URL, why, and where that comes from. Throws as {@link isAllowed}. */
  check(url: string | URL, options?: QuestionOptions): Promise<Answer> {
    return tracedQuestion('check', url, async () =>
      this.#answer(this.#seen(await this.#find(robotsUrl(url), options)), url),
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
    return known && this.#answer(this.#seen(known), url);
  }

  /**
   * Everything known about the site of a URL, as an object that answers without waiting: for filters of links and other code
   * that cannot wait. Throws as {@link isAllowed}.
   */
  async site(url: string | URL, options?: QuestionOptions): Promise<Site> {
    const cached = this.#seen(await this.#find(robotsUrl(url), options));
    return new Site(cached, this.#judge, this.#settings.access.clock);
  }

  /** What is known about the robots.txt that governs a URL, with the file itself. Throws as {@link isAllowed}. */
  async robots(url: string | URL, options?: QuestionOptions): Promise<SiteRobots> {
    return this.#siteRobots(this.#seen(await this.#find(robotsUrl(url), options)));
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
    const { copy } = this.#seen(await this.#cache.find(place, options.signal)).freshness;
    return copy === null ? [] : sitemapsOf(copy.document, place, options);
  }

  /**
   * The licenses that the robots.txt of a site names for the crawler (RSL 1.0), fetched and read: what they say about each use of the URL. A file that
   * cannot be fetched or read is a result with a `fault`. At most 10 are fetched, of at most 1 MiB each, and kept for ten minutes. What is named on
   * another host is only fetched from public addresses, if the site is at one.
   *
   * @throws {RobotsError} (rejects) `xml-package-missing` if there is one, and the package @rgrove/parse-xml is not installed
   * @throws as {@link isAllowed}
   */
  async licenses(url: string | URL, options?: QuestionOptions): Promise<readonly PageLicense[]> {
    const text = urlText(url);
    robotsUrl(text);
    return (await this.#aboutLoaded()).licenses(text, options);
  }

  /**
   * Everything that governs a URL for the crawler, in one answer: rules, redirects and status, `X-Robots-Tag` and meta elements, `Content-Usage` and
   * `Content-Signal`, licenses (RSL 1.0), TDMRep, each with its date and what decides, and where they contradict each other (docs/who-may.md).
   *
   * It fetches the page in a turn of its host, if the rules allow it, and follows redirects that they allow; the robots.txt, the license files, and
   * `/.well-known/tdmrep.json`. What cannot be fetched has a `fault`.
   *
   * @param url absolute, of scheme http or https
   * @throws {TypeError} (rejects) if the URL is anything else, or an option is unknown or malformed
   * @throws {RobotsError} (rejects) `html-package-missing`, `xml-package-missing` if there is HTML or a license, and the package parse5 or
   *   @rgrove/parse-xml is not installed
   * @throws as {@link inTurn}
   */
  async about(url: string | URL, options?: AboutOptions): Promise<AboutUrl> {
    const text = urlText(url);
    const parsed = new URL(robotsUrl(text));
    if (parsed.protocol === 'ftp:') throw misshapen(text, 'url', 'an absolute http or https URL');
    return (await this.#aboutLoaded()).url(new URL(text).href, options);
  }

  /** Few programs need it, so it is loaded when it is first used. */
  #aboutLoaded(): Promise<About> {
    this.#about ??= import('../about/about.js').then(
      ({ About }) =>
        new About({
          client: this,
          asked: this.#judge.asked,
          settings: this.#settings.access,
          closing: this.#cache.closing,
        }),
    );
    return this.#about;
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
   * @throws {RefusalError} (rejects) `delay-too-long` if `pacing.aboveMaxDelay` is `'refuse'`, and the robots.txt asks for more than `pacing.maxDelayMs`
   * @throws as {@link isAllowed}
   */
  async turn(url: string | URL, options?: QuestionOptions): Promise<Turn> {
    return (await this.#turns.take(urlText(url), signalOf(options), false)).turn;
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
    return actIn(await this.#turns.take(urlText(url), signal, true), act, signal);
  }

  /**
   * Takes a turn as {@link turn} does, but only if one is free now: for programs that keep their URLs in a queue of their own. It waits for the
   * robots.txt, if it is not known yet, and for the store, but not for a turn. Requests that wait in `turn` or `inTurn` come first.
   *
   * @returns undefined if no turn is free; {@link nextTurnAt} says when to try again, and {@link hostsFree} yields the host then
   * @throws {RefusalError} (rejects) `delay-too-long` as {@link turn}
   * @throws as {@link isAllowed}
   */
  async tryTurn(url: string | URL, options?: QuestionOptions): Promise<Turn | undefined> {
    return (await this.#turns.tryTake(urlText(url), signalOf(options), false))?.turn;
  }

  /**
   * Calls a function in a turn as {@link inTurn} does, but only if a turn is free now. It does not wait for a turn.
   *
   * @param act called once, in the turn, with what {@link turn} returns; not called if no turn is free
   * @returns what `act` returns, as `value`; undefined if no turn is free
   * @throws as {@link tryTurn}; what `act` throws
   */
  async tryInTurn<Value>(
    url: string | URL,
    act: (turn: Turn) => Value | PromiseLike<Value>,
    options?: QuestionOptions,
  ): Promise<{ readonly value: Value } | undefined> {
    aFunction(act, 'act');
    const signal = signalOf(options);
    const taken = await this.#turns.tryTake(urlText(url), signal, true);
    return taken && { value: await actIn(taken, act, signal) };
  }

  /**
   * When the host of a URL may have its next turn, in milliseconds since 1970; not later than now if a turn is free. It does not fetch the
   * robots.txt. With a store that has turns, those of all processes count. It may take longer, because a turn may last longer, and other requests or
   * processes may come first. Only {@link tryTurn} shows whether a turn is free.
   *
   * @throws as {@link turnKey}
   */
  async nextTurnAt(url: string | URL, options?: QuestionOptions): Promise<number> {
    return this.#turns.nextAt(urlText(url), signalOf(options));
  }

  /**
   * The key by which a URL takes turns: its host, in lower case and ASCII, without the port and a final dot; or what the option `pacing.by` says.
   * URLs with the same key take turns with each other. {@link hostsFree} yields these keys.
   *
   * @throws {TypeError} (rejects) if the URL is not absolute, or not of scheme http, https or ftp; if the function `pacing.by` does not return a string
   *   with at least one character
   * @throws {RobotsError} (rejects) `client-closed`; `pacing-package-missing` if `pacing.by` is `'domain'`, and the package tldts is not installed
   * @throws the signal's reason (rejects) if it aborts; what `pacing.by` throws
   */
  async turnKey(url: string | URL, options?: QuestionOptions): Promise<string> {
    return this.#turns.key(urlText(url), signalOf(options));
  }

  /**
   * Yields hosts as they become free, for programs that keep the URLs of each host themselves. A host, as {@link turnKey} returns it, that had a turn,
   * or had none free for {@link tryTurn}, is yielded once as soon as its next turn is due, unless it gets another turn before that. A host that has
   * had no turn is yielded after your code adds it: `free.add(await client.turnKey(url))`. Begin the iteration before the first turn. Several
   * iterations share the hosts: each host goes to one of them.
   *
   * @param options `signal` ends the iteration: it throws the signal's reason
   * @throws {TypeError} if an option is unknown or malformed
   * @throws {RobotsError} `client-closed`; the iteration throws it once the client is closed
   */
  hostsFree(options?: QuestionOptions): FreeHosts {
    return this.#cache.pacer.hostsFree(signalOf(options));
  }

  /**
   * Fetches the robots.txt that governs a URL now, however fresh the copy, and even if the server asked for a pause.
   * Throws as {@link isAllowed}.
   */
  async refresh(url: string | URL, options?: QuestionOptions): Promise<SiteRobots> {
    const place = robotsUrl(url);
    return this.#siteRobots(this.#seen(await this.#cache.refresh(place, signalOf(options))));
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
    const result = resultOf(robotsUrl(url), octets, facts, this.#settings.access);
    await this.#cache.put(result, result.timings.startedAt);
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
    const { counts, gauges } = this.#cache;
    const hitRate = counts.questions === 0 ? 0 : counts.hits / counts.questions;
    return { ...counts, hitRate, ...gauges };
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

  /** Whether a URL may be fetched. A question about a known site allocates nothing, not even a promise. */
  #ask(url: string, signal: AbortSignal | undefined): Promise<boolean> {
    signal?.throwIfAborted();
    const place = this.#lastSite.robotsUrlOf(url);
    const known = this.#cache.peek(place);
    if (known === undefined) return this.#askLater(place, url, signal);
    return this.#matcherOf(known).isAllowed(url) ? YES : NO;
  }

  async #askLater(place: string, url: string, signal: AbortSignal | undefined): Promise<boolean> {
    return this.#matcherOf(await this.#cache.find(place, signal)).isAllowed(url);
  }

  #matcherOf(cached: CacheAnswer): Matcher {
    return this.#judge.matcher(this.#seen(cached));
  }

  #answer(cached: CacheAnswer, url: string | URL): Answer {
    return this.#judge.answer(cached, url, this.#now());
  }

  async #facts(url: string | URL, options: QuestionOptions | undefined): Promise<CrawlFacts> {
    return this.#judge.facts(this.#seen(await this.#find(robotsUrl(url), options)));
  }

  #find(place: string, options: QuestionOptions | undefined): Promise<CacheAnswer> {
    return this.#cache.find(place, signalOf(options));
  }

  /** An answer of the cache, read by the crawler's profile. */
  #seen(cached: CacheAnswer): CacheAnswer {
    return this.#judge.seen(cached, this.#now());
  }

  #siteRobots(cached: CacheAnswer): SiteRobots {
    const { meaning } = cached.freshness;
    const provenance = provenanceOf(cached, this.#now());
    return { meaning, document: this.#judge.document(cached), retryAt: retryAtOf(cached), provenance };
  }
}
