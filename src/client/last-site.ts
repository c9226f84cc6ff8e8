/**
 * The site that was asked about last, with its matcher.
 */
import type { Matcher } from '../match/matcher.js';
import { robotsUrl } from '../urls.js';
import { beginsWith, originOf } from './origin.js';
import { SpelledSite } from './spelled-site.js';

/** No URL begins with it. */
const NO_ORIGIN = '\0';

/** Remembers one site. */
export class LastSite {
  #origin = NO_ORIGIN;
  #robotsUrl = '';
  #matcher: Matcher | undefined;
  #urls = new SpelledSite();

  /** The robots.txt of the site; empty if there is none yet. */
  get robotsUrl(): string {
    return this.#robotsUrl;
  }

  /** The robots.txt that governs a URL. Throws as `robotsUrl` of the core. */
  robotsUrlOf(url: string): string {
    return beginsWith(this.#origin, url) ? this.#robotsUrl : robotsUrl(url);
  }

  get matcher(): Matcher | undefined {
    return this.#matcher;
  }

  /** Whether a URL may be fetched, by the matcher remembered; undefined if it is not known to be a URL of this site. */
  judge(url: string): boolean | undefined {
    return this.#matcher && this.#urls.judge(url, this.#matcher);
  }

  /** Remembers the site of a URL, and judges the URL. */
  judgeFirst(url: string, place: string, matcher: Matcher): boolean {
    if (place !== this.#robotsUrl) {
      this.#origin = originOf(place);
      this.#robotsUrl = place;
    }
    this.#matcher = matcher;
    return this.#urls.judgeFirst(url, matcher);
  }
}
