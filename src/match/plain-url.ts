/**
 * Where the path begins in a URL that the platform's URL parser (WHATWG URL Standard) does not read: in a *plain* URL, because
 * the parser would leave scheme and authority unchanged, and in the text of any URL, for `google`. Almost every URL is plain.
 */
import * as Octet from '../ascii.js';

const LOWER_H = 0x68;
const LOWER_P = 0x70;
const LOWER_T = 0x74;

const MAX_PORT = 65535;
const MAX_PORT_DIGITS = 5;

const NOT_IN_HOST = 0;
const LETTER_OR_DIGIT = 1;
const LABEL_HYPHEN = 2;
const LABEL_DOT = 3;

/** What each octet is in a plain host. */
const HOST_KINDS = Uint8Array.from({ length: 256 }, (_, octet) => {
  if (Octet.isLetter(octet) || Octet.isDigit(octet)) return LETTER_OR_DIGIT;
  if (octet === Octet.HYPHEN) return LABEL_HYPHEN;
  return octet === Octet.DOT ? LABEL_DOT : NOT_IN_HOST;
});

/**
 * Finds where the path begins in a plain URL, or in a path given alone. If there is no path, it finds the `?`, the `#` or the
 * end.
 *
 * @param text the URL is `text[start..end)`
 * @returns -1 if only the URL parser can tell: another spelling of the scheme, user information, an IP address, an
 *   international name, an empty label, an unusual port
 */
export function plainPathStart(text: Uint8Array, start: number, end: number): number {
  if (start < end && text[start] === Octet.SLASH) return start;
  return authorityEnd(text, authorityStart(text, start, end), end);
}

/**
 * The place after `http://`, `https://` or `ftp://` in lower case, or the end. A scheme that the end cuts gives a place after
 * the end; an authority from there is empty, too.
 */
function authorityStart(text: Uint8Array, start: number, end: number): number {
  let colon = end;
  if (
    text[start] === LOWER_H &&
    text[start + 1] === LOWER_T &&
    text[start + 2] === LOWER_T &&
    text[start + 3] === LOWER_P
  ) {
    colon = text[start + 4] === Octet.LOWER_S ? start + 5 : start + 4;
  } else if (text[start] === Octet.LOWER_F && text[start + 1] === LOWER_T && text[start + 2] === LOWER_P) {
    colon = start + 3;
  }
  const isScheme =
    text[colon] === Octet.COLON && text[colon + 1] === Octet.SLASH && text[colon + 2] === Octet.SLASH;
  return isScheme ? colon + 3 : end;
}

/**
 * The end of a plain authority, or -1: a host of letters, digits, single hyphens and dots whose last label begins with a
 * letter, and optionally a port.
 */
function authorityEnd(text: Uint8Array, hostStart: number, end: number): number {
  let at = hostStart;
  let labelStart = at;
  for (; at < end; at++) {
    const kind = HOST_KINDS[text[at]];
    if (kind === LETTER_OR_DIGIT) continue;
    if (kind === LABEL_DOT) {
      if (at === labelStart) return -1;
      labelStart = at + 1;
    } else if (kind === LABEL_HYPHEN) {
      if (text[at - 1] === Octet.HYPHEN) return -1; // may be an `xn--` label, which may be invalid
    } else {
      break;
    }
  }
  if (at === labelStart || !Octet.isLetter(text[labelStart])) return -1; // may be an IPv4 address
  if (at < end && text[at] === Octet.COLON) at = portEnd(text, at + 1, end);
  return at === end || endsAuthority(text[at]) ? at : -1;
}

/** The end of a port number of one to five digits, or -1. */
function portEnd(text: Uint8Array, start: number, end: number): number {
  let port = 0;
  let at = start;
  while (at < end && Octet.isDigit(text[at])) {
    port = port * 10 + text[at] - Octet.DIGIT_0;
    at++;
  }
  return at === start || at - start > MAX_PORT_DIGITS || port > MAX_PORT ? -1 : at;
}

function endsAuthority(octet: number): boolean {
  return octet === Octet.SLASH || octet === Octet.QUESTION || octet === Octet.HASH;
}

/**
 * Finds where the path begins in any text, `text[textStart..textEnd)`, as the reference matcher's `GetPathParamsQuery` does
 * (docs/semantics.md §5.7.1). Two slashes at the start are skipped. A scheme ends with `://`
 * if no `/`, `?` or `;` precedes it. The path begins at the next of these three, unless a `#` precedes it.
 *
 * @returns the end if there is no path
 */
export function asWrittenStart(text: Uint8Array, textStart: number, textEnd: number): number {
  const hasSlashes =
    textEnd >= textStart + 2 && text[textStart] === Octet.SLASH && text[textStart + 1] === Octet.SLASH;
  const searchStart = hasSlashes ? textStart + 2 : textStart;
  let start = firstDelimiter(text, searchStart, textEnd);
  const endsScheme =
    start + 1 < textEnd &&
    text[start] === Octet.SLASH &&
    text[start + 1] === Octet.SLASH &&
    text[start - 1] === Octet.COLON;
  if (endsScheme) start = firstDelimiter(text, start + 2, textEnd);
  for (let at = searchStart; at < start; at++) {
    if (text[at] === Octet.HASH) return textEnd;
  }
  return start;
}

/** Finds where a path ends: at `#`, or at a NUL, because the reference matcher passes the path on as a C string. */
export function asWrittenEnd(text: Uint8Array, start: number, textEnd: number): number {
  let end = start;
  while (end < textEnd && text[end] !== Octet.HASH && text[end] !== Octet.NUL) end++;
  return end;
}

/** The place of the first `/`, `?` or `;`, or the end. */
function firstDelimiter(text: Uint8Array, start: number, textEnd: number): number {
  let at = start;
  while (
    at < textEnd &&
    text[at] !== Octet.SLASH &&
    text[at] !== Octet.QUESTION &&
    text[at] !== Octet.SEMICOLON
  )
    at++;
  return at;
}
