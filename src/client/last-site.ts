/**
 * The site that was asked about last. A crawler asks about one site many times in a row; comparing the beginning of a URL
 * costs far less than parsing it.
 */
import { HASH, QUESTION, SLASH } from '../ascii.js';
import { robotsUrl } from '../robots-url.js';

const ROBOTS_TXT_PATH = '/robots.txt';

/** No URL begins with it. */
const NO_ORIGIN = '\0';

/** Remembers one site. */
export class LastSite {
  #origin = NO_ORIGIN;
  #robotsUrl = '';

  /** As `robotsUrl` of the core, and throws as it does. */
  robotsUrl(url: string | URL): string {
    if (typeof url === 'string' && url.startsWith(this.#origin)) {
      // What follows the authority must end it: `http://a.example` begins `http://a.example.org` and `http://a.example@b`, too.
      const next = url.charCodeAt(this.#origin.length);
      if (next === SLASH || next === QUESTION || next === HASH) return this.#robotsUrl;
    }
    const found = robotsUrl(url);
    this.#robotsUrl = found;
    this.#origin = found.slice(0, -ROBOTS_TXT_PATH.length);
    return found;
  }
}
