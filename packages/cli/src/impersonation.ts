/**
 * Requests under the names of other operators' crawlers.
 */

import { productTokens } from 'robotstream';
import { findCrawler } from 'robotstream/crawlers/internal';

/** The statuses by which sites refuse a request. */
const REFUSALS: readonly (number | null)[] = [401, 403];

/** Says that a refused request proves nothing about the crawler that it names; `null` if there is nothing to say. */
export function refusalNote(status: number | null, userAgent: string): string | null {
  if (!REFUSALS.includes(status)) return null;
  const [name] = productTokens(userAgent).flatMap((token) => findCrawler(token)?.token ?? []);
  if (name === undefined) return null;
  return `a ${status} for a made-up ${name} User-Agent proves nothing: sites know the real ${name} by its address, and may refuse all others`;
}
