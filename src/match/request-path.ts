/**
 * The path and query of a URL in the form in which it is compared with patterns (semantics §5), as octets.
 */
import {
  BACKSLASH,
  DOT,
  FIRST_NON_ASCII,
  HASH,
  hexValue,
  NUL,
  PERCENT,
  QUESTION,
  SEMICOLON,
  SLASH,
} from '../ascii.js';
import {
  DECODED_IN_QUERY,
  DOT_SIGN,
  ENCODED,
  type Form,
  FRAGMENT_MARK,
  hexDigit,
  KEPT,
  LAST_SELF_KIND,
  OCTET_KINDS,
  type OctetKinds,
  PARSED,
  PERCENT_SIGN,
  QUERY_MARK,
} from './octet-kinds.js';
import { parsedPathStart, parsedUrlOrPath, plainPathStart, urlText } from './url-parts.js';

/**
 * The path and query of a URL in the form used for comparison: each character of the result is one octet.
 *
 * - `canonical` (ASCII): as the WHATWG URL Standard reads it, in the canonical form of semantics §5 `rfc9309`.
 * - `decoded`: as the WHATWG URL Standard reads it, every `%XX` but `%2F` decoded (semantics §5 `koster-1996`).
 * - `as-written`: the text after scheme and authority as UTF-8 octets (semantics §5 `google`); any string has one.
 *
 * @param url absolute http, https or ftp, or a path that begins with `/` (read as if after `http://host`)
 * @throws {TypeError} if `url` is none of these, where the form is not `as-written`; if it is neither string nor URL
 */
export function requestPath(url: string | URL, form: Form): string {
  const length = readRequestPath(url, form);
  let path = '';
  for (let at = 0; at < length; at += CHUNK_OCTETS) {
    path += String.fromCharCode(...request.octets.subarray(at, Math.min(at + CHUNK_OCTETS, length)));
  }
  return path;
}

/**
 * Where {@link readRequestPath} leaves its octets. One for the whole module, so that a verdict allocates nothing: what is in
 * it counts only until the next call, and nothing that asks for a verdict can be interrupted by another.
 */
export const request: { octets: Uint8Array } = { octets: new Uint8Array(0) };

/** Reads a URL as {@link requestPath} does, into {@link request}. Returns how many octets there are. */
export function readRequestPath(url: string | URL, form: Form): number {
  const text = urlText(url);
  if (form === 'as-written') return readAsWritten(text);
  const kinds = OCTET_KINDS[form];
  const start = plainPathStart(text);
  if (start >= 0) {
    const length = readPath(text, start, kinds, false);
    if (length >= 0) return length;
  }
  const { href } = parsedUrlOrPath(text);
  return readPath(href, parsedPathStart(href), kinds, true);
}

/** Whether octets are `/robots.txt`, with or without a query: semantics §5.6. */
export function isRobotsTxt(octets: Uint8Array, length: number): boolean {
  if (length < ROBOTS_TXT_PATH.length) return false;
  if (length > ROBOTS_TXT_PATH.length && octets[ROBOTS_TXT_PATH.length] !== QUESTION) return false;
  for (let at = 0; at < ROBOTS_TXT_PATH.length; at++) {
    if (octets[at] !== ROBOTS_TXT_PATH.charCodeAt(at)) return false;
  }
  return true;
}

const ROBOTS_TXT_PATH = '/robots.txt';

/** How many octets become one string at a time; far under what engines accept as arguments. */
const CHUNK_OCTETS = 4096;

/** No character of a URL becomes more than this many octets: `%XX`, or a character of the BMP in UTF-8. */
const MAX_OCTETS_A_CHARACTER = 3;

/** Room that is made at once, and the most that is kept for the next URL. */
const FIRST_ROOM_OCTETS = 4096;
const KEPT_ROOM_OCTETS = 64 * 1024;

/**
 * Path and query from `start` on, in the form of `kinds`; -1 if only the URL parser can tell what they are.
 *
 * Long because it is the hottest loop of a verdict: one pass over the characters that checks, converts and copies.
 *
 * @param isParsed whether the URL parser has written the text, so that nothing is left for it to do
 */
function readPath(text: string, start: number, kinds: OctetKinds, isParsed: boolean): number {
  const octets = room(text.length - start);
  const kindOf = kinds.url;
  const end = text.length;
  let inQuery = false;
  let length = 0;
  if (text.charCodeAt(start) !== SLASH) octets[length++] = SLASH; // `http://host?query`
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    const kind = code < FIRST_NON_ASCII ? kindOf[code] : PARSED;
    if (kind <= LAST_SELF_KIND) {
      if (kind === QUERY_MARK) inQuery = true;
      octets[length++] = code;
      continue;
    }
    if (kind === FRAGMENT_MARK) break;
    if (kind === DOT_SIGN) {
      const mayBeDotSegment = !isParsed && !inQuery && octets[length - 1] === SLASH;
      if (mayBeDotSegment && !isPlainAfterDot(text, at + 1)) return -1;
      octets[length++] = code;
    } else if (kind === PERCENT_SIGN) {
      const value = tripletValue(text.charCodeAt(at + 1), text.charCodeAt(at + 2));
      if (value === DOT && !isParsed && !inQuery) return -1;
      length = writePercent(kinds, value, inQuery, octets, length);
      if (value >= 0) at += 2;
    } else if (kind === ENCODED) {
      length = writeTriplet(code, octets, length);
    } else {
      if (!isParsed) return -1;
      // Of these the URL parser leaves `\` alone, in a query; its form is a pattern's.
      if (kinds.literal[code] === ENCODED) length = writeTriplet(code, octets, length);
      else octets[length++] = code;
    }
  }
  return length;
}

/** The value of `%XX` by its digits' codes, or -1. */
export function tripletValue(first: number, second: number): number {
  const high = hexValue(first);
  const low = hexValue(second);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/**
 * Writes what a form makes of a `%`.
 *
 * @param value of the two hex digits that follow, or -1
 * @returns where to write on
 */
export function writePercent(
  kinds: OctetKinds,
  value: number,
  inQuery: boolean,
  octets: Uint8Array,
  length: number,
): number {
  if (value < 0) {
    if (kinds.encodesPercent) return writeTriplet(PERCENT, octets, length);
    octets[length] = PERCENT;
    return length + 1;
  }
  const fate = kinds.triplets[value];
  if (fate === KEPT || (fate === DECODED_IN_QUERY && !inQuery)) return writeTriplet(value, octets, length);
  octets[length] = value;
  return length + 1;
}

/** Writes `%XX`. Returns where to write on. */
export function writeTriplet(value: number, octets: Uint8Array, length: number): number {
  octets[length] = PERCENT;
  octets[length + 1] = hexDigit(value >> 4);
  octets[length + 2] = hexDigit(value & 0xf);
  return length + 3;
}

/** Whether what follows `/.` rules a dot segment out: not its end, and no other dot, written or encoded. */
function isPlainAfterDot(text: string, at: number): boolean {
  if (at === text.length) return false;
  const code = text.charCodeAt(at);
  return (
    code !== SLASH &&
    code !== BACKSLASH &&
    code !== DOT &&
    code !== PERCENT &&
    code !== QUESTION &&
    code !== HASH
  );
}

/**
 * The path as the reference matcher takes it out of any text (its `GetPathParamsQuery`): two slashes at the start are passed over;
 * `://` ends a scheme if no `/`, `?` or `;` comes before it; from the next of these three on it is the path, up to `#`;
 * `/` is put before it if it does not begin so. It is handed on as a C string, so a NUL ends it.
 */
function readAsWritten(text: string): number {
  const searchStart = text.charCodeAt(0) === SLASH && text.charCodeAt(1) === SLASH ? 2 : 0;
  let start = firstPathMark(text, searchStart);
  const isBehindScheme =
    start > searchStart && text.startsWith('//', start) && text.startsWith(':', start - 1);
  if (isBehindScheme) start = firstPathMark(text, start + 2);
  const hash = text.indexOf('#', searchStart);
  const end = hash < 0 ? text.length : hash;

  const octets = room(end - Math.min(start, end));
  let length = 0;
  if (start >= end || text.charCodeAt(start) !== SLASH) octets[length++] = SLASH;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === NUL) break;
    if (code < FIRST_NON_ASCII) {
      octets[length++] = code;
      continue;
    }
    const point = text.codePointAt(at) ?? code;
    length = writeUtf8(point, octets, length);
    if (point > LAST_OF_BMP) at++;
  }
  return length;
}

/** Where the first of `/`, `?` and `;` is, or the end. */
function firstPathMark(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === SLASH || code === QUESTION || code === SEMICOLON) return at;
  }
  return text.length;
}

const LAST_OF_ONE_OCTET = 0x7f;
const LAST_OF_TWO_OCTETS = 0x7ff;
const LAST_OF_BMP = 0xffff;
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
const REPLACEMENT_CHARACTER = 0xfffd;

/** Writes a code point as UTF-8 (RFC 3629 §3), a lone surrogate as U+FFFD. Returns where to write on. */
function writeUtf8(point: number, octets: Uint8Array, start: number): number {
  let length = start;
  if (point <= LAST_OF_ONE_OCTET) {
    octets[length++] = point;
  } else if (point <= LAST_OF_TWO_OCTETS) {
    octets[length++] = 0xc0 | (point >> 6);
    octets[length++] = 0x80 | (point & 0x3f);
  } else if (point <= LAST_OF_BMP) {
    const scalar = point >= FIRST_SURROGATE && point <= LAST_SURROGATE ? REPLACEMENT_CHARACTER : point;
    octets[length++] = 0xe0 | (scalar >> 12);
    octets[length++] = 0x80 | ((scalar >> 6) & 0x3f);
    octets[length++] = 0x80 | (scalar & 0x3f);
  } else {
    octets[length++] = 0xf0 | (point >> 18);
    octets[length++] = 0x80 | ((point >> 12) & 0x3f);
    octets[length++] = 0x80 | ((point >> 6) & 0x3f);
    octets[length++] = 0x80 | (point & 0x3f);
  }
  return length;
}

/** {@link request}'s octets, with room for the form of so many characters and a `/` before them. */
function room(characters: number): Uint8Array {
  const needed = characters * MAX_OCTETS_A_CHARACTER + 1;
  const { octets } = request;
  if (octets.length < needed || octets.length > Math.max(needed, KEPT_ROOM_OCTETS)) {
    request.octets = new Uint8Array(Math.max(needed, FIRST_ROOM_OCTETS));
  }
  return request.octets;
}
