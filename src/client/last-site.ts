/**
 * The site that was asked about last. A crawler asks about one site many times in a row.
 */
import { robotsUrl } from '../urls.js';
import { beginsWith, originOf } from './origin.js';

/** No URL begins with it. */
const NO_ORIGIN = '\0';

/** Remembers one site. */
export class LastSite {
  #origin = NO_ORIGIN;
  #robotsUrl = '';

  /** The robots.txt that governs a URL. Throws as `robotsUrl` of the core. */
  robotsUrlOf(url: string): string {
    if (!beginsWith(this.#origin, url)) {
      this.#robotsUrl = robotsUrl(url);
      this.#origin = originOf(this.#robotsUrl);
    }
    return this.#robotsUrl;
  }
}
