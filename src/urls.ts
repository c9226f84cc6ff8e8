/**
 * URLs: parsing one that may be none, what the functions of the package accept as a URL, and which robots.txt governs one: there is one
 * for each scheme, host and port (RFC 9309 §2.3; Google's page, "Examples of valid robots.txt URLs").
 */
import { SLASH } from './ascii.js';
import { isObject, misshapen } from './option-checks.js';

/** The schemes of URLs that a robots.txt can govern (RFC 9309 §2.3; docs/semantics.md §5.1). */
const SCHEMES: readonly string[] = ['http:', 'https:', 'ftp:'];

const ABSOLUTE_URL = 'an absolute http, https or ftp URL, as a string or a URL object';

/** The origin of a URL that is only a path (docs/semantics.md §5.1). Before a path that begins with two slashes, it is required. */
export const PATH_ORIGIN = 'http://host';

/**
 * The text of a URL argument. A subclass of `URL` can run code of the program; it does so here and nowhere else.
 *
 * @param argument its name, for the message
 * @throws {TypeError} if it is neither a string nor a `URL`
 */
export function urlText(url: string | URL, argument: string = 'url'): string {
  if (typeof url === 'string') return url;
  if (isUrlObject(url)) {
    // Read once: a subclass may answer differently the second time.
    const { href } = url;
    if (typeof href === 'string') return href;
  }
  throw misshapen(url, argument, ABSOLUTE_URL);
}

/**
 * A URL, or a path as if after `http://host`, as the URL parser writes it.
 *
 * @throws {TypeError} if it is not one that docs/semantics.md §5.1 accepts
 */
export function parsedUrlOrPath(url: string): URL {
  const parsed = isPath(url) ? new URL(PATH_ORIGIN + url) : absoluteUrl(url, 'url', URL_OR_PATH);
  if (parsed.pathname.search(DOT_SEGMENT) >= 0) {
    parsed.pathname = parsed.pathname.replaceAll(DOT_SEGMENT, (segment) => segment.replaceAll('.', '%2e'));
  }
  return parsed;
}

/** What functions that judge by one file accept as a URL. */
export const URL_OR_PATH = `${ABSOLUTE_URL}, or a path that begins with a single "/"`;

/** Two slashes, as the URL parser reads them: a host is next (RFC 3986 §4.2; URL Standard, "relative slash state"). */
const HOST_IS_NEXT = /^\/[\t\n\r]*[/\\]/;

/** Whether a text is a path: it begins with a single `/`. After two, the text has a host. */
export function isPath(text: string): boolean {
  return text.charCodeAt(0) === SLASH && !HOST_IS_NEXT.test(text);
}

/** A path that begins with `/`, as a URL argument: with a host, if it begins with two. */
export function urlOfPath(path: string): string {
  return isPath(path) ? path : PATH_ORIGIN + path;
}

/** The URL parser of Node 20 and 22 leaves these in a few paths, such as `/a/.well-known/../b`. It removes them if they are escapes. */
const DOT_SEGMENT = /\/\.\.?(?=\/|$)/g;

/**
 * A URL argument as the URL parser reads it.
 *
 * @param argument its name, for the message
 * @throws {TypeError} if it is not absolute, or of another scheme than http, https and ftp
 */
function absoluteUrl(url: string | URL, argument: string, expected: string = ABSOLUTE_URL): URL {
  const text = urlText(url, argument);
  const parsed = urlOrNull(text);
  if (parsed === null || !SCHEMES.includes(parsed.protocol)) throw misshapen(text, argument, expected);
  return parsed;
}

/** Whether a value is a `URL`, of any realm. */
export function isUrlObject(url: unknown): url is URL {
  return isObject(url) && (url instanceof URL || Object.prototype.toString.call(url) === '[object URL]');
}

/**
 * Parses a URL by the URL Standard.
 *
 * `URL.canParse` is not used anywhere: once V8 has optimized its caller, Node 20 and 22 refuse hosts with the characters U+0080 to U+00FF,
 * such as `http://bücher.example` (test/architecture/can-parse.test.ts). `URL.parse` needs Node 22.
 *
 * @param base what a relative URL is resolved against
 * @returns null if it is none
 */
export function urlOrNull(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** The path of every robots.txt (RFC 9309 §2.3). */
export const ROBOTS_TXT_PATH = '/robots.txt';

/** The URL of a site's robots.txt, as {@link isRobotsTxtUrl} says. SQL of surveys has it, too, so it needs no more than RE2 can do. */
export const ROBOTS_TXT_URL = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#\\]+\/robots\.txt(?:#|$)/;

/**
 * Whether a URL is that of a site's robots.txt: its path is exactly `/robots.txt`, and it has no query (RFC 9309 §2.3). Any other URL may have
 * another file. A fragment is not sent, so it does not matter.
 *
 * Rules about `/robots.txt` with a query are another question: docs/semantics.md §5.6.
 *
 * @param url absolute. A spelling that only a URL parser reads as `/robots.txt`, such as `/./robots.txt`, is another path
 */
export function isRobotsTxtUrl(url: string): boolean {
  return ROBOTS_TXT_URL.test(url);
}

/** The origin of a site: what its URLs begin with. @param robotsTxtUrl its robots.txt, as {@link robotsUrl} returns it */
export function originOfRobotsTxt(robotsTxtUrl: string): string {
  return robotsTxtUrl.slice(0, -ROBOTS_TXT_PATH.length);
}

/**
 * Finds the robots.txt that governs a URL: with its scheme, host and port, without user information and default ports.
 *
 * @param url an absolute http, https or ftp URL
 * @throws {TypeError} if it is anything else
 * @example
 * ```js
 * import { robotsUrl } from 'robotstream';
 *
 * console.log(robotsUrl('https://user@example.org:443/shop/cart?id=1')); // → https://example.org/robots.txt
 * ```
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
 * @example
 * ```js
 * import { sameScope } from 'robotstream';
 *
 * console.log(sameScope('https://example.com/robots.txt', 'https://example.com/shop')); // → true
 * console.log(sameScope('https://example.com/robots.txt', 'https://www.example.com/shop')); // → false
 * ```
 */
export function sameScope(robotsTxtUrl: string | URL, url: string | URL): boolean {
  const rules = absoluteUrl(robotsTxtUrl, 'robotsTxtUrl');
  const page = absoluteUrl(url, 'url');
  const isInSubfolder = rules.pathname !== ROBOTS_TXT_PATH && rules.pathname.endsWith(ROBOTS_TXT_PATH);
  return !isInSubfolder && rules.protocol === page.protocol && rules.host === page.host;
}
