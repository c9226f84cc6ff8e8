/**
 * Patterns in their form, taken apart at their wildcards: `/a*b*c$` has the parts `/a`, `b` and `c`, and is anchored. The
 * first part must begin the path and may be empty. The others are never empty and must follow in their order. If the pattern
 * is anchored, the last part must end the path. Here a run of `*` counts as one, a `*` at the end as none, and `*$` as
 * nothing: all of that matters only for the length.
 */
import { DOLLAR } from '../../ascii.js';
import {
  DECODED_IN_QUERY,
  DOLLAR_SIGN,
  LAST_SELF_KIND,
  type OctetKinds,
  PERCENT_SIGN,
  QUESTION_SIGN,
  WILDCARD,
} from '../url/octet-kinds.js';
import { tripletValue, writePercent, writeTriplet } from '../url/write-octets.js';

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
  /** 1 for each pattern in which a part after a `*` has a query form (`query-form.ts`). */
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
