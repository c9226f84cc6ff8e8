/**
 * From a cached robots.txt to answers about URLs, for the crawler of one client.
 */

import { type Matcher, type MatcherOptions, type Profile, parseSync, type RobotsDocument } from 'robotstream';
import {
  callersFor,
  isObject,
  misshapen,
  readingOf,
  resolveProfile,
  rulesOf,
  Verdict,
} from 'robotstream/internal';
import { type CrawlFacts, crawlFactsOf, NO_CRAWL_FACTS } from '../memory/crawl-facts.js';
import type { CacheAnswer } from '../memory/record-memory.js';
import { type AbsencesUnder, absencesUnder } from './absences-under.js';
import { type Answer, blanketAnswer, ruledAnswer } from './answer.js';
import { provenanceOf, retryAtOf } from './provenance.js';

export class Judge {
  /** The profile by which the crawler reads files and statuses. */
  readonly profile: Profile;
  /** Who asks. */
  readonly asked: MatcherOptions & { readonly profile: Profile };
  /** Reads absences by the crawler's profile; undefined if they mean the same under the cache's profile. */
  readonly #absences: AbsencesUnder | undefined;
  /** Judges when one answer applies to every URL, except /robots.txt under some profiles. */
  readonly #everything: Matcher;
  readonly #nothing: Matcher;

  /** @param cachedBy the profile by which the cache reads statuses */
  constructor(caller: MatcherOptions, profile: Profile, cachedBy: Profile = profile) {
    this.profile = profile;
    this.#absences = absencesUnder(profile.access, cachedBy.access);
    this.asked = { ...caller, profile };
    // For any crawler: one that ignores the groups for `*` does not ignore that a site is unreachable.
    const forAll = { agents: '*', profile };
    this.#everything = parseSync('').matcher(forAll);
    this.#nothing = parseSync('User-agent: *\nDisallow: /\n').matcher(forAll);
  }

  /**
   * An answer of the cache, read by the crawler's profile.
   *
   * @param now milliseconds since 1970
   */
  seen(cached: CacheAnswer, now: number): CacheAnswer {
    return this.#absences === undefined ? cached : this.#absences.seen(cached, now);
  }

  /** The matcher for the URLs of a site. */
  matcher({ entry, freshness }: CacheAnswer): Matcher {
    const { copy, meaning } = freshness;
    if (copy !== null) return entry.matcher(copy.document, this.#makeMatcher);
    return meaning === 'allow-all' ? this.#everything : this.#nothing;
  }

  /**
   * Whether a URL of a site may be fetched, and why.
   *
   * @param now milliseconds since 1970
   */
  answer(cached: CacheAnswer, url: string | URL, now: number): Answer {
    const { copy, meaning } = cached.freshness;
    const provenance = provenanceOf(cached, now);
    const retryAt = retryAtOf(cached);
    const matcher = this.matcher(cached);
    if (copy === null)
      return blanketAnswer(matcher.isAllowed(url), meaning, retryAt, provenance, this.profile.access);
    const shown = cached.entry.shownFile(copy.document, this.#makeMatcher);
    return ruledAnswer(Verdict.shownBy(rulesOf(shown.matcher), matcher.check(url)), retryAt, provenance);
  }

  /** The file of a site, for programs; null if there is none. */
  document({ entry, freshness }: CacheAnswer): RobotsDocument | null {
    const { copy } = freshness;
    return copy && entry.shownFile(copy.document, this.#makeMatcher).document;
  }

  /** What the file of a site says besides its rules. */
  facts({ entry, freshness }: CacheAnswer): CrawlFacts {
    const { copy } = freshness;
    return copy === null ? NO_CRAWL_FACTS : entry.crawlFacts(copy.document, this.#readFacts);
  }

  readonly #makeMatcher = (document: RobotsDocument): Matcher => document.matcher(this.asked);

  readonly #readFacts = (document: RobotsDocument): CrawlFacts => {
    const { agents, crawler, profile } = this.asked;
    return crawlFactsOf(document, agents ?? { crawler }, profile);
  };
}

/**
 * The crawler that asks, as a new object that the client owns.
 *
 * @param byDefault the profile of a crawler that has none of its own
 * @throws {TypeError} if the value is neither a product token nor what `document.matcher` takes
 */
export function matcherOptionsOf(
  crawler: string | MatcherOptions,
  byDefault: Profile,
): MatcherOptions & { readonly profile: Profile } {
  const isNamed = isObject(crawler) && (crawler.agents ?? crawler.crawler) !== undefined;
  if (typeof crawler !== 'string' && !isNamed)
    throw misshapen(crawler, 'crawler', 'a product token, or an object with agents or crawler');
  const given: MatcherOptions = typeof crawler === 'string' ? { agents: crawler } : crawler;
  // These check all names, and refuse those that no crawler can have.
  if (typeof crawler === 'string') callersFor(crawler, 'crawler');
  else parseSync('').matcher(given);
  const profile = resolveProfile(readingOf(given, given.profile) ?? byDefault);
  return { ...structuredClone({ ...given, profile: undefined }), profile };
}
