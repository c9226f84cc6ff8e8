/** The site that a URL belongs to, as the columns of the tables have it. */
import { robotsUrl } from 'robotstream';

const ROBOTS_TXT_PATH = '/robots.txt';

/** Scheme, host and port of the robots.txt that governs a URL; null if the URL has none. */
export function authorityOf(url: string): string | null {
  try {
    return robotsUrl(url).slice(0, -ROBOTS_TXT_PATH.length);
  } catch {
    return null;
  }
}
