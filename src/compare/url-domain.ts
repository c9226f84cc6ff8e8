/**
 * Which path-and-query texts are URLs that a crawler really requests: those that the WHATWG URL Standard leaves as they
 * are. Each is a sequence of tokens, and a small automaton says which sequences are such texts.
 */
import { DOT, isDigit, isLetter, LOWER_CASE_BIT, PERCENT, QUESTION, SLASH, SP, TILDE } from '../ascii.js';
import { ROBOTS_TXT_PATH } from '../urls.js';

/** A character of a URL, or an escape: what every form takes as one unit. */
export interface Token {
  /** How it is written: one ASCII character, or `%` and two hex digits. */
  readonly text: string;
  /** The octet that it means: its own, or the one that the escape encodes. */
  readonly octet: number;
  readonly isEscape: boolean;
  /** Whether the URL Standard keeps it in a path, and in a query. */
  readonly inPath: boolean;
  readonly inQuery: boolean;
}

/** Printable ASCII that the URL Standard rewrites in a path. `^` is among them in newer versions of the standard. */
const REWRITTEN_IN_PATH = '"#<>?`{}^\\';
/** Printable ASCII that the URL Standard rewrites in the query of an http, https or ftp URL. */
const REWRITTEN_IN_QUERY = '"#<>\'';

const OCTETS = 256;
const HEX_RADIX = 16;

/** Every token there is. */
export const TOKENS: readonly Token[] = [...characters(), ...escapes()];

function* characters(): Generator<Token> {
  for (let octet = SP + 1; octet <= TILDE; octet++) {
    const text = String.fromCharCode(octet);
    yield {
      text,
      octet,
      isEscape: false,
      inPath: octet === QUESTION || !REWRITTEN_IN_PATH.includes(text),
      inQuery: !REWRITTEN_IN_QUERY.includes(text),
    };
  }
}

/** Escapes in every mix of upper-case and lower-case digits: they differ in a form in which text is compared as written. */
function* escapes(): Generator<Token> {
  for (let octet = 0; octet < OCTETS; octet++) {
    const [high, low] = octet.toString(HEX_RADIX).padStart(2, '0') as unknown as [string, string];
    const spellings = new Set(
      [high.toUpperCase(), high].flatMap((h) => [low.toUpperCase(), low].map((l) => h + l)),
    );
    for (const digits of spellings) {
      yield { text: `%${digits}`, octet, isEscape: true, inPath: true, inQuery: true };
    }
  }
}

/** A place in the automaton, as one integer: the parts below, shifted. */
export type DomainState = number;

/** What the current path segment is so far. A segment `.` or `..` is removed by the URL Standard. */
const SEGMENT_EMPTY = 0;
const SEGMENT_DOT = 1;
const SEGMENT_DOTS = 2;
const SEGMENT_OTHER = 3;
const SEGMENT_MASK = 0b11;

/** Set after the first `?`. */
const IN_QUERY = 1 << 2;

/** How many hex digits have followed a `%` that begins no escape; two would make it one. */
const PERCENT_SHIFT = 3;
const PERCENT_MASK = 0b11;
const NO_PERCENT = 0;
const AFTER_PERCENT = 1;
const AFTER_PERCENT_AND_DIGIT = 2;

/** How many octets of `/robots.txt` the path is so far, or {@link NOT_ROBOTS_TXT}. */
const ROBOTS_SHIFT = 5;
const NOT_ROBOTS_TXT = ROBOTS_TXT_PATH.length + 1;

/** Before the `/` that begins every path. */
export const BEFORE_PATH: DomainState = state(SEGMENT_EMPTY, 0, NO_PERCENT, 0);

/** The state of a text that is not a URL. */
export const OUTSIDE_DOMAIN: DomainState = -1;

function state(segment: number, query: number, percent: number, robots: number): DomainState {
  return segment | query | (percent << PERCENT_SHIFT) | (robots << ROBOTS_SHIFT);
}

/** Whether the URL has reached its query. */
export function isInQuery(at: DomainState): boolean {
  return (at & IN_QUERY) !== 0;
}

/** The state after one more token, or {@link OUTSIDE_DOMAIN}. */
export function stepDomain(at: DomainState, token: Token): DomainState {
  const query = at & IN_QUERY;
  if (query === 0 ? !token.inPath : !token.inQuery) return OUTSIDE_DOMAIN;

  const percent = stepPercent((at >> PERCENT_SHIFT) & PERCENT_MASK, token);
  if (percent < 0) return OUTSIDE_DOMAIN;
  const robots = stepRobots(at >> ROBOTS_SHIFT, token, query !== 0);
  if (query !== 0) return state(SEGMENT_OTHER, query, percent, robots);

  const segment = at & SEGMENT_MASK;
  const endsSegment = !token.isEscape && (token.octet === SLASH || token.octet === QUESTION);
  if (endsSegment) {
    if (isDotSegment(segment)) return OUTSIDE_DOMAIN;
    return token.octet === QUESTION
      ? state(SEGMENT_OTHER, IN_QUERY, percent, robots)
      : state(SEGMENT_EMPTY, 0, percent, robots);
  }
  const next = token.octet === DOT && segment < SEGMENT_DOTS ? segment + 1 : SEGMENT_OTHER;
  return state(next, 0, percent, robots);
}

/** Whether a URL may end here: not in a dot segment, and not as `/robots.txt`, which every comparison leaves out. */
export function mayEnd(at: DomainState): boolean {
  return !isDotSegment(at & SEGMENT_MASK) && at >> ROBOTS_SHIFT !== ROBOTS_TXT_PATH.length;
}

function isDotSegment(segment: number): boolean {
  return segment === SEGMENT_DOT || segment === SEGMENT_DOTS;
}

/** A `%` by itself must not become an escape by what follows it. */
function stepPercent(percent: number, token: Token): number {
  if (token.isEscape) return NO_PERCENT;
  if (token.octet === PERCENT) return AFTER_PERCENT;
  if (percent === NO_PERCENT || !isHexDigit(token.octet)) return NO_PERCENT;
  return percent === AFTER_PERCENT ? AFTER_PERCENT_AND_DIGIT : -1;
}

/** `/robots.txt` in any spelling, with or without a query. */
function stepRobots(robots: number, token: Token, inQuery: boolean): number {
  if (robots === NOT_ROBOTS_TXT) return NOT_ROBOTS_TXT;
  if (robots === ROBOTS_TXT_PATH.length) {
    const staysRobots = inQuery || (!token.isEscape && token.octet === QUESTION);
    return staysRobots ? robots : NOT_ROBOTS_TXT;
  }
  const isNext =
    token.octet === ROBOTS_TXT_PATH.charCodeAt(robots) && !(token.isEscape && token.octet === SLASH);
  return isNext ? robots + 1 : NOT_ROBOTS_TXT;
}

function isHexDigit(octet: number): boolean {
  return isDigit(octet) || (isLetter(octet) && (octet | LOWER_CASE_BIT) <= LAST_HEX_LETTER);
}

const LAST_HEX_LETTER = 'f'.charCodeAt(0);

/** Whether a path and query is one that the URL Standard leaves as it is, and not `/robots.txt`. */
export function isUrlText(path: string): boolean {
  let at = BEFORE_PATH;
  for (let i = 0; i < path.length; ) {
    const triplet = path[i] === '%' ? TOKEN_OF.get(path.slice(i, i + TRIPLET_CHARACTERS)) : undefined;
    const token = triplet ?? TOKEN_OF.get(path[i]);
    if (token === undefined) return false;
    at = stepDomain(at, token);
    if (at === OUTSIDE_DOMAIN) return false;
    i += token.text.length;
  }
  return mayEnd(at);
}

/** `%` and two hex digits. */
const TRIPLET_CHARACTERS = 3;

const TOKEN_OF: ReadonlyMap<string, Token> = new Map(TOKENS.map((token) => [token.text, token]));
