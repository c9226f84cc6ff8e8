/**
 * Recognizes the URLs of one site by how they begin. A crawler asks about one site many times in a row. The matcher compares the
 * beginning of each URL with that of the last one anyway. Comparing it again here, or parsing the URL, would cost as much as the
 * verdict.
 */
import type { Matcher } from '../match/matcher.js';
import { authorityRead } from '../match/request-path.js';

/** The number of no authority. */
const NO_AUTHORITY = -1;

/** Remembers how the last URL of a site spells its scheme and authority. */
export class SpelledSite {
  #authority = NO_AUTHORITY;

  /** Whether a URL may be fetched, if it begins as the URL of the last {@link judgeFirst}; undefined if it does not. */
  judge(url: string, matcher: Matcher): boolean | undefined {
    if (this.#authority === NO_AUTHORITY) return undefined;
    try {
      const isAllowed = matcher.isAllowed(url);
      return authorityRead() === this.#authority ? isAllowed : undefined;
    } catch {
      // Not a URL that rules apply to. The slow path of the client handles it.
      return undefined;
    }
  }

  /**
   * Whether a URL of the site may be fetched.
   *
   * @param url one that is known to be of the site
   */
  judgeFirst(url: string, matcher: Matcher): boolean {
    const isAllowed = matcher.isAllowed(url);
    this.#authority = authorityRead() || NO_AUTHORITY;
    return isAllowed;
  }
}
