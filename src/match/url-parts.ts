/**
 * Where in a URL its path begins: found at a glance for the URLs that are written plainly, and by the platform's URL
 * parser (WHATWG URL Standard) for all others.
 */
import { COLON, DIGIT_0, DOT, HASH, HYPHEN, isDigit, isLetter, LOWER_F, QUESTION, SLASH } from '../ascii.js';

/** The schemes whose URLs robots.txt bears on (RFC 9309 §2.3; docs/semantics.md §5). */
const SCHEMES: readonly string[] = ['http:', 'https:', 'ftp:'];

const ABSOLUTE_URL = 'an absolute http, https or ftp URL, as a string or a URL object';
const URL_ARGUMENT = 'url';

/** What stands before a path that is given alone; docs/semantics.md §5.1. */
const HOST_OF_A_PATH = 'http://host';

const LOWER_H = 0x68;
const LOWER_P = 0x70;
const LOWER_S = 0x73;
const LOWER_T = 0x74;

const MAX_PORT = 65535;
const MAX_PORT_DIGITS = 5;

const OTHER = 0;
const LETTER_OR_DIGIT = 1;
const LABEL_HYPHEN = 2;
const LABEL_DOT = 3;

/** What an octet is in a host that is written plainly. */
const HOST_KINDS = Uint8Array.from({ length: 256 }, (_, octet) => {
  if (isLetter(octet) || isDigit(octet)) return LETTER_OR_DIGIT;
  if (octet === HYPHEN) return LABEL_HYPHEN;
  return octet === DOT ? LABEL_DOT : OTHER;
});

/**
 * The text of a URL argument. The caller's code, which a `URL` subclass may bring with it, runs here and nowhere else.
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
  throw notAUrl(url, argument, ABSOLUTE_URL);
}

/**
 * Where the path begins (or the `?`, the `#` or the end, if there is none) in a path, or in an absolute URL whose authority
 * the URL parser would accept and leave as it is but for case. -1 if only the URL parser can tell: for another spelling of
 * the scheme, user information, IP addresses, international names, empty labels, odd ports.
 *
 * @param text the URL is `text[start..end)`
 */
export function plainPathStart(text: Uint8Array, start: number, end: number): number {
  if (start < end && text[start] === SLASH) return start;
  const authority = behindScheme(text, start, end);
  return authority < 0 ? -1 : behindAuthority(text, authority, end);
}

/**
 * A URL, or a path as if after `http://host`, as the URL parser writes it.
 *
 * @throws {TypeError} if it is not one that docs/semantics.md §5.1 accepts
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

/** Behind `http://`, `https://` or `ftp://`, in lower case; else -1. */
function behindScheme(text: Uint8Array, start: number, end: number): number {
  let colon = -1;
  if (
    text[start] === LOWER_H &&
    text[start + 1] === LOWER_T &&
    text[start + 2] === LOWER_T &&
    text[start + 3] === LOWER_P
  ) {
    colon = text[start + 4] === LOWER_S ? start + 5 : start + 4;
  } else if (text[start] === LOWER_F && text[start + 1] === LOWER_T && text[start + 2] === LOWER_P) {
    colon = start + 3;
  }
  const isScheme =
    colon >= 0 &&
    colon + 2 < end &&
    text[colon] === COLON &&
    text[colon + 1] === SLASH &&
    text[colon + 2] === SLASH;
  return isScheme ? colon + 3 : -1;
}

/** A host of letters, digits, single hyphens and dots whose last label begins with a letter, and maybe a port. */
function behindAuthority(text: Uint8Array, hostStart: number, end: number): number {
  let at = hostStart;
  let labelStart = at;
  for (; at < end; at++) {
    const kind = HOST_KINDS[text[at]];
    if (kind === LETTER_OR_DIGIT) continue;
    if (kind === LABEL_DOT) {
      if (at === labelStart) return -1;
      labelStart = at + 1;
    } else if (kind === LABEL_HYPHEN) {
      if (text[at - 1] === HYPHEN) return -1; // maybe an `xn--` label, which may be wrong
    } else {
      break;
    }
  }
  if (at === labelStart || !isLetter(text[labelStart])) return -1; // maybe an IPv4 address
  if (at < end && text[at] === COLON) at = behindPort(text, at + 1, end);
  return at === end || isAuthorityEnd(text[at]) ? at : -1;
}

/** Behind one to five digits that are a port number; -1 if there is something else. */
function behindPort(text: Uint8Array, start: number, end: number): number {
  let port = 0;
  let at = start;
  while (at < end && at - start <= MAX_PORT_DIGITS && isDigit(text[at])) {
    port = port * 10 + text[at] - DIGIT_0;
    at++;
  }
  return at === start || at - start > MAX_PORT_DIGITS || port > MAX_PORT ? -1 : at;
}

function isAuthorityEnd(octet: number): boolean {
  return octet === SLASH || octet === QUESTION || octet === HASH;
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
