/**
 * Where the path begins in a URL that is written plainly: found without the platform's URL parser (WHATWG URL Standard),
 * which reads all others.
 */
import {
  COLON,
  DIGIT_0,
  DOT,
  HASH,
  HYPHEN,
  isDigit,
  isLetter,
  LOWER_F,
  QUESTION,
  SLASH,
} from '../../ascii.js';

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
