/**
 * The octets of the patterns of some rules, and what a path must contain to match them.
 */
import { DOLLAR, DOT, PERCENT, SLASH, STAR } from '../ascii.js';
import { isAllowRow, type RuleTable } from '../ast/groups.js';
import { mayContain, presenceBit } from '../match/octet-forms.js';
import { directoryOfIndex } from '../match/pattern.js';
import { latin1, octetsOf } from '../octets.js';
import * as Row from '../stream/row.js';
import { isTextAfterDot, LETTERS, SAME_IN_ALL_FORMS, UsedOctets } from './used-octets.js';

/** Among {@link presenceBit}s: not every form leaves the octet as it is. */
const HAS_OTHER_FORM = 1 << 30;

/** The bits of each octet. A dot stays as it is in a pattern, unless it begins a dot segment. */
const BITS = Int32Array.from(SAME_IN_ALL_FORMS, (isSame, octet) => {
  if (isSame === 1) return presenceBit(octet);
  return octet === DOT || octet === STAR ? 0 : HAS_OTHER_FORM;
});

/** The bits of all octets of a text. */
export function bitsOf(octets: Uint8Array, start: number, end: number): number {
  let bits = 0;
  for (let at = start; at < end; at++) bits |= BITS[octets[at]];
  return bits;
}

/** What patterns with one of these texts say about a path depends on the profile. */
const AFFECTED = /\/robots\.txt|index\.htm/;
const ROBOTS_TXT_BITS = bitsOf(octetsOf('/robots.txt'), 0, '/robots.txt'.length);
const INDEX_BITS = bitsOf(octetsOf('index.htm'), 0, 'index.htm'.length);

export class PatternOctets {
  readonly #table: RuleTable;
  /** By the number of a row in its file, the bits that a path must have to match the pattern. */
  readonly #needed: Int32Array;
  /** The bits of all patterns. */
  #bits = 0;
  /** Whether a pattern names a path that not every profile leaves as it is, or judges alike. */
  #namesOther = false;
  #unusedLetter: number | undefined;

  constructor(table: RuleTable) {
    this.#table = table;
    this.#needed = new Int32Array(table.rows.length / Row.STRIDE);
    for (const row of table.at) this.#add(row);
  }

  #add(row: number): void {
    const { octets, rows } = this.#table;
    const start = rows[row + Row.VALUE_START];
    const end = endOfPattern(this.#table, row);
    let bits = 0;
    let before = octets[start];
    let mayNameOther = before === STAR;
    for (let at = start; at < end; at++) {
      const octet = octets[at];
      bits |= BITS[octet];
      if (before === SLASH && at > start && (octet === SLASH || octet === DOT)) mayNameOther = true;
      before = octet;
    }
    this.#bits |= bits;
    if (mayNameOther) this.#namesOther ||= namesOtherPath(octets, start, end);
    if (mayContain(bits, ROBOTS_TXT_BITS) || mayContain(bits, INDEX_BITS))
      this.#namesOther ||= AFFECTED.test(latin1(octets.subarray(start, end)));
    let needed = (bits & HAS_OTHER_FORM) === 0 ? bits : neededIn(octets, start, end);
    // It may also match the path of its directory.
    if (isAllowRow(rows, row) && directoryOfIndex(octets, start, end) >= 0) needed = 0;
    this.#needed[row / Row.STRIDE] = needed;
  }

  /** Whether the patterns match the same paths, and name the same, under all profiles that compare lengths. */
  get areAlikeUnderProfiles(): boolean {
    return (this.#bits & HAS_OTHER_FORM) === 0 && !this.#namesOther;
  }

  /** Whether a path may match the pattern of a row, by the bits of the path. */
  mayMatch(row: number, bits: number): boolean {
    return mayContain(bits, this.#needed[row / Row.STRIDE]);
  }

  /** A letter, or another octet of names, that the patterns do not have; undefined if there is none. */
  get unusedLetter(): number | undefined {
    this.#unusedLetter ??= this.#findUnusedLetter();
    return this.#unusedLetter;
  }

  #findUnusedLetter(): number | undefined {
    const { octets, rows, at } = this.#table;
    const bits = this.#bits;
    if ((bits & HAS_OTHER_FORM) === 0) {
      const letter =
        LETTERS.find((one) => BITS[one] !== 0 && (bits & BITS[one]) === 0) ??
        LETTERS.find((one) => !octets.includes(one));
      if (letter !== undefined) return letter;
    }
    const used = new UsedOctets();
    for (const row of at) used.add(octets, rows[row + Row.VALUE_START], endOfPattern(this.#table, row));
    return used.unusedLetter;
  }
}

/** Where the pattern of a row ends, without a final `$`. */
function endOfPattern({ octets, rows }: RuleTable, row: number): number {
  const end = rows[row + Row.VALUE_END];
  return octets[end - 1] === DOLLAR ? end - 1 : end;
}

/** The bits that a path must have to match a pattern, some octets of which have another form: those of the others. */
function neededIn(octets: Uint8Array, start: number, end: number): number {
  let needed = 0;
  for (let at = start; at < end; at++) {
    if ((BITS[octets[at]] & HAS_OTHER_FORM) === 0) needed |= BITS[octets[at]];
    else if (octets[at] === PERCENT) at += 2;
  }
  return needed;
}

/** Whether a pattern names a path with two slashes in a row, or dot segments, which not every profile leaves as they are. */
function namesOtherPath(octets: Uint8Array, start: number, end: number): boolean {
  let at = start;
  while (at < end && octets[at] === STAR) at++;
  // The path begins with a slash, whether the pattern has it or not.
  if (octets[at] === SLASH) at++;
  let before = SLASH;
  for (; at < end; at++) {
    const octet = octets[at];
    if (before === SLASH && (octet === SLASH || (octet === DOT && !isTextAfterDot(octets, at + 1, end))))
      return true;
    before = octet;
  }
  return false;
}
