/**
 * URL arguments: what the functions of the package accept as a URL, read once.
 */
import { SLASH } from './ascii.js';
import { isObject, misshapen } from './option-checks.js';
import { urlOrNull } from './url-or-null.js';

/** The schemes of URLs that a robots.txt can govern (RFC 9309 §2.3; docs/semantics.md §5.1). */
const SCHEMES: readonly string[] = ['http:', 'https:', 'ftp:'];

const ABSOLUTE_URL = 'an absolute http, https or ftp URL, as a string or a URL object';
const URL_ARGUMENT = 'url';

/** The host of a URL that is only a path (docs/semantics.md §5.1). */
const HOST_OF_A_PATH = 'http://host';

/**
 * The text of a URL argument. A subclass of `URL` can run code of the program; it does so here and nowhere else.
 *
 * @param argument its name, for the message
 * @throws {TypeError} if it is neither a string nor a `URL`
 */
export function urlText(url: string | URL, argument: string = URL_ARGUMENT): string {
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
  const isPath = url.charCodeAt(0) === SLASH;
  const parsed = tryUrl(isPath ? HOST_OF_A_PATH + url : url);
  if (parsed === null) throw misshapen(url, URL_ARGUMENT, `${ABSOLUTE_URL}, or a path that begins with "/"`);
  return parsed;
}

/**
 * A URL as the URL parser reads it.
 *
 * @param argument its name, for the message
 * @throws {TypeError} if it is not absolute, or of another scheme than http, https and ftp
 */
export function parsedUrl(url: string, argument: string): URL {
  const parsed = tryUrl(url);
  if (parsed === null) throw misshapen(url, argument, ABSOLUTE_URL);
  return parsed;
}

/** Whether a value is a `URL`, of any realm. */
export function isUrlObject(url: unknown): url is URL {
  return isObject(url) && (url instanceof URL || Object.prototype.toString.call(url) === '[object URL]');
}

function tryUrl(url: string): URL | null {
  const parsed = urlOrNull(url);
  return parsed !== null && SCHEMES.includes(parsed.protocol) ? parsed : null;
}
