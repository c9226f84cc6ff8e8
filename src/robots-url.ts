/**
 * Which robots.txt governs a URL: one for each scheme, host and port (RFC 9309 §2.3; Google's page,
 * "Examples of valid robots.txt URLs").
 */
import { parsedUrl, urlText } from './url-argument.js';

const ROBOTS_TXT_NAME = 'robots.txt';
const ROBOTS_TXT_PATH = `/${ROBOTS_TXT_NAME}`;

/**
 * The robots.txt that governs a URL: same scheme, host and port, no user information, no default port.
 *
 * @param url absolute, of scheme http, https or ftp
 * @throws {TypeError} if it is anything else
 */
export function robotsUrl(url: string | URL): string {
  const { protocol, host } = absoluteUrl(url, 'url');
  return `${protocol}//${host}${ROBOTS_TXT_PATH}`;
}

/**
 * Whether the rules of one place hold for another: whether scheme, host and port are the same. A default port equals none
 * given, an international name equals its punycode, letter case does not count; a subdomain is another host, and so is an
 * IP address.
 *
 * departs from Google's page, "Examples of valid robots.txt URLs", where `xn--exmple-cua.com` is in the scope of `www.exämple.com`: by the page's own
 * row on subdomains it is another host; test/conformance/google-locations.test.ts.
 *
 * @param robotsTxtUrl where the rules are from. Any URL stands for the robots.txt that governs it, but for a `robots.txt` in
 *   a subfolder, which is no robots.txt and holds for nothing, not even itself
 * @param url what they may hold for; any URL, a `robots.txt` in a subfolder being a file like others
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
