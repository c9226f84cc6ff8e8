/**
 * From a cached robots.txt to answers about URLs, for the crawler of one client.
 */

import type { MatcherOptions, Profile, RobotsDocument } from 'robotstream';
import { type Matcher, parseSync } from 'robotstream';
import { rulesOf, Verdict } from 'robotstream/internal';
import type { CacheAnswer } from '../cache/cache-answer.js';
import { type CrawlFacts, crawlFactsOf, NO_CRAWL_FACTS } from '../cache/crawl-facts.js';
import { type Answer, blanketAnswer, ruledAnswer } from './answer.js';
import { provenanceOf, retryAtOf } from './provenance.js';

export class Judge {
  readonly #asked: MatcherOptions & { readonly profile: Profile };
  /** Judges when one answer applies to every URL, except /robots.txt under some profiles. */
  readonly #everything: Matcher;
  readonly #nothing: Matcher;

  constructor(caller: MatcherOptions, profile: Profile) {
    this.#asked = { ...caller, profile };
    // For any crawler: one that ignores the groups for `*` does not ignore that a site is unreachable.
    const forAll = { agents: '*', profile };
    this.#everything = parseSync('').matcher(forAll);
    this.#nothing = parseSync('User-agent: *\nDisallow: /\n').matcher(forAll);
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
    if (copy === null) return blanketAnswer(matcher.isAllowed(url), meaning, retryAt, provenance);
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

  readonly #makeMatcher = (document: RobotsDocument): Matcher => document.matcher(this.#asked);

  readonly #readFacts = (document: RobotsDocument): CrawlFacts => {
    const { agents, crawler, profile } = this.#asked;
    return crawlFactsOf(document, agents ?? { crawler }, profile);
  };
}
