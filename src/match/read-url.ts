/**
 * The path and query of a URL in the form in which it is compared with patterns (docs/semantics.md §5), as octets.
 *
 * The platform's encoder first writes the text as UTF-8 into a buffer that the next URL uses again, because octets of an array are read
 * sooner than characters of a string. Almost every URL is *plain*: the platform's URL parser (WHATWG URL
 * Standard) would leave its scheme and authority unchanged, so it is not asked. And most paths stay where they are, because no octet
 * of them has another form.
 */
import { COLON, DIGIT_0, DOT, HASH, HYPHEN, isDigit, isLetter, QUESTION, SLASH } from '../ascii.js';
import { parsedUrlOrPath, ROBOTS_TXT_PATH, urlText } from '../urls.js';
import * as Forms from './octet-forms.js';
import { RequestPath } from './request-path.js';

/** A character has at most three octets of UTF-8 a code unit, and an octet becomes at most three in any form. */
const MAX_GROWTH = 3;

/** A longer URL gets memory of its own. */
const USUAL_CHARACTERS = 8192;

/** A longer scheme and authority are not remembered. */
const MAX_ORIGIN = 64;

/** The URL that was read last, and the memory that the next one uses again. */
class LatestPath extends RequestPath {
  /** No text while it is read. */
  text: string | null = null;
  kinds: Forms.OctetKinds | null = null;
  /** How many paths were read before it. Two questions with the same number are about the same path in the same form. */
  number = 0;
  /**
   * Scheme and authority of the last plain URL. Programs ask about many URLs of one site, and comparing these takes less than
   * reading them (docs/internals/matcher.md, "Measured").
   */
  readonly origin: Uint8Array = new Uint8Array(MAX_ORIGIN);
  /** At first, no URL is longer, so none has the origin. */
  originLength: number = USUAL_CHARACTERS * MAX_GROWTH;
  /** The text of a URL as UTF-8. */
  readonly source: Uint8Array = new Uint8Array(USUAL_CHARACTERS * MAX_GROWTH);
  /** A path that must be rewritten, and a `/` before it. */
  readonly rewritten: Uint8Array = new Uint8Array(USUAL_CHARACTERS * MAX_GROWTH + 1);
  readonly sourceWords: Int32Array = new Int32Array(this.source.buffer);
  readonly originWords: Int32Array = new Int32Array(this.origin.buffer);
}

const latest = new LatestPath(new Uint8Array(0), 0, 0);

/**
 * Reads the path and query of a URL, in a form.
 *
 * - `canonical` (ASCII): as the WHATWG URL Standard reads it, in the canonical form of docs/semantics.md §5.2.
 * - `decoded`: as the WHATWG URL Standard reads it, every `%XX` but `%2F` decoded (docs/semantics.md §5.8).
 * - `as-written`: the text after scheme and authority as UTF-8 octets (docs/semantics.md §5.7); any string is accepted.
 *
 * A program often asks several matchers about one URL, so the text that was read last is not read again.
 *
 * @param url absolute http, https or ftp, or a path that begins with a single `/` (read as if after `http://host`)
 * @param kinds the tables of the form
 * @returns a path that is valid until the next call. No verdict can interrupt another, because no code of the program runs
 *   between the call and the verdict
 * @throws {TypeError} if `url` is none of these and the form is not `as-written`; if it is neither a string nor a URL
 */
export function readRequestPath(url: string | URL, kinds: Forms.OctetKinds): LatestPath {
  const text = typeof url === 'string' ? url : urlText(url);
  if (text !== latest.text || kinds !== latest.kinds) {
    latest.text = null; // its octets are about to be overwritten
    if (!kinds.isParsed) readAsWritten(text);
    else if (!readPlain(text, kinds)) readParsed(text, kinds);
    latest.number++;
    latest.text = text;
    latest.kinds = kinds;
  }
  return latest;
}

const encoder = new TextEncoder();

const ROBOTS_TXT = encoder.encode(ROBOTS_TXT_PATH);

/** Whether a path is `/robots.txt`, with or without a query: docs/semantics.md §5.6. */
export function isRobotsTxt({ octets, start, end }: Pick<RequestPath, 'octets' | 'start' | 'end'>): boolean {
  // The octets before the length: a processor predicts that most paths differ, but not how long they are.
  for (let i = 1; i < ROBOTS_TXT.length; i++) {
    if (octets[start + i] !== ROBOTS_TXT[i]) return false;
  }
  const pathEnd = start + ROBOTS_TXT.length;
  return end === pathEnd || (end > pathEnd && octets[pathEnd] === QUESTION);
}

/** Memory for the text of a URL as UTF-8. */
function memoryFor(text: string): Uint8Array {
  return text.length <= USUAL_CHARACTERS ? latest.source : new Uint8Array(text.length * MAX_GROWTH);
}

/** Reads a text that is not parsed. */
function readAsWritten(text: string): void {
  const [start, end] = asWrittenPath(text);
  const path = text[start] === '/' ? text.slice(start, end) : `/${text.slice(start, end)}`;
  const octets = memoryFor(path);
  latest.become(octets, 0, encoder.encodeInto(path, octets).written);
}

/** Two slashes, or a scheme with its `://`; and all up to the next `/`, `?` or `;`. */
const BEFORE_PATH = /^(?:\/\/)?(?:[^/?;]*:\/\/)?[^/?;]*/;

/**
 * Finds the path in any text, as the reference matcher's `GetPathParamsQuery` does (docs/semantics.md §5.7.1). There is none if a `#`
 * precedes it. It ends at a `#`, or at a NUL, because the reference matcher passes the path on as a C string.
 */
export function asWrittenPath(text: string): readonly [start: number, end: number] {
  const [before] = BEFORE_PATH.exec(text) as RegExpExecArray;
  const start = before.includes('#') ? text.length : before.length;
  const length = text.slice(start).search(/[#\0]/);
  return [start, length < 0 ? text.length : start + length];
}

/** Reads a plain URL, or a path. Returns false if only the URL parser can tell what it is. */
function readPlain(text: string, kinds: Forms.OctetKinds): boolean {
  const octets = memoryFor(text);
  const end = encoder.encodeInto(text, octets).written;
  let start = latest.originLength;
  if (!startsWithOrigin(octets, end)) {
    start = plainPathStart(octets, 0, end);
    if (start < 0) return false;
    if (start > 0 && start <= MAX_ORIGIN) {
      latest.origin.set(octets.subarray(0, start));
      latest.originLength = start;
    }
  }
  // `http://host?query`: the `/` overwrites an octet of the authority.
  if (start === end || octets[start] !== SLASH) octets[--start] = SLASH;

  const { signatures } = kinds;
  let signature = 0;
  let mayHaveDotSegment = false;
  for (let at = start; at < end; at++) {
    signature |= signatures[octets[at]];
    if (octets[at] === DOT && octets[at - 1] === SLASH) mayHaveDotSegment = true;
  }
  if (mayHaveDotSegment || !Forms.isInForm(signature)) return rewrite(octets, start, end, kinds, false);
  latest.become(octets, start, end, signature);
  return true;
}

/** Whether a text begins with the origin of the {@link latest} plain URL and a `/`. */
function startsWithOrigin(octets: Uint8Array, end: number): boolean {
  const { source, sourceWords, origin, originWords, originLength } = latest;
  if (octets !== source || originLength >= end || octets[originLength] !== SLASH) return false;
  const words = originLength >> 2;
  for (let word = 0; word < words; word++) if (sourceWords[word] !== originWords[word]) return false;
  for (let at = words << 2; at < originLength; at++) if (octets[at] !== origin[at]) return false;
  return true;
}

/** Reads a URL as the URL parser writes it. */
function readParsed(text: string, kinds: Forms.OctetKinds): void {
  const { href } = parsedUrlOrPath(text);
  const octets = memoryFor(href);
  const { written } = encoder.encodeInto(href, octets);
  rewrite(octets, href.indexOf('/', href.indexOf('//') + 2), written, kinds, true);
}

const PLAIN_SCHEMES = ['https://', 'http://', 'ftp://'].map((scheme) => encoder.encode(scheme));

/** Where the authority begins, or -1. A scheme that the end cuts gives a place after the end; an authority from there is empty, too. */
function afterPlainScheme(text: Uint8Array, start: number): number {
  for (const scheme of PLAIN_SCHEMES) {
    let length = 0;
    while (length < scheme.length && text[start + length] === scheme[length]) length++;
    if (length === scheme.length) return start + length;
  }
  return -1;
}

const MAX_PORT_DIGITS = 5;
const MAX_PORT = 0xffff;

const NOT_IN_HOST = 0;
const LETTER_OR_DIGIT = 1;
const LABEL_HYPHEN = 2;
const LABEL_DOT = 3;

/** What each octet is in a plain host. */
const HOST_KINDS = Uint8Array.from({ length: 256 }, (_, octet) => {
  if (isLetter(octet) || isDigit(octet)) return LETTER_OR_DIGIT;
  if (octet === HYPHEN) return LABEL_HYPHEN;
  return octet === DOT ? LABEL_DOT : NOT_IN_HOST;
});

/**
 * Finds where the path begins in a plain URL, or in a path given alone. If there is no path, it finds the `?`, the `#` or the
 * end. The host of a plain URL consists of letters, digits, single hyphens and dots, and its last label begins with a letter.
 *
 * @param text the URL is `text[start..end)`
 * @returns -1 if only the URL parser can tell: another spelling of the scheme, two slashes at the start, user information, an IP
 *   address, an international name, an empty label, more than five digits of a port, or one that is too large
 */
export function plainPathStart(text: Uint8Array, start: number, end: number): number {
  if (start < end && text[start] === SLASH) return start + 1 < end && text[start + 1] === SLASH ? -1 : start;
  let at = afterPlainScheme(text, start);
  if (at < 0) return -1;
  let labelStart = at;
  for (; at < end; at++) {
    const kind = HOST_KINDS[text[at]];
    if (kind === LETTER_OR_DIGIT) continue;
    // Two hyphens may be those of an `xn--` label, which may be invalid.
    if (kind === NOT_IN_HOST || HOST_KINDS[text[at - 1]] !== LETTER_OR_DIGIT) break;
    if (kind === LABEL_DOT) labelStart = at + 1;
  }
  // A last label of digits may be the end of an IPv4 address.
  if (!isLetter(text[labelStart]) || HOST_KINDS[text[at - 1]] !== LETTER_OR_DIGIT) return -1;
  if (at < end && text[at] === COLON) {
    const portStart = ++at;
    let port = 0;
    while (at < end && isDigit(text[at])) port = port * 10 + text[at++] - DIGIT_0;
    if (at === portStart || at > portStart + MAX_PORT_DIGITS || port > MAX_PORT) return -1;
  }
  const isEnd = at === end || text[at] === SLASH || text[at] === QUESTION || text[at] === HASH;
  return isEnd ? at : -1;
}

/**
 * Writes path and query in a form, octet by octet, to memory of {@link latest}.
 *
 * @param start where they begin in the text
 * @param isParsed whether the URL parser has written the text
 * @returns false if only the URL parser can tell what they are; never if it has written the text
 */
function rewrite(
  text: Uint8Array,
  start: number,
  textEnd: number,
  kinds: Forms.OctetKinds,
  isParsed: boolean,
): boolean {
  const needed = (textEnd - start) * MAX_GROWTH + 1;
  const octets = needed <= latest.rewritten.length ? latest.rewritten : new Uint8Array(needed);
  const kindOf = kinds.url;
  let inQuery = false;
  let length = 0;
  for (let at = start; at < textEnd; at++) {
    const octet = text[at];
    const kind = kindOf[octet];
    if (kind <= Forms.LAST_SELF_KIND) {
      if (kind === Forms.QUESTION_SIGN) inQuery = true;
      octets[length++] = octet;
    } else if (kind === Forms.HASH_SIGN) {
      break;
    } else if (kind === Forms.DOT_SIGN) {
      const mayBeDotSegment = !isParsed && !inQuery && text[at - 1] === SLASH;
      if (mayBeDotSegment && !isPlainAfterDot(text, at + 1, textEnd)) return false;
      octets[length++] = octet;
    } else if (kind === Forms.PERCENT_SIGN) {
      const value = at + 2 < textEnd ? Forms.tripletValue(text[at + 1], text[at + 2]) : -1;
      if (value === DOT && !isParsed && !inQuery) return false;
      length = Forms.writePercent(kinds, value, inQuery, octets, length);
      if (value >= 0) at += 2;
    } else if (kind === Forms.ENCODED) {
      length = Forms.writeTriplet(octet, octets, length);
    } else {
      if (!isParsed) return false;
      // The URL parser leaves a `\` in a query unchanged; it gets the same form as in a pattern.
      if (kinds.literal[octet] === Forms.ENCODED) length = Forms.writeTriplet(octet, octets, length);
      else octets[length++] = octet;
    }
  }
  latest.become(octets, 0, length);
  return true;
}

/**
 * Whether the octet after `/.` rules out a dot segment: it neither ends the segment nor is another dot. An encoded dot and a `\` are
 * left to the URL parser wherever they are.
 */
function isPlainAfterDot(text: Uint8Array, at: number, textEnd: number): boolean {
  if (at === textEnd) return false;
  const octet = text[at];
  return octet !== SLASH && octet !== DOT && octet !== QUESTION && octet !== HASH;
}
