/**
 * The face that a crawler uses: one object, one question.
 */
import { fetchRobots } from '../access/fetch-robots.js';
import type { Counts } from '../cache/events.js';
import { type Finding, RobotsCache } from '../cache/robots-cache.js';
import type { Matcher } from '../match/matcher.js';
import { parseSync, type RobotsDocument } from '../robots-document.js';
import { robotsUrl } from '../robots-url.js';
import { type Answer, blanketAnswer, provenanceOf, ruledAnswer, type SiteRobots } from './answer.js';
import { type ClientOptions, type ClientSettings, settingsOf } from './options.js';

/** What one question can be told. */
export interface QuestionOptions {
  /** Gives this question up; the promise rejects with the signal's reason. Others that wait for the same file wait on. */
  readonly signal?: AbortSignal | undefined;
}

/** What has happened since the client was made, and what it holds now. */
export interface ClientStats extends Readonly<Counts> {
  /** Authorities in memory. */
  readonly entries: number;
  /** About how much memory they take, in octets. */
  readonly octets: number;
  /** Files that questions, or a refresh in the background, wait for. */
  readonly pending: number;
  /** Fetches that are under way. */
  readonly fetching: number;
  /** Fetches that wait their turn. */
  readonly queued: number;
}

/**
 * Makes a client: put it in front of every request of a crawler.
 *
 * @throws {TypeError} if an option is not of its kind; `userAgent` and `agents` are required
 * @throws {RangeError} if a number is out of its range
 */
export function createClient(options: ClientOptions): RobotsClient {
  return new RobotsClient(options);
}

/** Knows for any URL of any site whether this crawler may fetch it. */
export class RobotsClient {
  readonly #settings: ClientSettings;
  readonly #cache: RobotsCache;
  /** Judges where one answer holds for every URL: what the profile excepts, such as /robots.txt, it still excepts. */
  readonly #everything: Matcher;
  readonly #nothing: Matcher;

  constructor(options: ClientOptions) {
    const settings = settingsOf(options);
    this.#settings = settings;
    this.#cache = new RobotsCache({
      ...settings,
      userAgent: options.userAgent,
      fetch: (url, call) => fetchRobots(url, { ...options, ...call }),
    });
    this.#everything = this.#matcher(parseSync(''));
    this.#nothing = this.#matcher(parseSync('User-agent: *\nDisallow: /\n'));
  }

  /**
   * Whether the crawler may fetch a URL.
   *
   * @param url absolute, of scheme http, https or ftp
   * @throws {TypeError} (rejects) if it is anything else
   * @throws {RobotsError} (rejects) `client-closed`; `ftp-client-missing` if it is one of FTP and basic-ftp is not installed
   * @throws the signal's reason (rejects) if it aborts
   */
  async isAllowed(url: string | URL, options?: QuestionOptions): Promise<boolean> {
    const place = robotsUrl(url);
    options?.signal?.throwIfAborted();
    return this.#judge(this.#cache.peek(place) ?? (await this.#find(place, options))).isAllowed(url);
  }

  /** Whether the crawler may fetch a URL, why, and where that is known from. Otherwise as {@link isAllowed}. */
  async check(url: string | URL, options?: QuestionOptions): Promise<Answer> {
    const finding = await this.#find(robotsUrl(url), options);
    const provenance = provenanceOf(finding, this.#settings.clock.now());
    const { meaning } = finding.standing;
    const matcher = this.#judge(finding);
    return meaning === 'rules'
      ? ruledAnswer(matcher.check(url), provenance)
      : blanketAnswer(matcher.isAllowed(url), meaning, provenance);
  }

  /** What is known of the robots.txt that governs a URL, the file itself included. Throws as {@link isAllowed}. */
  async robots(url: string | URL, options?: QuestionOptions): Promise<SiteRobots> {
    const finding = await this.#find(robotsUrl(url), options);
    const { meaning, copy } = finding.standing;
    const provenance = provenanceOf(finding, this.#settings.clock.now());
    return { meaning, document: copy?.document ?? null, provenance };
  }

  /**
   * Seconds that the crawler should leave between two requests to a site; undefined if its robots.txt does not say, or there
   * is none. Throws as {@link isAllowed}.
   */
  async crawlDelay(url: string | URL, options?: QuestionOptions): Promise<number | undefined> {
    const { document } = await this.robots(url, options);
    const { agents, profile } = this.#settings;
    return document?.crawlDelay(agents, { profile });
  }

  /**
   * The sitemaps that a site's robots.txt names, as written, in file order, each once; none if there is no file.
   *
   * @param origin any URL of the site
   * @throws as {@link isAllowed}
   */
  async sitemaps(origin: string | URL, options?: QuestionOptions): Promise<readonly string[]> {
    const { document } = await this.robots(origin, options);
    return [...new Set(document?.sitemaps.map(({ url }) => url))];
  }

  /** What has happened so far, and what is held now. */
  stats(): ClientStats {
    return { ...this.#cache.counts, ...this.#cache.gauges };
  }

  /**
   * Ends what is under way (its questions reject with `client-closed`), lets the store take what there is to write, and
   * closes it. Afterwards no handle is open. Whoever gave a `dispatcher` closes that.
   */
  close(): Promise<void> {
    return this.#cache.close();
  }

  #find(place: string, options: QuestionOptions | undefined): Promise<Finding> {
    return this.#cache.find(place, options?.signal);
  }

  #judge({ resident, standing }: Finding): Matcher {
    const { copy, meaning } = standing;
    if (copy !== null) return resident.matcher(copy.document, (document) => this.#matcher(document));
    return meaning === 'allow-all' ? this.#everything : this.#nothing;
  }

  #matcher(document: RobotsDocument): Matcher {
    const { agents, profile } = this.#settings;
    return document.matcher({ agents, profile });
  }
}
