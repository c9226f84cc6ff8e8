/**
 * What kind of pattern a rule has, read from its octets once for all crawlers.
 */
import { DOLLAR, DOT, QUESTION, Row, SLASH, STAR } from 'robotstream/internal';
import { matchesNothing } from './sections.js';

/*
 * What a pattern has, as flags. A pattern without any of the flags from STARRED on is plain: it matches what begins with its octets, under every
 * profile, and every URL parser leaves it as it is.
 */
/** Set for every pattern. */
const READ = 1 << 0;
/** Letters, digits, `-`, `_` or `~`: what the name of a section can have. */
export const NAMED = 1 << 1;
/** `.`, `?`, `=` or `&`. */
export const PUNCTUATED = 1 << 2;
/** `*`, or `$` at its end. */
export const STARRED = 1 << 3;
/** An octet that some form writes in another way. */
export const ENCODED = 1 << 4;
/** A path of its octets may not be one of a URL, or may be another one: it may have a dot segment, has two `?`, or begins with two slashes. */
export const UNUSUAL = 1 << 5;
/** The path that it names may be `/robots.txt`, which profiles treat in their own ways. */
export const OF_ROBOTS_TXT = 1 << 6;
/** It begins with neither `/` nor `*`, so it matches no path under any profile. */
export const UNMATCHED = 1 << 7;

const ROBOTS_TXT = 'robots.txt';

const KINDS_OF_OCTET = Uint8Array.from({ length: 256 }, (_, octet) => {
  const character = String.fromCharCode(octet);
  // Where they are in the pattern says more.
  if (octet === SLASH || octet === DOLLAR) return 0;
  if (/[\w~-]/.test(character)) return NAMED;
  if ('.?=&'.includes(character)) return PUNCTUATED;
  return octet === STAR ? STARRED : ENCODED;
});

function kindOf(octets: Uint8Array, start: number, end: number): number {
  if (start === end || (octets[start] !== SLASH && octets[start] !== STAR)) return UNMATCHED;
  let named = start;
  while (named < end && (octets[named] === STAR || octets[named] === SLASH)) named++;
  let kind = beginsWith(octets, named, end, ROBOTS_TXT) ? READ | OF_ROBOTS_TXT : READ;
  const beginsWithStar = octets[start] === STAR;
  let queries = 0;
  for (let i = start; i < end; i++) {
    const octet = octets[i];
    kind |= KINDS_OF_OCTET[octet];
    if (octet === SLASH && octets[i - 1] === SLASH && (i === start + 1 || beginsWithStar)) kind |= UNUSUAL;
    else if (octet === DOT && !(KINDS_OF_OCTET[octets[i + 1]] & NAMED)) {
      if (i > start && (octets[i - 1] === SLASH || beginsWithStar)) kind |= UNUSUAL;
    } else if (octet === QUESTION && ++queries > 1) kind |= UNUSUAL;
    else if (octet === DOLLAR) kind |= i === end - 1 ? STARRED : ENCODED;
  }
  return kind;
}

function beginsWith(octets: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start < text.length) return false;
  for (let i = 0; i < text.length; i++) if (octets[start + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** The patterns of the rules of a file, by their rows. */
export class PatternKinds {
  readonly rows: Int32Array;
  readonly #file: Buffer;
  /** By the number of the row; 0 for what has not been read. */
  readonly #kinds: Uint8Array;

  constructor(octets: Uint8Array, rows: Int32Array) {
    this.rows = rows;
    this.#file = Buffer.from(octets.buffer, octets.byteOffset, octets.length);
    this.#kinds = new Uint8Array(rows.length / Row.STRIDE);
  }

  /** What the pattern of a rule has. */
  of(row: number): number {
    const nth = row / Row.STRIDE;
    let kind = this.#kinds[nth];
    if (kind === 0) {
      const { rows } = this;
      kind = kindOf(this.#file, rows[row + Row.VALUE_START], rows[row + Row.VALUE_END]);
      this.#kinds[nth] = kind;
    }
    return kind;
  }

  /** Whether the pattern of a rule is plain. */
  isPlain(row: number): boolean {
    return this.of(row) < STARRED;
  }

  /** Whether the pattern of a rule matches the path that it names, and its length for precedence is the number of its octets, if `*` and `$` are special. */
  isSimple(row: number): boolean {
    return this.of(row) < ENCODED;
  }

  /** Whether the pattern of a rule matches no path, whoever asks. */
  matchesNothing(row: number): boolean {
    return this.lengthOf(row) === 0 || matchesNothing({ octets: this.#file, rows: this.rows }, row);
  }

  lengthOf(row: number): number {
    return this.rows[row + Row.VALUE_END] - this.rows[row + Row.VALUE_START];
  }

  /** The pattern of a rule, each character an octet. */
  textOf(row: number): string {
    return this.#file.toString('latin1', this.rows[row + Row.VALUE_START], this.rows[row + Row.VALUE_END]);
  }

  /** Whether two rules have the same pattern. */
  areSame(one: number, other: number): boolean {
    const length = this.lengthOf(one);
    if (length !== this.lengthOf(other)) return false;
    const [a, b] = [this.rows[one + Row.VALUE_START], this.rows[other + Row.VALUE_START]];
    for (let i = 0; i < length; i++) if (this.#file[a + i] !== this.#file[b + i]) return false;
    return true;
  }
}
