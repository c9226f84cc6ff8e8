/** The site that a URL belongs to, as the columns of the tables have it. */
import { robotsUrl } from 'robotstream';
import { isRobotsTxtUrl, originOfRobotsTxt } from 'robotstream/internal';

/**
 * A last label that begins with a digit, as in `0x7f.1`, may be that of an address in another form, and one with `--` may be malformed
 * punycode.
 */
const IN_FORM = /^https?:\/\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z][a-z0-9]*\/robots\.txt$/;

/** Whether a URL is certain to be that of a robots.txt as the URL parser writes it. Most URLs of captures are. */
export function isInForm(url: string): boolean {
  return IN_FORM.test(url);
}

/** Scheme, host and port of the robots.txt that governs a URL; null if the URL has none. */
export function authorityOf(url: string): string | null {
  try {
    return originOfRobotsTxt(isInForm(url) ? url : robotsUrl(url));
  } catch {
    return null;
  }
}

/** Scheme, host and port that a file at a URL governs; null if it is no site's robots.txt. */
export function governedBy(url: string): string | null {
  return isRobotsTxtUrl(url) ? authorityOf(url) : null;
}
