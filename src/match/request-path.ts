/**
 * The path and query of a URL in the form in which it is compared with patterns (docs/semantics.md §5), as octets.
 *
 * The engine's own encoder first writes the text as UTF-8 into a buffer that the next URL uses again: reading octets of an
 * array takes half the time of reading characters of a string. Most paths then stay where they are, because no octet of them
 * has another form.
 */
import { DOT, HASH, NUL, QUESTION, SLASH } from '../ascii.js';
import { parsedUrlOrPath, urlText } from '../urls.js';
import { KnownAuthority } from './known-authority.js';
import {
  DOT_SIGN,
  dotSegmentBit,
  ENCODED,
  HASH_SIGN,
  isInForm,
  LAST_SELF_KIND,
  type OctetKinds,
  PERCENT_SIGN,
  QUESTION_SIGN,
  tripletValue,
  UNKNOWN_SIGNATURE,
  writePercent,
  writeTriplet,
} from './octet-forms.js';
import { asWrittenEnd, asWrittenStart, NO_PATH, plainPathStart } from './plain-url.js';

/** A path and query in a form: `octets[start..end)`. */
export interface RequestPath {
  octets: Uint8Array;
  start: number;
  end: number;
  /** Which octets occur in it (`octet-forms.ts`). */
  signature: number;
}

/**
 * The path that {@link readRequestPath} read last. There is one for the whole module, so that a verdict allocates nothing. It
 * is valid until the next call. No verdict can interrupt another, because no code of the program runs between the call and
 * the verdict.
 */
export const request: RequestPath & {
  /** How many paths have been read. Two questions with the same number are about the same path in the same form. */
  number: number;
} = {
  octets: new Uint8Array(0),
  start: 0,
  end: 0,
  signature: UNKNOWN_SIGNATURE,
  number: 0,
};

/** The text and the form that {@link request} was read from; no text while it is read. */
const latest: { text: string | null; kinds: OctetKinds | null } = { text: null, kinds: null };

/**
 * Reads the path and query of a URL, in a form, into {@link request}.
 *
 * - `canonical` (ASCII): as the WHATWG URL Standard reads it, in the canonical form of docs/semantics.md §5.2.
 * - `decoded`: as the WHATWG URL Standard reads it, every `%XX` but `%2F` decoded (docs/semantics.md §5.8).
 * - `as-written`: the text after scheme and authority as UTF-8 octets (docs/semantics.md §5.7); any string is accepted.
 *
 * A program often asks several matchers about one URL, so the text that was read last is not read again.
 *
 * @param url absolute http, https or ftp, or a path that begins with `/` (read as if after `http://host`)
 * @param kinds the tables of the form
 * @throws {TypeError} if `url` is none of these and the form is not `as-written`; if it is neither a string nor a URL
 */
export function readRequestPath(url: string | URL, kinds: OctetKinds): void {
  const text = typeof url === 'string' ? url : urlText(url);
  if (text === latest.text && kinds === latest.kinds) return;
  latest.text = null;
  request.number++;
  readText(text, kinds);
  latest.text = text;
  latest.kinds = kinds;
}

/**
 * Reads the text of a URL. The function is long because it is half the cost of a verdict. An engine inlines only so much: split
 * into functions, it took a tenth longer whenever the engine inlined the wrong one.
 */
function readText(text: string, kinds: OctetKinds): void {
  if (text.length > USUAL_CHARACTERS) {
    readLong(text, kinds);
    return;
  }
  const end = TEXT_START + encoder.encodeInto(text, sourceText).written;
  const { words, wholeWords, lastMask } = known;
  let start = TEXT_START + known.length;
  let word = 0;
  while (word < wholeWords && sourceWords[FIRST_TEXT_WORD + word] === words[word]) word++;
  const isKnown =
    word === wholeWords && ((sourceWords[FIRST_TEXT_WORD + word] ^ words[word]) & lastMask) === 0;
  const startsPath = isKnown && start < end && source[start] === SLASH;
  if (!kinds.isParsed) {
    if (!startsPath || known.length === 0) {
      // Without a plain authority none is remembered, because the path may begin where it would after the known one.
      const authorityEnd = Math.max(plainPathStart(source, TEXT_START, end), TEXT_START);
      known.remember(sourceWords, FIRST_TEXT_WORD, authorityEnd - TEXT_START);
      start = asWrittenStart(source, TEXT_START, end);
    }
    takeAsWritten(source, start, end);
    return;
  }
  if (!startsPath) {
    start = plainPathStart(source, TEXT_START, end);
    if (start > TEXT_START) known.remember(sourceWords, FIRST_TEXT_WORD, start - TEXT_START);
  }

  if (start >= 0) {
    // `http://host?query`: the `/` overwrites an octet of the authority.
    if (start === end || source[start] !== SLASH) source[--start] = SLASH;
    // No branch in this loop: a processor cannot predict where a URL has a dot, or anything else.
    const { signatures } = kinds;
    let signature = 0;
    let before = 0;
    for (let at = start; at < end; at++) {
      const own = signatures[source[at]];
      signature |= own | dotSegmentBit(before, own);
      before = own;
    }
    if (isInForm(signature)) {
      setRequest(source, start, end, signature);
      return;
    }
    if (rewritePath(source, start, end, kinds, false)) return;
  }
  readParsed(parsedUrlOrPath(text).href, kinds);
}

/** Reads a text that does not fit into {@link source}. */
function readLong(text: string, kinds: OctetKinds): void {
  const octets = roomFor(text);
  const end = encode(text, octets);
  if (!kinds.isParsed) {
    takeAsWritten(octets, asWrittenStart(octets, TEXT_START, end), end);
    return;
  }
  const start = plainPathStart(octets, TEXT_START, end);
  if (start < 0 || !rewritePath(octets, start, end, kinds, false))
    readParsed(parsedUrlOrPath(text).href, kinds);
}

/** Reads a URL that the URL parser has written. */
function readParsed(href: string, kinds: OctetKinds): void {
  const octets = roomFor(href);
  const end = encode(href, octets);
  rewritePath(octets, TEXT_START + href.indexOf('/', href.indexOf('//') + 2), end, kinds, true);
}

/**
 * Identifies scheme and authority, as spelled, of the URL that {@link readRequestPath} read last: two URLs with the same number
 * have the same. It is computed here because one more store there took a tenth of a verdict's time.
 *
 * @returns 0 if nothing is known of them
 */
export function authorityRead(): number {
  const isPlain = known.length > 0 && request.octets === source;
  return isPlain && request.start === TEXT_START + known.length ? known.version : 0;
}

/** Whether a path is `/robots.txt`, with or without a query: docs/semantics.md §5.6. */
export function isRobotsTxt({ octets, start, end }: RequestPath): boolean {
  // The octets before the length: a processor predicts that most paths differ, but not how long they are.
  for (let i = 1; i < ROBOTS_TXT_PATH.length; i++) {
    if (octets[start + i] !== ROBOTS_TXT_PATH[i]) return false;
  }
  const pathEnd = start + ROBOTS_TXT_PATH.length;
  return end === pathEnd || (end > pathEnd && octets[pathEnd] === QUESTION);
}

const encoder = new TextEncoder();

const ROBOTS_TXT_PATH = encoder.encode('/robots.txt');

/** A character has at most three octets of UTF-8 a code unit, and an octet becomes at most three in any form. */
const MAX_GROWTH = 3;

/** A longer URL gets memory of its own. */
const USUAL_CHARACTERS = 8192;

/** A text begins after one word: there is room for a `/` before it, and it is aligned to words. */
const TEXT_START = 4;
const FIRST_TEXT_WORD = 1;

/** The memory for the text of a URL as UTF-8. The next two are views of it: the part that the text is written to, and all as words. */
const source: Uint8Array = new Uint8Array(TEXT_START + USUAL_CHARACTERS * MAX_GROWTH);
const sourceText: Uint8Array = source.subarray(TEXT_START);
const sourceWords: Int32Array = new Int32Array(source.buffer);

const known = new KnownAuthority();

/** The memory for a path that must be rewritten; a longer one gets memory of its own. */
const rewritten: Uint8Array = new Uint8Array(1 + USUAL_CHARACTERS * MAX_GROWTH);

/** The memory for a text: {@link source}, unless it is too long. */
function roomFor(text: string): Uint8Array {
  return text.length <= USUAL_CHARACTERS ? source : new Uint8Array(TEXT_START + text.length * MAX_GROWTH);
}

/** Writes a text to memory, from {@link TEXT_START} on. Returns where it ends. */
function encode(text: string, octets: Uint8Array): number {
  return TEXT_START + encoder.encodeInto(text, octets.subarray(TEXT_START)).written;
}

function setRequest(
  octets: Uint8Array,
  start: number,
  end: number,
  signature: number = UNKNOWN_SIGNATURE,
): void {
  request.octets = octets;
  request.start = start;
  request.end = end;
  request.signature = signature;
  // A loop over the path and a label may read past the path: this stops it (`PrefixTree.walk`). Without room for it, nothing
  // breaks.
  octets[end] = NUL;
}

/**
 * Rewrites path and query in a form, octet by octet, into {@link rewritten}.
 *
 * @param start where they begin in the text
 * @param isParsed whether the URL parser has written the text
 * @returns false if only the URL parser can tell what they are
 */
function rewritePath(
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
      if (kind === QUESTION_SIGN) inQuery = true;
      octets[length++] = octet;
    } else if (kind === HASH_SIGN) {
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
      // The URL parser leaves a `\` in a query unchanged; it gets the same form as in a pattern.
      if (kinds.literal[octet] === ENCODED) length = writeTriplet(octet, octets, length);
      else octets[length++] = octet;
    }
  }
  setRequest(octets, 0, length);
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

/** Takes the path as it is written, from `start` or {@link NO_PATH}, with a `/` before it if it does not begin with one. */
function takeAsWritten(text: Uint8Array, start: number, textEnd: number): void {
  const hasPath = start !== NO_PATH;
  const begin = hasPath ? start : TEXT_START;
  const end = hasPath ? asWrittenEnd(text, start, textEnd) : TEXT_START;
  const from = hasPath && text[begin] === SLASH ? begin : begin - 1;
  text[from] = SLASH;
  setRequest(text, from, end);
}
