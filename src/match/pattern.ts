/**
 * Patterns in their form, taken apart at their wildcards: `/a*b*c$` has the parts `/a`, `b` and `c`, and is anchored. The
 * first part must begin the path and may be empty. The others are never empty and must follow in their order. If the pattern
 * is anchored, the last part must end the path. Here a run of `*` counts as one, a `*` at the end as none, and `*$` as
 * nothing: all of that matters only for the length.
 */
import { DOLLAR, PERCENT, QUESTION, SLASH } from '../ascii.js';
import type { Meter } from './bound.js';
import {
  DECODED_IN_QUERY,
  DOLLAR_SIGN,
  isQueryData,
  LAST_SELF_KIND,
  type OctetKinds,
  PERCENT_SIGN,
  QUESTION_SIGN,
  tripletValue,
  WILDCARD,
  writePercent,
  writeTriplet,
} from './octet-forms.js';

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
  /** 1 for each pattern in which a part after a `*` has a query form. */
  queryForms: Uint8Array;
  /** Whether any pattern has such a part. */
  hasQueryForms = false;
  /** The rule of each pattern, by its index in the rule table. */
  rules: Int32Array;

  /** The tables of the form. */
  readonly kinds: OctetKinds;
  private readonly kindOf: Uint8Array;
  /** Whether `*` and a final `$` are special. */
  readonly isSpecial: boolean;
  /** How many parts all patterns have together. */
  partCount = 0;

  /**
   * @param kinds the tables of the form
   * @param specialCharacters whether `*` and a final `$` are special
   * @param expected about how many patterns there will be
   */
  constructor(kinds: OctetKinds, specialCharacters: boolean, expected: number = FEW_PATTERNS) {
    const room = expected + 2;
    this.text = new Uint8Array(room * OCTETS_PER_PATTERN);
    this.partBounds = new Int32Array(room * PARTS_PER_PATTERN);
    this.firstPart = new Int32Array(room);
    this.lengths = new Int32Array(room);
    this.anchored = new Uint8Array(room);
    this.queryForms = new Uint8Array(room);
    this.rules = new Int32Array(room);
    this.kinds = kinds;
    this.kindOf = specialCharacters ? kinds.special : kinds.literal;
    this.isSpecial = specialCharacters;
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

  /** Adds the pattern `octets[start..end)`. */
  add(octets: Uint8Array, start: number, end: number, rule: number): void {
    const isAnchored = this.isSpecial && end > start && octets[end - 1] === DOLLAR;
    this.append(octets, start, isAnchored ? end - 1 : end, isAnchored, rule);
  }

  /** Adds the pattern `octets[start..end)` followed by an anchor. */
  addAnchored(octets: Uint8Array, start: number, end: number, rule: number): void {
    this.append(octets, start, end, true, rule);
  }

  private append(octets: Uint8Array, start: number, end: number, isAnchored: boolean, rule: number): void {
    this.makeRoom(end - start);
    const { text, kindOf, kinds } = this;
    let length = this.textLength;
    let inQuery = false;
    let isBehindStar = false;
    let stars = 0;
    let hasQueryForm = false;
    const first = length;
    for (let at = start; at < end; at++) {
      const octet = octets[at];
      const kind = kindOf[octet];
      if (kind === WILDCARD) {
        stars++;
        isBehindStar = true;
        continue;
      }
      if (isBehindStar) {
        this.closePart(length);
        isBehindStar = false;
      }
      if (kind <= LAST_SELF_KIND || kind === DOLLAR_SIGN) {
        if (kind === QUESTION_SIGN) inQuery = true;
        text[length++] = octet;
      } else if (kind === PERCENT_SIGN) {
        const value = at + 2 < end ? tripletValue(octets[at + 1], octets[at + 2]) : -1;
        length = writePercent(kinds, value, inQuery, text, length);
        if (value < 0) continue;
        at += 2;
        if (stars > 0 && !inQuery && kinds.triplets[value] === DECODED_IN_QUERY) hasQueryForm = true;
      } else {
        length = writeTriplet(octet, text, length);
      }
    }
    this.closePart(length);
    this.lengths[this.count] = length - first + stars + (isAnchored ? 1 : 0);
    this.anchored[this.count] = isAnchored && !isBehindStar ? 1 : 0;
    this.queryForms[this.count] = hasQueryForm ? 1 : 0;
    this.hasQueryForms ||= hasQueryForm;
    this.rules[this.count] = rule;
    this.count++;
    this.firstPart[this.count] = this.partCount;
  }

  /** Ends a part at `end` of {@link text}. */
  closePart(end: number): void {
    this.partCount++;
    if (this.partCount >= this.partBounds.length)
      this.partBounds = grown(this.partBounds, this.partCount + 1);
    this.partBounds[this.partCount] = end;
  }

  /** Makes room for one more pattern, and for its octets in any form. */
  makeRoom(patternOctets: number): void {
    const octets = this.textLength + patternOctets * MAX_GROWTH;
    if (octets > this.text.length) {
      const text = new Uint8Array(Math.max(octets, this.text.length * 2));
      text.set(this.text);
      this.text = text;
    }
    if (this.count + 1 < this.firstPart.length) return;
    this.firstPart = grown(this.firstPart, this.count + 2);
    this.lengths = grown(this.lengths, this.count + 2);
    this.rules = grown(this.rules, this.count + 2);
    this.anchored = grownFlags(this.anchored, this.firstPart.length);
    this.queryForms = grownFlags(this.queryForms, this.firstPart.length);
  }
}

function grown(array: Int32Array, needed: number): Int32Array {
  const larger = new Int32Array(Math.max(needed, array.length * 2));
  larger.set(array);
  return larger;
}

function grownFlags(flags: Uint8Array, length: number): Uint8Array {
  const larger = new Uint8Array(length);
  larger.set(flags);
  return larger;
}

/*
 * Some of the patterns of a set as a set of their own. It is not a method, because a bundler keeps a class whole, and `isAllowed`
 * never picks patterns.
 */

/** Makes a set of some of the patterns. */
export function pickPatterns(source: PatternSet, patterns: Int32Array): PatternSet {
  const set = new PatternSet(source.kinds, source.isSpecial, patterns.length);
  for (const pattern of patterns) copyPattern(source, pattern, set);
  return set;
}

function copyPattern(source: PatternSet, pattern: number, set: PatternSet): void {
  const first = source.firstPart[pattern];
  const last = source.firstPart[pattern + 1] - 1;
  const from = source.partBounds[first];
  const end = source.partBounds[last + 1];
  set.makeRoom(end - from);
  const to = set.textLength;
  set.text.set(source.text.subarray(from, end), to);
  for (let part = first; part <= last; part++) set.closePart(to + source.partBounds[part + 1] - from);
  set.lengths[set.count] = source.lengths[pattern];
  set.anchored[set.count] = source.anchored[pattern];
  set.queryForms[set.count] = source.queryForms[pattern];
  set.hasQueryForms ||= source.queryForms[pattern] === 1;
  set.rules[set.count] = source.rules[pattern];
  set.count++;
  set.firstPart[set.count] = set.partCount;
}

/*
 * `allow: /directory/index.html` also allows the directory itself: docs/semantics.md §5.7.4.
 */

/** The beginning of such a pattern's last path segment. */
const INDEX_START = 'index.htm';

/** Finds where the directory ends, after its `/`, in a pattern whose last path segment begins with `index.htm`; -1 in another. */
export function directoryOfIndex(octets: Uint8Array, start: number, end: number): number {
  const slash = octets.subarray(start, end).lastIndexOf(SLASH);
  if (slash < 0) return -1;
  const segment = start + slash + 1;
  if (end - segment < INDEX_START.length) return -1;
  for (let i = 0; i < INDEX_START.length; i++) {
    if (octets[segment + i] !== INDEX_START.charCodeAt(i)) return -1;
  }
  return segment;
}

/*
 * Whether one pattern matches: each part at the first place where it is found. That is right for `*`, because a later place
 * leaves less for the parts that follow.
 *
 * Cost: the search for a part is quadratic at worst (octets of the path × octets of the part), so it is metered. If the meter
 * is empty, the search gives up, and the caller asks the `RuleIndex`, whose cost has a bound.
 */

/**
 * Matches a pattern of a set against the path `path[start..end)`.
 *
 * @param pattern the index of the pattern in the set
 * @returns whether it matches; false, with `meter.left` below 0, if it took too long
 */
export function matchesPattern(
  set: PatternSet,
  pattern: number,
  path: Uint8Array,
  start: number,
  end: number,
  meter: Meter,
): boolean {
  const { text, partBounds } = set;
  const first = set.firstPart[pattern];
  let last = set.firstPart[pattern + 1] - 1;
  let at = start;
  let i = partBounds[first];
  const prefixEnd = partBounds[first + 1];
  if (prefixEnd - i > end - start) return false;
  while (i < prefixEnd) {
    if (text[i++] !== path[at++]) return false;
  }
  const isAnchored = set.anchored[pattern] === 1;
  if (first === last) return !isAnchored || at === end;
  if (set.queryForms[pattern] === 1) {
    return matchesInEitherForm(set, first + 1, last, isAnchored, path, start, at, end, meter);
  }

  let searchEnd = end;
  if (isAnchored) {
    const tail = partBounds[last];
    const tailLength = partBounds[last + 1] - tail;
    searchEnd -= tailLength;
    if (searchEnd < at || !isSame(text, tail, path, searchEnd, tailLength)) return false;
    last--;
  }
  for (let part = first + 1; part <= last; part++) {
    at = endOfPart(text, partBounds[part], partBounds[part + 1], path, at, searchEnd, meter);
    if (at < 0) return false;
  }
  return true;
}

/*
 * Whether a pattern with query forms matches: the search for each part tries both forms, and the
 * occurrence that ends first counts.
 *
 * Cost: at most twice that of `matchesPattern`, metered as well.
 */

const NOT_FOUND = -1;

/** The query of a path begins after the first one. It is found like a part of a pattern, so that many patterns cost no more. */
const QUESTION_MARK = Uint8Array.of(QUESTION);

/** What the searches for all parts of a pattern share. */
interface Search {
  readonly text: Uint8Array;
  readonly path: Uint8Array;
  /** Where the query of the path begins. */
  readonly queryStart: number;
  readonly meter: Meter;
}

/**
 * Matches the parts of a pattern after its first.
 *
 * @param second the part after the first `*`
 * @param last the last part
 * @param isAnchored whether the last part must end the path
 * @param path the path is `path[start..end)`
 * @param from where in the path the first part ends
 * @returns whether they match; false, with `meter.left` below 0, if it took too long
 */
export function matchesInEitherForm(
  { text, partBounds }: PatternSet,
  second: number,
  last: number,
  isAnchored: boolean,
  path: Uint8Array,
  start: number,
  from: number,
  end: number,
  meter: Meter,
): boolean {
  const queryStart = endOfPart(QUESTION_MARK, 0, 1, path, start, end, meter);
  const search: Search = { text, path, queryStart: queryStart === NOT_FOUND ? end : queryStart, meter };
  let searchEnd = end;
  if (isAnchored) {
    searchEnd = tailStart(search, partBounds[last], partBounds[last + 1], from, end);
    if (searchEnd === NOT_FOUND) return false;
  }
  const partsEnd = isAnchored ? last : last + 1;
  let at = from;
  for (let part = second; part < partsEnd; part++) {
    at = endOfEither(search, partBounds[part], partBounds[part + 1], at, searchEnd);
    if (at === NOT_FOUND) return false;
  }
  return true;
}

/** Finds where the last part begins if it ends the path. Only one of its forms can. */
function tailStart(
  { text, path, queryStart, meter }: Search,
  partStart: number,
  partEnd: number,
  from: number,
  end: number,
): number {
  const partLength = partEnd - partStart;
  meter.left -= partLength;
  const asItIs = end - partLength;
  if (asItIs >= from && isSame(text, partStart, path, asItIs, partLength)) return asItIs;
  const length = formInQuery(text, partStart, partEnd);
  const decoded = end - length;
  return decoded >= Math.max(from, queryStart) && isSame(queryForm, 0, path, decoded, length)
    ? decoded
    : NOT_FOUND;
}

/** Finds where the first occurrence of a part ends, in either form. */
function endOfEither(
  { text, path, queryStart, meter }: Search,
  partStart: number,
  partEnd: number,
  from: number,
  end: number,
): number {
  const asItIs = endOfPart(text, partStart, partEnd, path, from, end, meter);
  const length = formInQuery(text, partStart, partEnd);
  meter.left -= length;
  if (length === partEnd - partStart) return asItIs;
  const decoded = endOfPart(queryForm, 0, length, path, Math.max(from, queryStart), end, meter);
  if (asItIs === NOT_FOUND || decoded === NOT_FOUND) return Math.max(asItIs, decoded);
  return Math.min(asItIs, decoded);
}

/** The query form of the current part. */
let queryForm = new Uint8Array(1024);

/** Writes the query form of a part to {@link queryForm}. Returns its length. */
function formInQuery(text: Uint8Array, start: number, end: number): number {
  if (end - start > queryForm.length) queryForm = new Uint8Array(end - start);
  return writeQueryForm(text, start, end, queryForm, 0);
}

/*
 * The search for a part of a pattern in a path, and the comparison at one place.
 */

/**
 * Finds where the first occurrence of a part in `path[from..end)` ends.
 *
 * @param text the part is `text[partStart..partEnd)`, and not empty
 * @returns -1 if there is none, or, with `meter.left` below 0 and no fallback, if it took too long
 */
export function endOfPart(
  text: Uint8Array,
  partStart: number,
  partEnd: number,
  path: Uint8Array,
  from: number,
  end: number,
  meter: Meter,
): number {
  if (meter.left < 0 && meter.fallback !== null) {
    return meter.fallback.endOfPart(text, partStart, partEnd, from, end, meter);
  }
  const partLength = partEnd - partStart;
  const lastStart = end - partLength;
  const firstOctet = text[partStart];
  let at = from;
  for (; at <= lastStart; at++) {
    if (path[at] !== firstOctet) continue;
    let i = 1;
    while (i < partLength && text[partStart + i] === path[at + i]) i++;
    if (i === partLength) {
      meter.left -= at - from + i;
      return at + i;
    }
    meter.left -= i;
    if (meter.left < 0) return meter.fallback?.endOfPart(text, partStart, partEnd, at, end, meter) ?? -1;
  }
  meter.left -= at - from;
  return -1;
}

/** Whether two runs of octets of one length are equal. */
export function isSame(
  a: Uint8Array,
  aStart: number,
  b: Uint8Array,
  bStart: number,
  length: number,
): boolean {
  for (let i = 0; i < length; i++) {
    if (a[aStart + i] !== b[bStart + i]) return false;
  }
  return true;
}

/*
 * The query form of a part of a pattern: docs/semantics.md §5.2, "Escapes after `*`".
 *
 * A part after a `*` may match in the path of a URL or in its query. In the query, `%3A` `%2F` `%3F` `%40` `%27` equal the
 * octets that they encode. The canonical form of a URL has none of these escapes in its query, so a part matches in one of two
 * forms:
 *
 * - as it is, anywhere;
 * - with all of these escapes decoded, its *query form*, where it begins within the query.
 *
 * There is no mixture. In a mixture, the part would begin in the path and have an escape in the query, so the `?` that begins
 * the query would be a `?` of the part, before the escape. But after a `?`, a pattern's escapes are decoded.
 */

const TRIPLET_OCTETS = 3;

/**
 * Writes the query form of a part.
 *
 * @param text the part is `text[start..end)`, in canonical form
 * @param to where in `into` to write it; it needs no more room than the part has
 * @returns where it ends in `into`
 */
export function writeQueryForm(
  text: Uint8Array,
  start: number,
  end: number,
  into: Uint8Array,
  to: number,
): number {
  let length = to;
  for (let at = start; at < end; at++) {
    // In canonical form, two hex digits follow every `%`.
    const value = text[at] === PERCENT ? tripletValue(text[at + 1], text[at + 2]) : -1;
    if (value >= 0 && isQueryData(value)) {
      into[length++] = value;
      at += TRIPLET_OCTETS - 1;
    } else {
      into[length++] = text[at];
    }
  }
  return length;
}

/** Finds where the query of a path begins, after its first `?`; `end` if it has none. */
export function queryStartOf(path: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) if (path[at] === QUESTION) return at + 1;
  return end;
}
