/**
 * The interface for crawlers: one object that is asked about any URL of any site.
 */
import { fetchWith, notBegun } from '../access/fetch-robots.js';
import { resultOf } from '../access/reported-result.js';
import type { Counts } from '../cache/events.js';
import { type Finding, RobotsCache } from '../cache/robots-cache.js';
import { RobotsError } from '../errors.js';
import type { Matcher } from '../match/matcher.js';
import { anAbortSignal, checkOptions, misshapen, optionTable } from '../option-checks.js';
import { parseSync } from '../parse.js';
import { parsedFileOf, RobotsDocument } from '../robots-document.js';
import { robotsUrl } from '../robots-url.js';
import { type Answer, blanketAnswer, ruledAnswer, type SiteRobots } from './answer.js';
import { LastSite } from './last-site.js';
import { type ClientOptions, type ClientSettings, settingsOf } from './options.js';
import { provenanceOf, retryAtOf } from './provenance.js';
import { type PutFacts, responseOf } from './put-facts.js';

/** Options of one question. */
export interface QuestionOptions {
  /** Gives the question up: the promise rejects with the signal's reason. Other questions about the same file wait on. */
  readonly signal?: AbortSignal | undefined;
}

const QUESTION_OPTIONS = optionTable<QuestionOptions>({ signal: anAbortSignal });

/** What has happened since the client was created, and what it holds now. */
export interface ClientStats extends Readonly<Counts> {
  /** Robots.txt files in memory. */
  readonly entries: number;
  /** About how much memory they take, in octets. */
  readonly octets: number;
  /** Robots.txt files that are being looked up, in the store or at their sites. */
  readonly pending: number;
  /** Fetches in progress. */
  readonly fetching: number;
  /** Fetches that wait for their turn. */
  readonly queued: number;
}

/**
 * Creates a client. Ask it before each request of a crawler.
 *
 * @throws {TypeError} if an option is unknown or misshapen; `userAgent` and `agents` are required
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
  /** They judge where one answer holds for every URL. Under some profiles /robots.txt is excepted. */
  readonly #everything: Matcher;
  readonly #nothing: Matcher;

  constructor(options: ClientOptions) {
    const settings = settingsOf(options);
    const { access } = settings;
    const { userAgent, profile, maxOctets, clock, timeouts } = access;
    this.#settings = settings;
    this.#cache = new RobotsCache({
      ...settings,
      userAgent,
      profile,
      maxOctets,
      clock,
      fetchMs: timeouts.totalMs,
      fetch: (url, call) => fetchWith(url, { ...access, ...call }),
      notBegun: (cause, url) => notBegun(cause, url, access),
    });
    this.#everything = this.#matcher(parseSync(''));
    this.#nothing = this.#matcher(parseSync('User-agent: *\nDisallow: /\n'));
  }

  /**
   * Whether the crawler may fetch a URL.
   *
   * False may mean "not now": while a robots.txt is unreachable, nothing of its site is allowed. {@link check} tells the two
   * apart by `deferred`, and says when to ask again.
   *
   * @param url absolute, of scheme http, https or ftp
   * @throws {TypeError} (rejects) if the URL is anything else, or an option is unknown or misshapen
   * @throws {RobotsError} (rejects) `client-closed`; `ftp-client-missing` for an ftp URL without the package basic-ftp
   * @throws the signal's reason (rejects) if it aborts
   */
  async isAllowed(url: string | URL, options?: QuestionOptions): Promise<boolean> {
    const place = this.#lastSite.robotsUrl(url);
    signalOf(options)?.throwIfAborted();
    return this.#judge(this.#cache.peek(place) ?? (await this.#find(place, options))).isAllowed(url);
  }

  /** Whether the crawler may fetch a URL, why, and where that comes from. Throws as {@link isAllowed}. */
  async check(url: string | URL, options?: QuestionOptions): Promise<Answer> {
    const finding = await this.#find(robotsUrl(url), options);
    const provenance = provenanceOf(finding, this.#now());
    const { meaning } = finding.freshness;
    const retryAt = retryAtOf(finding);
    const matcher = this.#judge(finding);
    if (meaning === 'rules') this.#cache.willMakeNodes(finding.entry);
    return meaning === 'rules'
      ? ruledAnswer(matcher.check(url), retryAt, provenance)
      : blanketAnswer(matcher.isAllowed(url), meaning, retryAt, provenance);
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
    const { entry, freshness } = await this.#find(robotsUrl(url), options);
    if (freshness.copy === null) return undefined;
    const { agents, access } = this.#settings;
    return entry.crawlDelay((document) => document.crawlDelay(agents, { profile: access.profile }));
  }

  /**
   * The sitemaps that a site's robots.txt names, as written, in file order, each once; none if there is no file.
   *
   * @param origin any URL of the site
   * @throws as {@link isAllowed}
   */
  async sitemaps(origin: string | URL, options?: QuestionOptions): Promise<readonly string[]> {
    const { copy } = (await this.#find(robotsUrl(origin), options)).freshness;
    if (copy === null) return [];
    // A document of its own, for a moment: the cached one would keep the objects that are made.
    const { sitemaps } = new RobotsDocument(parsedFileOf(copy.document));
    return [...new Set(sitemaps.map(({ url }) => url))];
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
   * Forgets everything about the robots.txt that governs a URL, in memory and in the store. The next question has it
   * fetched.
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
   * @throws {RangeError} (rejects) if the status is no final one, or is a redirect or 304; if `fetchedAt` lies ahead
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
   * @throws {TypeError} (rejects) if `urls` is not iterable, or one of them is no absolute http, https or ftp URL
   * @throws {RobotsError} (rejects) `client-closed`
   * @throws the signal's reason (rejects) if it aborts; what the iteration throws
   */
  async prefetch(
    urls: Iterable<string | URL> | AsyncIterable<string | URL>,
    options?: QuestionOptions,
  ): Promise<void> {
    const signal = signalOf(options);
    if (!isIterable(urls)) throw misshapen(urls, 'urls', 'an iterable of URLs');
    const width = Math.min(this.#settings.concurrency.total * 2, MAX_PREFETCH_WIDTH);
    await inParallel(width, urls, async (url) => {
      const place = robotsUrl(url);
      try {
        await this.#cache.find(place, signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof RobotsError) || error.code === 'client-closed') throw error;
      }
    });
  }

  /** What has happened so far, and what is held now. */
  stats(): ClientStats {
    return { ...this.#cache.counts, ...this.#cache.gauges };
  }

  /**
   * Ends what is in progress (its questions reject with `client-closed`), waits until the store has what there is to write,
   * and closes it. Afterwards no handle is open. A `dispatcher` stays the caller's to close.
   */
  close(): Promise<void> {
    return this.#cache.close();
  }

  #now(): number {
    return this.#settings.access.clock.now();
  }

  #find(place: string, options: QuestionOptions | undefined): Promise<Finding> {
    return this.#cache.find(place, signalOf(options));
  }

  #siteRobots(finding: Finding): SiteRobots {
    const { meaning, copy } = finding.freshness;
    this.#cache.willMakeNodes(finding.entry);
    const provenance = provenanceOf(finding, this.#now());
    return { meaning, document: copy?.document ?? null, retryAt: retryAtOf(finding), provenance };
  }

  #judge({ entry, freshness }: Finding): Matcher {
    const { copy, meaning } = freshness;
    if (copy !== null) return entry.matcher(copy.document, (document) => this.#matcher(document));
    return meaning === 'allow-all' ? this.#everything : this.#nothing;
  }

  #matcher(document: RobotsDocument): Matcher {
    const { agents, access } = this.#settings;
    return document.matcher({ agents, profile: access.profile });
  }
}

/** The signal of a question. @throws {TypeError} if an option is unknown or misshapen */
function signalOf(options: QuestionOptions | undefined): AbortSignal | undefined {
  if (options === undefined) return undefined;
  checkOptions('question', options, QUESTION_OPTIONS);
  return options.signal;
}

/** How many sites are looked up at once at most, where the client's limits have no end. */
const MAX_PREFETCH_WIDTH = 1000;

function isIterable(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value)
  );
}

/** Does something with each item, so many at a time. The first failure ends it, once the items in progress are done. */
async function inParallel<Item>(
  width: number,
  items: Iterable<Item> | AsyncIterable<Item>,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  let failure: { readonly reason: unknown } | undefined;
  let wake: () => void = () => {};
  for await (const item of items) {
    const done = act(item)
      .catch((reason) => {
        failure ??= { reason };
      })
      .finally(() => {
        running.delete(done);
        wake();
      });
    running.add(done);
    if (running.size >= width) await new Promise<void>((resolve) => (wake = resolve));
    if (failure !== undefined) break;
  }
  await Promise.all(running);
  if (failure !== undefined) throw failure.reason;
}
