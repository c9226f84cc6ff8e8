/**
 * The path and query of a URL in the form in which it is compared with patterns (docs/semantics.md §5), as octets.
 *
 * The engine's own encoder first writes the text as UTF-8 into a buffer that the next URL uses again: reading octets of an
 * array takes half the time of reading characters of a string. Most paths then stay where they are, because no octet of them
 * has another form.
 */
import { DOT, HASH, QUESTION, SLASH } from '../ascii.js';
import { parsedUrlOrPath, urlText } from '../urls.js';
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
import { asWrittenEnd, asWrittenStart, plainPathStart } from './plain-url.js';

const UNKNOWN_PLACE = -1;

/** A path and query in a form: `octets[start..end)`. The one that {@link readRequestPath} returns is valid until its next call. */
export class RequestPath {
  octets: Uint8Array;
  start: number;
  end: number;
  /** Which octets occur in it (`octet-forms.ts`). */
  signature: number = UNKNOWN_SIGNATURE;
  /** How many paths were read before it. Two questions with the same number are about the same path in the same form. */
  number = 0;
  private queryStartOrUnknown = UNKNOWN_PLACE;

  constructor(octets: Uint8Array, start: number, end: number) {
    this.octets = octets;
    this.start = start;
    this.end = end;
  }

  /** Makes it another path. */
  set(octets: Uint8Array, start: number, end: number, signature: number = UNKNOWN_SIGNATURE): this {
    this.octets = octets;
    this.start = start;
    this.end = end;
    this.signature = signature;
    this.number++;
    this.queryStartOrUnknown = UNKNOWN_PLACE;
    return this;
  }

  /** Where the query begins, after the first `?`; {@link end} if there is none. */
  get queryStart(): number {
    if (this.queryStartOrUnknown === UNKNOWN_PLACE) {
      const { octets, start, end } = this;
      let at = start;
      while (at < end && octets[at] !== QUESTION) at++;
      this.queryStartOrUnknown = Math.min(at + 1, end);
    }
    return this.queryStartOrUnknown;
  }
}

/**
 * Reads the path and query of a URL, in a form.
 *
 * - `canonical` (ASCII): as the WHATWG URL Standard reads it, in the canonical form of docs/semantics.md §5.2.
 * - `decoded`: as the WHATWG URL Standard reads it, every `%XX` but `%2F` decoded (docs/semantics.md §5.8).
 * - `as-written`: the text after scheme and authority as UTF-8 octets (docs/semantics.md §5.7); any string is accepted.
 *
 * A program often asks several matchers about one URL, so the text that was read last is not read again.
 *
 * @param url absolute http, https or ftp, or a path that begins with `/` (read as if after `http://host`)
 * @param kinds the tables of the form
 * @returns a path that is valid until the next call. No verdict can interrupt another, because no code of the program runs
 *   between the call and the verdict
 * @throws {TypeError} if `url` is none of these and the form is not `as-written`; if it is neither a string nor a URL
 */
export function readRequestPath(url: string | URL, kinds: OctetKinds): RequestPath {
  const text = typeof url === 'string' ? url : urlText(url);
  if (text === latest.text && kinds === latest.kinds) return latest.path;
  latest.text = null; // its octets are about to be overwritten
  readText(text, kinds);
  latest.text = text;
  latest.kinds = kinds;
  return latest.path;
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

/** A text begins after one octet: there is room for a `/` before it. */
const TEXT_START = 1;

/** The memory for the text of a URL as UTF-8, and the part of it that the text is written to. */
const source: Uint8Array = new Uint8Array(TEXT_START + USUAL_CHARACTERS * MAX_GROWTH);
const sourceText: Uint8Array = source.subarray(TEXT_START);

/** The memory for a path that must be rewritten; a longer one gets memory of its own. */
const rewritten: Uint8Array = new Uint8Array(1 + USUAL_CHARACTERS * MAX_GROWTH);

/** A longer scheme and authority are not remembered. */
const USUAL_ORIGIN_OCTETS = 64;

/** How many octets `DataView.getInt32` reads. */
const WORD_OCTETS = 4;

/** The URL that was read last, and its path, which may be in the memory above. No text while it is read. */
const latest = {
  text: null as string | null,
  kinds: null as OctetKinds | null,
  path: new RequestPath(source, 0, 0),
  /**
   * Scheme and authority of the last plain URL. Programs ask about many URLs of one site, and comparing these takes 25 ns less than
   * reading them, of 180 for a question.
   */
  origin: new DataView(new ArrayBuffer(USUAL_ORIGIN_OCTETS)),
  /** How many octets these have. */
  originOctets: 0,
};
const sourceView = new DataView(source.buffer);

/** Whether a text begins with the {@link latest} origin and a `/`. Four octets at a time: the last word may overlap the one before. */
function startsWithOrigin(octets: Uint8Array, end: number): boolean {
  const { origin, originOctets } = latest;
  const after = TEXT_START + originOctets;
  if (originOctets === 0 || octets !== source || after >= end || octets[after] !== SLASH) return false;
  const last = originOctets - WORD_OCTETS;
  for (let at = 0; at < last; at += WORD_OCTETS) {
    if (sourceView.getInt32(TEXT_START + at) !== origin.getInt32(at)) return false;
  }
  return sourceView.getInt32(TEXT_START + last) === origin.getInt32(last);
}

/** `plainPathStart` of a text, whose scheme and authority are the {@link latest} origin from now on if they are plain. */
function originEnd(octets: Uint8Array, end: number): number {
  const start = plainPathStart(octets, TEXT_START, end);
  const length = start - TEXT_START;
  if (octets === source && length >= WORD_OCTETS && length <= USUAL_ORIGIN_OCTETS) {
    latest.originOctets = length;
    for (let at = 0; at < length; at += WORD_OCTETS)
      latest.origin.setInt32(at, sourceView.getInt32(TEXT_START + at));
  }
  return start;
}

function readText(text: string, kinds: OctetKinds): RequestPath {
  const octets = roomFor(text);
  let end = encode(text, octets);
  let start: number;
  if (kinds.isParsed) {
    start = startsWithOrigin(octets, end) ? TEXT_START + latest.originOctets : originEnd(octets, end);
    if (start < 0) return parsedPath(text, kinds);
  } else {
    start = asWrittenStart(octets, TEXT_START, end);
    end = asWrittenEnd(octets, start, end);
  }
  // `http://host?query`: the `/` overwrites an octet of the authority.
  if (start === end || octets[start] !== SLASH) octets[--start] = SLASH;
  if (!kinds.isParsed) return latest.path.set(octets, start, end);

  // No branch in this loop: a processor cannot predict where a URL has a dot, or anything else.
  const { signatures } = kinds;
  let signature = 0;
  let before = 0;
  for (let at = start; at < end; at++) {
    const own = signatures[octets[at]];
    signature |= own | dotSegmentBit(before, own);
    before = own;
  }
  if (isInForm(signature)) return latest.path.set(octets, start, end, signature);
  return rewrittenPath(octets, start, end, kinds, false) ?? parsedPath(text, kinds);
}

/** The path as the URL parser writes it. */
function parsedPath(text: string, kinds: OctetKinds): RequestPath {
  const { href } = parsedUrlOrPath(text);
  const octets = roomFor(href);
  const end = encode(href, octets);
  const start = TEXT_START + href.indexOf('/', href.indexOf('//') + 2);
  return rewrittenPath(octets, start, end, kinds, true) as RequestPath;
}

/** The memory for a text: {@link source}, unless it is too long. */
function roomFor(text: string): Uint8Array {
  return text.length <= USUAL_CHARACTERS ? source : new Uint8Array(TEXT_START + text.length * MAX_GROWTH);
}

/** Writes a text to memory, from {@link TEXT_START} on. Returns where it ends. */
function encode(text: string, octets: Uint8Array): number {
  const into = octets === source ? sourceText : octets.subarray(TEXT_START);
  return TEXT_START + encoder.encodeInto(text, into).written;
}

/**
 * Writes path and query in a form, octet by octet, to {@link rewritten}.
 *
 * @param start where they begin in the text
 * @param isParsed whether the URL parser has written the text
 * @returns null if only the URL parser can tell what they are; never if it has written the text
 */
function rewrittenPath(
  text: Uint8Array,
  start: number,
  textEnd: number,
  kinds: OctetKinds,
  isParsed: boolean,
): RequestPath | null {
  const needed = (textEnd - start) * MAX_GROWTH + 1;
  const octets = needed <= rewritten.length ? rewritten : new Uint8Array(needed);
  const kindOf = kinds.url;
  let inQuery = false;
  let length = 0;
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
      if (mayBeDotSegment && !isPlainAfterDot(text, at + 1, textEnd)) return null;
      octets[length++] = octet;
    } else if (kind === PERCENT_SIGN) {
      const value = at + 2 < textEnd ? tripletValue(text[at + 1], text[at + 2]) : -1;
      if (value === DOT && !isParsed && !inQuery) return null;
      length = writePercent(kinds, value, inQuery, octets, length);
      if (value >= 0) at += 2;
    } else if (kind === ENCODED) {
      length = writeTriplet(octet, octets, length);
    } else {
      if (!isParsed) return null;
      // The URL parser leaves a `\` in a query unchanged; it gets the same form as in a pattern.
      if (kinds.literal[octet] === ENCODED) length = writeTriplet(octet, octets, length);
      else octets[length++] = octet;
    }
  }
  return latest.path.set(octets, 0, length);
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
