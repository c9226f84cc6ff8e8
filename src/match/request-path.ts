/**
 * The path and query of a URL in the form in which it is compared with patterns (semantics §5), as octets.
 *
 * The text is first encoded as UTF-8 into a buffer that is used again for the next URL, by the engine's own encoder: octets in an
 * array are looked at in half the time that characters of a string take, and most URLs then stay where they are, since nothing in
 * them has another form.
 */
import { BACKSLASH, DOT, HASH, PERCENT, QUESTION, SLASH } from '../ascii.js';
import { asWrittenEnd, asWrittenStart, NO_PATH } from './as-written.js';
import { KnownAuthority } from './known-authority.js';
import {
  DOT_SIGN,
  ENCODED,
  type Form,
  FRAGMENT_MARK,
  LAST_SELF_KIND,
  OCTET_KINDS,
  type OctetKinds,
  PERCENT_SIGN,
  QUERY_MARK,
} from './octet-kinds.js';
import { parsedUrlOrPath, plainPathStart, urlText } from './url-parts.js';
import { tripletValue, writePercent, writeTriplet } from './write-octets.js';

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
  readRequestPath(url, OCTET_KINDS[form]);
  const { octets, start, end } = request;
  let path = '';
  for (let at = start; at < end; at += CHUNK_OCTETS) {
    path += String.fromCharCode(...octets.subarray(at, Math.min(at + CHUNK_OCTETS, end)));
  }
  return path;
}

/**
 * Where {@link readRequestPath} leaves a path: `octets[start..end)`. One for the whole module, so that a verdict allocates
 * nothing: what is in it counts only until the next call, and nothing that asks for a verdict can be interrupted by another.
 */
export const request: { octets: Uint8Array; start: number; end: number } = {
  octets: new Uint8Array(0),
  start: 0,
  end: 0,
};

/** Reads a URL as {@link requestPath} does, into {@link request}. `kinds` are those of the form. */
export function readRequestPath(url: string | URL, kinds: OctetKinds): void {
  const text = urlText(url);
  const end = encode(text);
  if (!kinds.isParsed) {
    takeAsWritten(source, end);
    return;
  }
  const start = pathStart(end);
  if (start >= 0 && takePath(source, start, end, kinds, false)) return;
  const { href } = parsedUrlOrPath(text);
  const hrefEnd = encode(href);
  takePath(source, href.indexOf('/', href.indexOf('//') + 2) + TEXT_START, hrefEnd, kinds, true);
}

/** Whether a path is `/robots.txt`, with or without a query: semantics §5.6. */
export function isRobotsTxt(path: Uint8Array, start: number, end: number): boolean {
  const pathEnd = start + ROBOTS_TXT_PATH.length;
  if (end < pathEnd || (end > pathEnd && path[pathEnd] !== QUESTION)) return false;
  for (let i = 0; i < ROBOTS_TXT_PATH.length; i++) {
    if (path[start + i] !== ROBOTS_TXT_PATH[i]) return false;
  }
  return true;
}

const encoder = new TextEncoder();

const ROBOTS_TXT_PATH = encoder.encode('/robots.txt');

/** How many octets become one string at a time; far under what engines accept as arguments. */
const CHUNK_OCTETS = 4096;

/** Room that is made at once, and the most that is kept for the next URL. */
const FIRST_ROOM_OCTETS = 8192;
const KEPT_ROOM_OCTETS = 64 * 1024;

/** No character of a URL becomes more octets of UTF-8, no octet of one more octets of a form. */
const MAX_GROWTH = 3;

/** Where the text begins in {@link source}: behind one word, which leaves an octet for a `/` and the text aligned. */
const TEXT_START = 4;
const FIRST_TEXT_WORD = 1;

const known = new KnownAuthority();

/** The text of the URL as UTF-8, and the part of the same buffer that it is written to. */
let source: Uint8Array = new Uint8Array(FIRST_ROOM_OCTETS);
let sourceText: Uint8Array = source.subarray(TEXT_START);
let sourceWords: Int32Array = new Int32Array(source.buffer);

/** A path that is not in form as it is written, in form. */
let rewritten: Uint8Array = new Uint8Array(FIRST_ROOM_OCTETS);

/** Writes text into {@link source}. Returns where it ends. */
function encode(text: string): number {
  const needed = text.length * MAX_GROWTH + TEXT_START;
  if (hasWrongRoom(source, needed)) {
    const words = Math.max(needed, FIRST_ROOM_OCTETS) >> 2;
    sourceWords = new Int32Array(words + 1);
    source = new Uint8Array(sourceWords.buffer);
    sourceText = source.subarray(TEXT_START);
  }
  return encoder.encodeInto(text, sourceText).written + TEXT_START;
}

/** Where the path of the URL in {@link source} begins, as `plainPathStart` tells, with what is known from the last URL. */
function pathStart(end: number): number {
  const behindKnown = TEXT_START + known.known(sourceWords, FIRST_TEXT_WORD, end - TEXT_START);
  if (behindKnown > TEXT_START && (behindKnown === end || source[behindKnown] === SLASH)) return behindKnown;
  const start = plainPathStart(source, TEXT_START, end);
  if (start > TEXT_START) known.remember(sourceWords, FIRST_TEXT_WORD, start - TEXT_START);
  return start;
}

/** Whether a buffer is too small, or has become so large for an earlier URL that it is better let go. */
function hasWrongRoom(octets: Uint8Array, needed: number): boolean {
  return octets.length < needed || octets.length > Math.max(needed, KEPT_ROOM_OCTETS);
}

function found(octets: Uint8Array, start: number, end: number): void {
  request.octets = octets;
  request.start = start;
  request.end = end;
}

/**
 * Takes path and query, which begin at `start`, in the form of `kinds`: where they are if they are in form, else
 * rewritten. Returns false if only the URL parser can tell what they are.
 *
 * @param isParsed whether the URL parser has written the text, so that nothing is left for it to do
 */
function takePath(
  text: Uint8Array,
  start: number,
  textEnd: number,
  kinds: OctetKinds,
  isParsed: boolean,
): boolean {
  let pathStart = start;
  // `http://host?query`; what is overwritten is of the authority, or the octet before the text.
  if (start === textEnd || text[start] !== SLASH) text[--pathStart] = SLASH;
  const kindOf = kinds.url;
  for (let at = start; at < textEnd; at++) {
    const kind = kindOf[text[at]];
    if (kind <= LAST_SELF_KIND || (kind === DOT_SIGN && text[at - 1] !== SLASH)) continue;
    if (kind === FRAGMENT_MARK) {
      found(text, pathStart, at);
      return true;
    }
    return rewritePath(text, pathStart, textEnd, kinds, isParsed);
  }
  found(text, pathStart, textEnd);
  return true;
}

/** {@link takePath} for a path that holds something that has another form, or that only the URL parser understands. */
function rewritePath(
  text: Uint8Array,
  start: number,
  textEnd: number,
  kinds: OctetKinds,
  isParsed: boolean,
): boolean {
  const needed = (textEnd - start) * MAX_GROWTH;
  if (hasWrongRoom(rewritten, needed)) rewritten = new Uint8Array(Math.max(needed, FIRST_ROOM_OCTETS));
  const octets = rewritten;
  const kindOf = kinds.url;
  let inQuery = false;
  let length = 0;
  for (let at = start; at < textEnd; at++) {
    const octet = text[at];
    const kind = kindOf[octet];
    if (kind <= LAST_SELF_KIND) {
      if (kind === QUERY_MARK) inQuery = true;
      octets[length++] = octet;
    } else if (kind === FRAGMENT_MARK) {
      break;
    } else if (kind === DOT_SIGN) {
      const mayBeDotSegment = !isParsed && !inQuery && text[at - 1] === SLASH;
      if (mayBeDotSegment && !isPlainAfterDot(text, at + 1, textEnd)) return false;
      octets[length++] = octet;
    } else if (kind === PERCENT_SIGN) {
      const value = at + 2 < textEnd ? tripletValue(text[at + 1], text[at + 2]) : -1;
      if (value === DOT && !isParsed && !inQuery) return false;
      length = writePercent(kinds, value, inQuery, octets, length);
      if (value >= 0) at += 2;
    } else if (kind === ENCODED) {
      length = writeTriplet(octet, octets, length);
    } else {
      if (!isParsed) return false;
      // Of these the URL parser leaves `\` alone, in a query; its form is a pattern's.
      if (kinds.literal[octet] === ENCODED) length = writeTriplet(octet, octets, length);
      else octets[length++] = octet;
    }
  }
  found(octets, 0, length);
  return true;
}

/** Whether what follows `/.` rules a dot segment out: not its end, and no other dot, written or encoded. */
function isPlainAfterDot(text: Uint8Array, at: number, textEnd: number): boolean {
  if (at === textEnd) return false;
  const octet = text[at];
  return (
    octet !== SLASH &&
    octet !== BACKSLASH &&
    octet !== DOT &&
    octet !== PERCENT &&
    octet !== QUESTION &&
    octet !== HASH
  );
}

/** Takes the path as it is written; `/` is put before it if it does not begin so. */
function takeAsWritten(text: Uint8Array, textEnd: number): void {
  const start = asWrittenStart(text, TEXT_START, textEnd);
  if (start === NO_PATH) {
    text[TEXT_START - 1] = SLASH;
    found(text, TEXT_START - 1, TEXT_START);
    return;
  }
  const end = asWrittenEnd(text, start, textEnd);
  const hasSlash = text[start] === SLASH;
  if (!hasSlash) text[start - 1] = SLASH;
  found(text, hasSlash ? start : start - 1, end);
}
