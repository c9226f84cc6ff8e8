/**
 * Patterns in their form, and whether they match a path.
 *
 * They are taken apart at their wildcards: `/a*b*c$` has the parts `/a`, `b` and `c`, and is anchored. The first part must begin the
 * path and may be empty. The others are never empty and must follow in their order. If the pattern is anchored, the last part must
 * end the path. Here a run of `*` counts as one, a `*` at the end as none, and `*$` as nothing: all of that matters only for the
 * length.
 *
 * A part after a `*` may match in the path of a URL or in its query (docs/semantics.md §5.2, "Escapes after `*`"). In the query, `%3A`
 * `%2F` `%3F` `%40` `%27` equal the octets that they encode. The canonical form of a URL has none of these escapes in its query. So one
 * comparison serves for both: an escape of the part equals the same escape anywhere, and its octet within the query.
 */
import { DOLLAR, SLASH } from '../ascii.js';
import { PROFILES } from '../profiles.js';
import * as Forms from './octet-forms.js';
import { readRequestPath } from './read-url.js';
import { RequestPath } from './request-path.js';

const FEW_PATTERNS = 4;
/** How many octets and parts there is room for at first, for each expected pattern. */
const OCTETS_PER_PATTERN = 16;
const PARTS_PER_PATTERN = 2;

/** How many octets an octet of a pattern becomes at most, in any form. */
const MAX_GROWTH = 3;

export class PatternSet {
  /** How many patterns there are. */
  count = 0;
  /** The octets of all parts. */
  text: Uint8Array;
  /** Part `k` is the octets `partBounds[k]` up to but not including `partBounds[k + 1]` of {@link text}. */
  partBounds: Int32Array;
  /** The parts of pattern `p` are `firstPart[p]` up to but not including `firstPart[p + 1]`. */
  firstPart: Int32Array;
  /** The length of each pattern for precedence: the octets of its form, with each `*` and the anchor. */
  lengths: Int32Array;
  /** 1 for each pattern whose last part must end the path. */
  anchored: Uint8Array;
  /** Whether any pattern has a part after a `*` that has a query form. */
  hasQueryForms = false;
  /** The rule of each pattern, by its index in the rule table. */
  rules: Int32Array;

  /** The tables of the form. */
  readonly kinds: Forms.OctetKinds;
  readonly #kindOf: Uint8Array;
  /** How many parts all patterns have together. */
  partCount = 0;

  /**
   * @param kinds the tables of the form
   * @param specialCharacters whether `*` and a final `$` are special
   * @param expected about how many patterns there will be
   */
  constructor(kinds: Forms.OctetKinds, specialCharacters: boolean, expected: number = FEW_PATTERNS) {
    const room = expected + 2;
    this.text = new Uint8Array(room * OCTETS_PER_PATTERN);
    this.partBounds = new Int32Array(room * PARTS_PER_PATTERN);
    this.firstPart = new Int32Array(room);
    this.lengths = new Int32Array(room);
    this.anchored = new Uint8Array(room);
    this.rules = new Int32Array(room);
    this.kinds = kinds;
    this.#kindOf = specialCharacters ? kinds.special : kinds.literal;
  }

  clear(): void {
    this.count = 0;
    this.partCount = 0;
    this.hasQueryForms = false;
  }

  /** The length of {@link text}; the array may be longer. */
  get textLength(): number {
    return this.partBounds[this.partCount];
  }

  /**
   * Adds the pattern `octets[start..valueEnd)`.
   *
   * @param isDirectory whether they are a directory, so they end with `/`, and an anchor follows
   */
  add(octets: Uint8Array, start: number, valueEnd: number, rule: number, isDirectory: boolean = false): void {
    this.#makeRoom(valueEnd - start);
    const { text, kinds } = this;
    const kindOf = this.#kindOf;
    const hasAnchor = kindOf === kinds.special && valueEnd > start && octets[valueEnd - 1] === DOLLAR;
    const end = hasAnchor ? valueEnd - 1 : valueEnd;
    const isAnchored = hasAnchor || isDirectory;
    let length = this.textLength;
    let inQuery = false;
    let isBehindStar = false;
    let stars = 0;
    const first = length;
    for (let at = start; at < end; at++) {
      const octet = octets[at];
      const kind = kindOf[octet];
      if (kind === Forms.WILDCARD) {
        stars++;
        isBehindStar = true;
        continue;
      }
      if (isBehindStar) {
        this.#closePart(length);
        isBehindStar = false;
      }
      if (kind <= Forms.LAST_SELF_KIND || kind === Forms.DOLLAR_SIGN) {
        if (kind === Forms.QUESTION_SIGN) inQuery = true;
        text[length++] = octet;
      } else if (kind === Forms.PERCENT_SIGN) {
        const value = at + 2 < end ? Forms.tripletValue(octets[at + 1], octets[at + 2]) : -1;
        length = Forms.writePercent(kinds, value, inQuery, text, length);
        if (value < 0) continue;
        at += 2;
        if (stars > 0 && !inQuery && kinds.triplets[value] === Forms.DECODED_IN_QUERY)
          this.hasQueryForms = true;
      } else {
        length = Forms.writeTriplet(octet, text, length);
      }
    }
    this.#closePart(length);
    this.lengths[this.count] = length - first + stars + (isAnchored ? 1 : 0);
    this.anchored[this.count] = isAnchored && !isBehindStar ? 1 : 0;
    this.rules[this.count] = rule;
    this.count++;
    this.firstPart[this.count] = this.partCount;
  }

  /** Ends a part at `end` of {@link text}. */
  #closePart(end: number): void {
    this.partCount++;
    if (this.partCount >= this.partBounds.length)
      this.partBounds = grown(this.partBounds, this.partCount + 1);
    this.partBounds[this.partCount] = end;
  }

  /** Makes room for one more pattern, and for its octets in any form. */
  #makeRoom(patternOctets: number): void {
    const octets = this.textLength + patternOctets * MAX_GROWTH;
    if (octets > this.text.length) this.text = grown(this.text, octets);
    const room = this.count + 2;
    if (room <= this.firstPart.length) return;
    this.firstPart = grown(this.firstPart, room);
    this.lengths = grown(this.lengths, room);
    this.rules = grown(this.rules, room);
    this.anchored = grown(this.anchored, room);
  }
}

/** The patterns that can match, and their order of precedence. */
export interface Candidates {
  readonly patterns: PatternSet;
  /** The pattern of each rank. Of the patterns that match, the one of the lowest rank decides. */
  readonly patternOfRank: Int32Array;
}

/** The numbers of an array in a larger one. */
function grown<Numbers extends Int32Array | Uint8Array>(array: Numbers, needed: number): Numbers {
  const larger = new (array.constructor as new (length: number) => Numbers)(
    Math.max(needed, array.length * 2),
  );
  larger.set(array);
  return larger;
}

/** The beginning of the last path segment of a pattern that also allows its directory: docs/semantics.md §5.7.4. */
const INDEX_START = 'index.htm';

/** Finds where the directory ends, after its `/`, in a pattern whose last path segment begins with `index.htm`; -1 in another. */
export function directoryOfIndex(octets: Uint8Array, start: number, end: number): number {
  let segment = end;
  while (segment > start && octets[segment - 1] !== SLASH) segment--;
  if (segment === start || end - segment < INDEX_START.length) return -1;
  for (let i = 0; i < INDEX_START.length; i++) {
    if (octets[segment + i] !== INDEX_START.charCodeAt(i)) return -1;
  }
  return segment;
}

/**
 * Whether a pattern of a set matches a path: each part at the first place where it is found. That is right for `*`,
 * because a later place leaves less for the parts that follow.
 *
 * Cost: the search for a part is quadratic at worst (octets of the path × octets of the part), so the path counts its steps, and
 * bounds them.
 *
 * @param pattern the index of the pattern in the set
 */
export function matchesPattern(set: PatternSet, pattern: number, path: RequestPath): boolean {
  const { text, partBounds } = set;
  const { octets, start, end } = path;
  const first = set.firstPart[pattern];
  let partsEnd = set.firstPart[pattern + 1];
  let at = start;
  let i = partBounds[first];
  const prefixEnd = partBounds[first + 1];
  if (prefixEnd - i > end - start) return false;
  while (i < prefixEnd) {
    if (text[i++] !== octets[at++]) return false;
  }
  const isAnchored = set.anchored[pattern] === 1;
  if (first + 1 === partsEnd) return !isAnchored || at === end;
  const escapesFrom = set.hasQueryForms ? path.queryStart : end;
  let searchEnd = end;
  if (isAnchored) {
    partsEnd--;
    searchEnd = path.startOfTail(text, partBounds[partsEnd], partBounds[partsEnd + 1], at, escapesFrom);
    if (searchEnd < 0) return false;
  }
  for (let part = first + 1; part < partsEnd; part++) {
    at = path.endOfPart(text, partBounds[part], partBounds[part + 1], at, searchEnd, escapesFrom);
    if (at < 0) return false;
  }
  return true;
}

/** In place of the length of a pattern that does not match. */
export const NO_MATCH = -1;

/**
 * Path patterns outside of a robots.txt, tried on one URL as those of its rules are: `*` and a final `$` are special (RFC 9309 §2.2.3). All of
 * them together take a bounded number of steps.
 */
export class PathPatterns {
  readonly #patterns: PatternSet;
  readonly #path: RequestPath;

  /**
   * @param patternOctets how long all patterns are together
   * @throws {TypeError} if the URL is not accepted
   */
  constructor(url: string, patternOctets: number) {
    const { form, specialCharacters } = PROFILES.rfc9309.rules;
    this.#patterns = new PatternSet(Forms.OCTET_KINDS[form], specialCharacters);
    const { octets, start, end } = readRequestPath(url, this.#patterns.kinds);
    this.#path = new RequestPath(octets.slice(start, end), 0, end - start);
    this.#path.grant(patternOctets);
  }

  /** The length of a pattern for precedence, as for rules; {@link NO_MATCH} if it does not match the URL. */
  lengthOf(pattern: string): number {
    const octets = new TextEncoder().encode(pattern);
    this.#patterns.clear();
    this.#patterns.add(octets, 0, octets.length, 0);
    return matchesPattern(this.#patterns, 0, this.#path) ? this.#patterns.lengths[0] : NO_MATCH;
  }
}
