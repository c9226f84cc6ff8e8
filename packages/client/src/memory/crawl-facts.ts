/**
 * What a robots.txt says to a crawler besides its rules.
 */
import type { Caller, Profile, RequestRate, RobotsDocument, VisitTime } from 'robotstream';
import { copyOf } from 'robotstream/internal';

/** The values of the records that crawlers plan their visits by. Each is undefined if the file does not say. */
export interface CrawlFacts {
  /** Seconds between two requests. */
  readonly crawlDelay: number | undefined;
  /** How often a page may be fetched. */
  readonly requestRate: RequestRate | undefined;
  /** The time of day to visit, in UTC. */
  readonly visitTime: VisitTime | undefined;
  /** The main mirror of the site (Yandex). */
  readonly host: string | undefined;
}

/** The facts of a site without a file. */
export const NO_CRAWL_FACTS: CrawlFacts = {
  crawlDelay: undefined,
  requestRate: undefined,
  visitTime: undefined,
  host: undefined,
};

/** Reads the facts that apply to a crawler. The document keeps none of the objects that are made for it. */
export function crawlFactsOf(document: RobotsDocument, caller: Caller, profile: Profile): CrawlFacts {
  const copy = copyOf(document);
  return {
    crawlDelay: copy.crawlDelay(caller, { profile }),
    requestRate: copy.requestRate(caller, { profile }),
    visitTime: copy.visitTime(caller, { profile }),
    host: copy.host,
  };
}
