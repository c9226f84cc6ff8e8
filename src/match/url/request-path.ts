/**
 * The path and query of a URL in the form in which it is compared with patterns (docs/semantics.md §5), as octets.
 *
 * The text is first encoded as UTF-8 into a buffer that is used again for the next URL, by the engine's own encoder: octets in an
 * array are looked at in half the time that characters of a string take, and most URLs then stay where they are, since nothing in
 * them has another form.
 */
import { BACKSLASH, DOT, HASH, PERCENT, QUESTION, SLASH } from '../../ascii.js';
import { parsedUrlOrPath, urlText } from '../../url-argument.js';
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
import { ALL_MARKS, isInForm, marksTogether } from './path-signature.js';
import { plainPathStart } from './plain-url.js';
import { tripletValue, writePercent, writeTriplet } from './write-octets.js';

/**
 * The path and query of a URL in the form used for comparison: each character of the result is one octet.
 *
 * - `canonical` (ASCII): as the WHATWG URL Standard reads it, in the canonical form of docs/semantics.md §5.2.
 * - `decoded`: as the WHATWG URL Standard reads it, every `%XX` but `%2F` decoded (docs/semantics.md §5.8).
 * - `as-written`: the text after scheme and authority as UTF-8 octets (docs/semantics.md §5.7); any string has one.
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

/** A path and query in form. */
export interface RequestPath {
  /** It is `octets[start..end)`. */
  octets: Uint8Array;
  start: number;
  end: number;
  /** What stands in it (`path-signature.ts`). */
  marks: number;
}

/**
 * Where {@link readRequestPath} leaves a path. One for the whole module, so that a verdict allocates nothing: what is in it counts
 * only until the next call, and nothing that asks for a verdict can be interrupted by another.
 */
export const request: RequestPath = { octets: new Uint8Array(0), start: 0, end: 0, marks: ALL_MARKS };

/**
 * Reads a URL as {@link requestPath} does, into {@link request}. `kinds` are those of the form.
 *
 * Long because it is half the cost of a verdict, and an engine compiles no more than so much in one piece: made of parts, it took a
 * tenth longer whenever the wrong part was left out.
 */
export function readRequestPath(url: string | URL, kinds: OctetKinds): void {
  const text = typeof url === 'string' ? url : urlText(url);
  if (text.length > USUAL_CHARACTERS) {
    readLong(text, kinds);
    return;
  }
  const end = TEXT_START + encoder.encodeInto(text, sourceText).written;
  if (!kinds.isParsed) {
    takeAsWritten(source, end);
    return;
  }

  const { words, wholeWords, lastMask } = known;
  let start = TEXT_START + known.length;
  let word = 0;
  while (word < wholeWords && sourceWords[FIRST_TEXT_WORD + word] === words[word]) word++;
  const isKnown =
    word === wholeWords && ((sourceWords[FIRST_TEXT_WORD + word] ^ words[word]) & lastMask) === 0;
  if (!isKnown || start >= end || source[start] !== SLASH) {
    start = plainPathStart(source, TEXT_START, end);
    if (start > TEXT_START) known.remember(sourceWords, FIRST_TEXT_WORD, start - TEXT_START);
  }

  if (start >= 0) {
    // `http://host?query`; what is overwritten is of the authority.
    if (start === end || source[start] !== SLASH) source[--start] = SLASH;
    // All of it without a branch: where in a URL a dot stands, or anything else, no processor foresees.
    const { marks } = kinds;
    let seen = 0;
    let before = 0;
    for (let at = start; at < end; at++) {
      const own = marks[source[at]];
      seen |= own | marksTogether(before, own);
      before = own;
    }
    if (isInForm(seen)) {
      found(source, start, end, seen);
      return;
    }
    if (takePath(source, start, end, kinds, false)) return;
  }
  readParsed(parsedUrlOrPath(text).href, kinds);
}

/** The same for a text that there is no room for in {@link source}. */
function readLong(text: string, kinds: OctetKinds): void {
  const octets = roomFor(text);
  const end = encode(text, octets);
  if (!kinds.isParsed) {
    takeAsWritten(octets, end);
    return;
  }
  const start = plainPathStart(octets, TEXT_START, end);
  if (start < 0 || !takePath(octets, start, end, kinds, false)) readParsed(parsedUrlOrPath(text).href, kinds);
}

/** The same for what the URL parser has written. */
function readParsed(href: string, kinds: OctetKinds): void {
  const octets = roomFor(href);
  const end = encode(href, octets);
  takePath(octets, TEXT_START + href.indexOf('/', href.indexOf('//') + 2), end, kinds, true);
}

/** Whether a path is `/robots.txt`, with or without a query: docs/semantics.md §5.6. */
export function isRobotsTxt({ octets, start, end }: RequestPath): boolean {
  // What differs is looked for before how long the path is: that most differ is foreseen, how long they are is not.
  for (let i = 1; i < ROBOTS_TXT_PATH.length; i++) {
    if (octets[start + i] !== ROBOTS_TXT_PATH[i]) return false;
  }
  const pathEnd = start + ROBOTS_TXT_PATH.length;
  return end === pathEnd || (end > pathEnd && octets[pathEnd] === QUESTION);
}

const encoder = new TextEncoder();

const ROBOTS_TXT_PATH = encoder.encode('/robots.txt');

/** How many octets become one string at a time; far under what engines accept as arguments. */
const CHUNK_OCTETS = 4096;

/** No character of a URL becomes more octets of UTF-8, no octet of one more octets of a form. */
const MAX_GROWTH = 3;

/** URLs up to this length are read without making room for them. */
const USUAL_CHARACTERS = 8192;

/** Where a text begins: behind one word, which leaves an octet for a `/` and the text aligned. */
const TEXT_START = 4;
const FIRST_TEXT_WORD = 1;

/** The text of the URL as UTF-8, the part of the same memory that it is written to, and all of it as words. */
const source: Uint8Array = new Uint8Array(TEXT_START + USUAL_CHARACTERS * MAX_GROWTH);
const sourceText: Uint8Array = source.subarray(TEXT_START);
const sourceWords: Int32Array = new Int32Array(source.buffer);

const known = new KnownAuthority();

/** A path that is not in form as it is written, in form; for a longer one, other memory. */
const rewritten: Uint8Array = new Uint8Array(1 + USUAL_CHARACTERS * MAX_GROWTH);

/** Memory for a text, be it {@link source}. */
function roomFor(text: string): Uint8Array {
  return text.length <= USUAL_CHARACTERS ? source : new Uint8Array(TEXT_START + text.length * MAX_GROWTH);
}

/** Writes a text into memory from {@link TEXT_START} on. Returns where it ends. */
function encode(text: string, octets: Uint8Array): number {
  return TEXT_START + encoder.encodeInto(text, octets.subarray(TEXT_START)).written;
}

function found(octets: Uint8Array, start: number, end: number, marks: number = ALL_MARKS): void {
  request.octets = octets;
  request.start = start;
  request.end = end;
  request.marks = marks;
}

/**
 * Takes path and query, which begin at `start`, in the form of `kinds`, octet by octet into {@link rewritten}. Returns false if only the
 * URL parser can tell what they are.
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
  const needed = (textEnd - start) * MAX_GROWTH + 1;
  const octets = needed <= rewritten.length ? rewritten : new Uint8Array(needed);
  const kindOf = kinds.url;
  let inQuery = false;
  let length = 0;
  // `http://host?query`
  if (start === textEnd || text[start] !== SLASH) octets[length++] = SLASH;
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
