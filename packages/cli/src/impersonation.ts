/**
 * Requests under the names of other operators' crawlers.
 */

import { productTokens } from 'robotstream';
import { findCrawler } from 'robotstream/crawlers/internal';

/** The registered crawler of another operator that a User-Agent header names; `null` if it names none. */
function impersonatedIn(userAgent: string): string | null {
  for (const token of productTokens(userAgent)) {
    const crawler = findCrawler(token);
    if (crawler !== undefined) return crawler.token;
  }
  return null;
}

/** The statuses by which sites refuse a request. */
const REFUSALS: readonly (number | null)[] = [401, 403];

/** Says that a refused request proves nothing about the crawler that it names; `null` if there is nothing to say. */
export function refusalNote(status: number | null, userAgent: string): string | null {
  const name = REFUSALS.includes(status) ? impersonatedIn(userAgent) : null;
  if (name === null) return null;
  return `a ${status} for a made-up ${name} User-Agent proves nothing: sites know the real ${name} by its address, and may refuse all others`;
}
