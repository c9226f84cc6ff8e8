/**
 * The scheme, host and port of a site as the beginning of its URLs.
 */
import { HASH, QUESTION, SLASH } from '../ascii.js';

const ROBOTS_TXT_PATH = '/robots.txt';

/** The origin of a site. @param robotsUrl the robots.txt that governs it */
export function originOf(robotsUrl: string): string {
  return robotsUrl.slice(0, -ROBOTS_TXT_PATH.length);
}

/** Whether a URL begins with an origin. False says nothing: the URL may spell the origin in another way. */
export function beginsWith(origin: string, url: string): boolean {
  if (!url.startsWith(origin)) return false;
  // What follows the authority must end it: `http://a.example` begins `http://a.example.org` and `http://a.example@b`, too.
  const next = url.charCodeAt(origin.length);
  return next === SLASH || next === QUESTION || next === HASH;
}
