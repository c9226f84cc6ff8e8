/**
 * Where in a URL its path begins: found at a glance for the URLs that are written plainly, and by the platform's URL
 * parser (WHATWG URL Standard) for all others.
 */
import { COLON, DIGIT_0, DOT, HASH, HYPHEN, isDigit, isLetter, QUESTION, SLASH } from '../ascii.js';

/** The schemes whose URLs robots.txt bears on (RFC 9309 §2.3; semantics §5). */
const SCHEMES: readonly string[] = ['http:', 'https:', 'ftp:'];

const ABSOLUTE_URL = 'an absolute http, https or ftp URL, as a string or a URL object';
const URL_ARGUMENT = 'url';

/** What stands before a path that is given alone; semantics §5.1. */
const HOST_OF_A_PATH = 'http://host';

/** The beginnings of URLs that are written plainly, the most frequent first. */
const HTTPS_START = 'https://';
const HTTP_START = 'http://';
const FTP_START = 'ftp://';

const MAX_PORT = 65535;
const MAX_PORT_DIGITS = 5;

const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
const LABEL_HYPHEN = 3;
const LABEL_DOT = 4;

/** What a character is in a host that is written plainly. */
const HOST_KINDS = Uint8Array.from({ length: 128 }, (_, octet) => {
  if (isLetter(octet)) return LETTER;
  if (isDigit(octet)) return DIGIT;
  if (octet === HYPHEN) return LABEL_HYPHEN;
  return octet === DOT ? LABEL_DOT : OTHER;
});

/**
 * The text of a URL argument.
 *
 * @param argument its name, for the message
 * @throws {TypeError} if it is neither a string nor a `URL`
 */
export function urlText(url: string | URL, argument: string = URL_ARGUMENT): string {
  if (typeof url === 'string') return url;
  if (isUrlObject(url)) return url.href;
  throw notAUrl(url, argument, ABSOLUTE_URL);
}

/**
 * Where the path begins (or the `?`, the `#` or the end, if there is none) in a path, or in an absolute URL whose authority
 * the URL parser would accept and leave as it is but for case. -1 if only the URL parser can tell: for another spelling of
 * the scheme, user information, IP addresses, international names, empty labels, odd ports.
 */
export function plainPathStart(url: string): number {
  if (url.charCodeAt(0) === SLASH) return 0;
  if (url.startsWith(HTTPS_START)) return behindAuthority(url, HTTPS_START.length);
  if (url.startsWith(HTTP_START)) return behindAuthority(url, HTTP_START.length);
  return url.startsWith(FTP_START) ? behindAuthority(url, FTP_START.length) : -1;
}

/**
 * A URL, or a path as if after `http://host`, as the URL parser writes it.
 *
 * @throws {TypeError} if it is not one that semantics §5.1 accepts
 */
export function parsedUrlOrPath(url: string): URL {
  const isPath = url.charCodeAt(0) === SLASH;
  const parsed = tryUrl(isPath ? HOST_OF_A_PATH + url : url);
  if (parsed === null) throw notAUrl(url, URL_ARGUMENT, `${ABSOLUTE_URL}, or a path that begins with "/"`);
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
  if (parsed === null) throw notAUrl(url, argument, ABSOLUTE_URL);
  return parsed;
}

/** Where the path begins in the text of a URL that the URL parser has written. */
export function parsedPathStart(href: string): number {
  return href.indexOf('/', href.indexOf('//') + 2);
}

/** A host of letters, digits, single hyphens and dots whose last label begins with a letter, and maybe a port. */
function behindAuthority(url: string, hostStart: number): number {
  let at = hostStart;
  let labelStart = at;
  let code = 0;
  for (; at < url.length; at++) {
    code = url.charCodeAt(at);
    const kind = code < HOST_KINDS.length ? HOST_KINDS[code] : OTHER;
    if (kind === OTHER) break;
    if (kind === LABEL_DOT) {
      if (at === labelStart) return -1;
      labelStart = at + 1;
    } else if (kind === LABEL_HYPHEN && url.charCodeAt(at - 1) === HYPHEN) {
      return -1; // maybe an `xn--` label, which may be wrong
    }
  }
  if (at === labelStart || !isLetter(url.charCodeAt(labelStart))) return -1; // maybe an IPv4 address
  if (at === url.length) return at;
  if (code === COLON) at = behindPort(url, at + 1);
  return at === url.length || isAuthorityEnd(url.charCodeAt(at)) ? at : -1;
}

/** Behind one to five digits that are a port number; -1 if there is something else. */
function behindPort(url: string, start: number): number {
  let port = 0;
  let at = start;
  while (at < url.length && at - start <= MAX_PORT_DIGITS && isDigit(url.charCodeAt(at))) {
    port = port * 10 + url.charCodeAt(at) - DIGIT_0;
    at++;
  }
  return at === start || at - start > MAX_PORT_DIGITS || port > MAX_PORT ? -1 : at;
}

function isAuthorityEnd(code: number): boolean {
  return code === SLASH || code === QUESTION || code === HASH;
}

function isUrlObject(url: unknown): url is URL {
  return url instanceof URL || Object.prototype.toString.call(url) === '[object URL]';
}

function tryUrl(url: string): URL | null {
  try {
    const parsed = new URL(url);
    return SCHEMES.includes(parsed.protocol) ? parsed : null;
  } catch {
    return null;
  }
}

function notAUrl(url: unknown, argument: string, expected: string): TypeError {
  const given = typeof url === 'string' ? JSON.stringify(url) : url === null ? 'null' : typeof url;
  return new TypeError(`${argument} is ${given}; ${expected} is expected`);
}
