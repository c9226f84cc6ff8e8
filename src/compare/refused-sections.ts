/**
 * The sections of a site that rules name, and paths that no rule names, in a section and elsewhere.
 *
 * A section is what a first segment begins: `/shop/` with all below it. Its name has letters, digits, `-`, `_`, `~` and characters beyond ASCII, plain
 * or percent-encoded. A first segment with a dot is a file.
 */
import { PERCENT, SLASH } from '../ascii.js';
import { tripletValue } from '../match/octet-forms.js';
import { matchesPattern, type PatternSet } from '../match/pattern.js';
import { RequestPath } from '../match/request-path.js';
import type { ObeyedRules } from './obeyed-rules.js';

/** Whether a crawler may fetch a path that no rule names: `/x/x/x` with a letter that no pattern has. */
export function isUnknownAllowed(rules: ObeyedRules, letter: number): boolean {
  const path = Uint8Array.of(SLASH, letter, SLASH, letter, SLASH, letter);
  return rules.isAllowed(path, 0, path.length);
}

/**
 * How many kinds of sections a crawler may not fetch, none of which is among others. A section is refused if its unknown path is, such as `/shop/x/x`.
 *
 * A pattern covers the sections whose unknown paths it matches. Its own unknown path has the letter in place of each `*` and at its open end:
 * `/shop/x/x` for `/shop/`, `/shopx/x/x` for `/shop`, `/xshopx/x/x` for `/*shop`. What matches that path also matches the unknown paths of
 * all sections that the pattern covers, since only a `*` or an open end matches the letter.
 *
 * @param letter one that no pattern has
 * @param most how many are counted at most
 */
export function countRefusedSections(rules: ObeyedRules, letter: number, most: number): number {
  const patterns = rules.sectionPatterns();
  const path = new UnknownPath(patterns, letter);
  const widths: number[] = [];
  for (let pattern = 0; pattern < patterns.count; pattern++) {
    if (path.read(pattern)) widths.push(path.width * patterns.count + pattern);
  }
  const found: number[] = [];
  for (const width of new Float64Array(widths).sort()) {
    const pattern = width % patterns.count;
    path.read(pattern);
    if (found.some((wider) => matchesPattern(patterns, wider, path))) continue;
    const isAllowed = rules.isAllowed(path.octets, path.start, path.end, patterns.rules[pattern]);
    if (rules.isSpent) break;
    if (isAllowed) continue;
    found.push(pattern);
    if (found.length === most) break;
  }
  return found.length;
}

/** Names with more gaps are not told apart. */
const MAX_GAPS = 1023;

/** How many segments of any text a pattern may have after the name. */
const MAX_SEGMENTS = 2;

/** How many octets an unknown path may have besides those of a pattern and one for each part. */
const ROOM = '/x/x/x'.length;

/** The unknown path of the sections that a pattern covers. */
class UnknownPath extends RequestPath {
  /** The lower, the wider the sections are. Those among others have a higher one, or the same name. */
  width = 0;
  readonly #patterns: PatternSet;
  readonly #letter: number;

  constructor(patterns: PatternSet, letter: number) {
    super(new Uint8Array(patterns.textLength + patterns.partCount + ROOM), 0, 0);
    this.#patterns = patterns;
    this.#letter = letter;
  }

  /** Becomes the unknown path of a pattern. Returns false if the pattern covers no sections, or all. */
  read(pattern: number): boolean {
    const { text, partBounds, firstPart, anchored } = this.#patterns;
    if (anchored[pattern] === 1) return false;
    const { octets } = this;
    const letter = this.#letter;
    const last = firstPart[pattern + 1];
    let part = firstPart[pattern];
    let at = partBounds[part];
    let end = 0;
    let gaps = 0;
    octets[end++] = SLASH;
    // A `*` at the beginning takes nothing before a slash, and the slash before anything else.
    if (at === partBounds[part + 1]) part++;
    if (part === last) return false;
    if (text[at] === SLASH) at++;
    else if (part === firstPart[pattern]) return false;
    else {
      octets[end++] = letter;
      gaps++;
    }
    while (part < last) {
      if (at === partBounds[part + 1]) {
        octets[end++] = letter;
        gaps++;
        part++;
        continue;
      }
      if (text[at] === SLASH) break;
      const length = lengthInName(text, at, partBounds[part + 1]);
      if (length === 0) return false;
      for (let i = 0; i < length; i++) octets[end++] = text[at++];
    }
    const letters = end - 1 - gaps;
    if (letters === 0) return false;
    // After the name, there is only text that a wildcard or the open end takes.
    for (let segments = 0; part < last; at = partBounds[++part]) {
      if (text[at] !== SLASH || at + 1 !== partBounds[part + 1] || segments++ === MAX_SEGMENTS) return false;
    }
    for (let i = 0; i < MAX_SEGMENTS; i++) {
      octets[end++] = SLASH;
      octets[end++] = letter;
    }
    this.width = letters * (MAX_GAPS + 1) + MAX_GAPS - Math.min(gaps, MAX_GAPS);
    this.become(octets, 0, end);
    this.grant(0);
    return true;
  }
}

/** How many octets of a part of a pattern, from `at` on, are a character of a name: 1, 3 for `%XX`, or 0. */
function lengthInName(text: Uint8Array, at: number, partEnd: number): number {
  const octet = text[at];
  if (octet !== PERCENT) return IN_NAMES[octet];
  const value = at + 2 < partEnd ? tripletValue(text[at + 1], text[at + 2]) : -1;
  return value >= 0 && IN_NAMES[value] === 1 ? '%XX'.length : 0;
}

const IN_NAMES = Uint8Array.from({ length: 256 }, (_, octet) =>
  /[\w~\u0080-\u00ff-]/.test(String.fromCharCode(octet)) ? 1 : 0,
);
