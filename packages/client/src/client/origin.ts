/**
 * The scheme, host and port of a site as the beginning of its URLs.
 */

import { robotsUrl } from 'robotstream';
import { HASH, originOfRobotsTxt, QUESTION, SLASH } from 'robotstream/internal';

/** Whether a URL begins with an origin. False says nothing: the URL may spell the origin in another way. */
export function beginsWith(origin: string, url: string): boolean {
  if (!url.startsWith(origin)) return false;
  // What follows the authority must end it: `http://a.example` begins `http://a.example.org` and `http://a.example@b`, too.
  const next = url.charCodeAt(origin.length);
  return next === SLASH || next === QUESTION || next === HASH;
}

/** No URL begins with it. */
const NO_ORIGIN = '\0';

/** Remembers the site that was asked about last. A crawler asks about one site many times in a row. */
export class LastSite {
  #origin = NO_ORIGIN;
  #robotsUrl = '';

  /** The robots.txt that governs a URL. Throws as `robotsUrl` of the core. */
  robotsUrlOf(url: string): string {
    if (!beginsWith(this.#origin, url)) {
      this.#robotsUrl = robotsUrl(url);
      this.#origin = originOfRobotsTxt(this.#robotsUrl);
    }
    return this.#robotsUrl;
  }
}
