/** The site that a URL belongs to, as the columns of the tables have it. */
import { robotsUrl } from 'robotstream';

/** Scheme, host and port of the robots.txt that governs a URL; null if the URL has none. */
export function authorityOf(url: string): string | null {
  try {
    return new URL(robotsUrl(url)).origin;
  } catch {
    return null;
  }
}
