/**
 * Which robots.txt governs a URL: there is one for each scheme, host and port (RFC 9309 §2.3; Google's page,
 * "Examples of valid robots.txt URLs").
 */
import { parsedUrl, urlText } from './url-argument.js';

const ROBOTS_TXT_NAME = 'robots.txt';
const ROBOTS_TXT_PATH = `/${ROBOTS_TXT_NAME}`;

/**
 * Finds the robots.txt that governs a URL: with its scheme, host and port, without user information and default ports.
 *
 * @param url an absolute http, https or ftp URL
 * @throws {TypeError} if it is anything else
 */
export function robotsUrl(url: string | URL): string {
  return robotsUrlOf(url, 'url');
}

/**
 * The same for an argument of another name: programs pass {@link robotsUrl} to `map`, so it takes no second argument.
 *
 * @param argument the argument's name, for the message
 */
export function robotsUrlOf(url: string | URL, argument: string): string {
  const { protocol, host } = absoluteUrl(url, argument);
  return `${protocol}//${host}${ROBOTS_TXT_PATH}`;
}

/**
 * Whether the rules of a robots.txt apply to a URL: whether scheme, host and port are the same. A default port equals none, an
 * internationalized host name equals its punycode form, and case does not matter. A subdomain is another host, and so is
 * an IP address.
 *
 * departs from Google's page, "Examples of valid robots.txt URLs", which lists `xn--exmple-cua.com` for `www.exämple.com`: by its own row on
 * subdomains that is another host; test/conformance/google-locations.test.ts.
 *
 * @param robotsTxtUrl the robots.txt, or any URL that it governs. A `robots.txt` in a subdirectory is not one and applies to nothing
 * @param url the URL that the rules may apply to
 * @throws {TypeError} if one of them is not an absolute http, https or ftp URL
 */
export function sameScope(robotsTxtUrl: string | URL, url: string | URL): boolean {
  const rules = absoluteUrl(robotsTxtUrl, 'robotsTxtUrl');
  const page = absoluteUrl(url, 'url');
  const isInSubfolder = rules.pathname !== ROBOTS_TXT_PATH && rules.pathname.endsWith(ROBOTS_TXT_PATH);
  return !isInSubfolder && rules.protocol === page.protocol && rules.host === page.host;
}

function absoluteUrl(url: string | URL, argument: string): URL {
  const text = urlText(url, argument);
  return parsedUrl(text, argument);
}
