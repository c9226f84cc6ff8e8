/**
 * Rules tried on a path one by one, each read straight from the octets of its file: nothing is prepared, and a pattern is put
 * into form only if it holds something that has another one.
 */
import { DOLLAR, SLASH, STAR } from '../../ascii.js';
import type { RuleAxes } from '../../profiles.js';
import type { Meter } from '../meter.js';
import { LAST_SELF_KIND, LAST_TEXT_KIND, OCTET_KINDS, WILDCARD } from '../url/octet-kinds.js';
import type { RequestPath } from '../url/request-path.js';
import { directoryOfIndex } from './index-html.js';
import { matchesPattern } from './match-pattern.js';
import { behindPart, isSame } from './part-search.js';
import { PatternSet } from './pattern-set.js';

/** Stands for "the pattern does not match" where a length is expected. */
const NO_LENGTH = -1;

/** A path, and which of the rules that were tried on it decides. */
export class RuleTrial {
  private readonly axes: RuleAxes;
  private readonly kindOf: Uint8Array;
  private readonly path: Uint8Array;
  private readonly start: number;
  private readonly end: number;
  private readonly meter: Meter;
  private bestLength = NO_LENGTH;
  private bestIsAllow = false;

  /** @param meter once it is under 0, answers mean nothing */
  constructor(axes: RuleAxes, path: RequestPath, meter: Meter) {
    this.axes = axes;
    this.kindOf = kindsOfPatterns(axes);
    this.path = path.octets;
    this.start = path.start;
    this.end = path.end;
    this.meter = meter;
  }

  /** Forgets the rules that were tried. */
  clear(): void {
    this.bestLength = NO_LENGTH;
    this.bestIsAllow = false;
  }

  /**
   * Whether the octets that a rule's value begins with are enough to know that it does not match: one of them differs from the
   * path, and what follows cannot help. False where more must be known, be it only where the value ends.
   *
   * @param limit how far the value may go, if it goes on
   */
  isRuledOut(octets: Uint8Array, start: number, limit: number, isAllow: boolean): boolean {
    if (isAllow && this.axes.indexHtmlIsDirectory) return false;
    const { kindOf, path, end } = this;
    let i = start;
    let at = this.start;
    while (i < limit && at < end && octets[i] === path[at] && kindOf[octets[i]] <= LAST_TEXT_KIND) {
      i++;
      at++;
    }
    // Most rules differ in their second octet, which whoever counts the rules counts.
    if (i - start > 1) this.meter.left -= i - start;
    return i < limit && kindOf[octets[i]] <= LAST_TEXT_KIND;
  }

  /** Tries a rule by its pattern, `octets[start..end)`. Returns whether it decides, of those tried until now. */
  leads(octets: Uint8Array, start: number, end: number, isAllow: boolean): boolean {
    const isFirstEnough = this.axes.precedence === 'first';
    if (isFirstEnough && this.bestLength !== NO_LENGTH) return false;
    const length = this.matchedLength(octets, start, end, isAllow);
    const isLonger = length > this.bestLength;
    if (!isLonger && !(length === this.bestLength && isAllow && !this.bestIsAllow)) return false;
    if (length === NO_LENGTH) return false;
    this.bestLength = length;
    this.bestIsAllow = isAllow;
    return true;
  }

  /** The length, for precedence, of the pattern by which a rule matches the path; {@link NO_LENGTH} if it does not. */
  private matchedLength(
    octets: Uint8Array,
    patternStart: number,
    patternEnd: number,
    isAllow: boolean,
  ): number {
    const { axes, kindOf, path, end } = this;
    let i = patternStart;
    let at = this.start;
    while (i < patternEnd && at < end && octets[i] === path[at] && kindOf[octets[i]] <= LAST_SELF_KIND) {
      i++;
      at++;
    }
    this.meter.left -= i - patternStart;
    if (i === patternEnd) {
      return isRule(octets, patternStart, patternEnd, axes) ? patternEnd - patternStart : NO_LENGTH;
    }
    // An octet that stands for itself and differs: whatever follows, the pattern does not match.
    const differs = kindOf[octets[i]] <= LAST_SELF_KIND;
    const maybeDirectory = isAllow && axes.indexHtmlIsDirectory;
    if (differs && !maybeDirectory) return NO_LENGTH;
    if (!isRule(octets, patternStart, patternEnd, axes)) return NO_LENGTH;
    const length = differs ? NO_LENGTH : this.specialLength(octets, patternStart, patternEnd, i, at);
    return length === NO_LENGTH && maybeDirectory
      ? this.directoryLength(octets, patternStart, patternEnd)
      : length;
  }

  /**
   * The length of a pattern that holds an octet which does not stand for itself, if it matches.
   *
   * Such octets being `*` and a final `$` alone, as they mostly are, it is matched where it is.
   *
   * @param special where the first such octet is; what is before it matches the path up to `from`
   * @param from where in the path the rest has to match
   */
  private specialLength(
    octets: Uint8Array,
    patternStart: number,
    patternEnd: number,
    special: number,
    from: number,
  ): number {
    const { kindOf, path, end, meter } = this;
    let i = special;
    let at = from;
    while (i < patternEnd && kindOf[octets[i]] === WILDCARD) {
      i++;
      const part = i;
      while (i < patternEnd && kindOf[octets[i]] <= LAST_SELF_KIND) i++;
      const length = i - part;
      meter.left -= length + 1;
      if (i === patternEnd || kindOf[octets[i]] === WILDCARD) {
        if (length > 0) at = behindPart(octets, part, i, path, at, end, meter);
        if (at < 0) return NO_LENGTH;
      } else if (this.isAnchor(octets, i, patternEnd)) {
        const matches = end - length >= at && isSame(octets, part, path, end - length, length);
        return matches ? patternEnd - patternStart : NO_LENGTH;
      }
    }
    if (i === patternEnd) return patternEnd - patternStart;
    if (this.isAnchor(octets, i, patternEnd)) return at === end ? patternEnd - patternStart : NO_LENGTH;
    return this.formLength(octets, patternStart, patternEnd);
  }

  private isAnchor(octets: Uint8Array, i: number, patternEnd: number): boolean {
    return this.axes.specialCharacters && i === patternEnd - 1 && octets[i] === DOLLAR;
  }

  /** The length of a pattern that is put into form first, if it matches. */
  private formLength(octets: Uint8Array, patternStart: number, patternEnd: number): number {
    const scratch = scratchFor(this.axes);
    this.meter.left -= patternEnd - patternStart;
    scratch.add(octets, patternStart, patternEnd, 0);
    return this.scratchLength(scratch);
  }

  /** The same for the directory that an allow of its index.html stands for. */
  private directoryLength(octets: Uint8Array, patternStart: number, patternEnd: number): number {
    const directoryEnd = directoryOfIndex(octets, patternStart, patternEnd);
    this.meter.left -= patternEnd - patternStart;
    if (directoryEnd < 0) return NO_LENGTH;
    const scratch = scratchFor(this.axes);
    scratch.addAnchored(octets, patternStart, directoryEnd, 0);
    return this.scratchLength(scratch);
  }

  private scratchLength(scratch: PatternSet): number {
    const { path, start, end, meter } = this;
    return matchesPattern(scratch, 0, path, start, end, meter) ? scratch.lengths[0] : NO_LENGTH;
  }
}

/** Whether a pattern counts at all under these axes: docs/semantics.md §5.3, and what an empty one is. */
export function isRule(octets: Uint8Array, start: number, end: number, axes: RuleAxes): boolean {
  if (start === end) return axes.emptyPattern === 'matches';
  return !axes.patternNeedsSlashOrStar || octets[start] === SLASH || octets[start] === STAR;
}

function kindsOfPatterns(axes: RuleAxes): Uint8Array {
  const kinds = OCTET_KINDS[axes.form];
  return axes.specialCharacters ? kinds.special : kinds.literal;
}

/** Where one pattern at a time is put into form, for each kind of pattern. */
const scratchSets = new Map<Uint8Array, PatternSet>();

function scratchFor(axes: RuleAxes): PatternSet {
  const key = kindsOfPatterns(axes);
  let set = scratchSets.get(key);
  if (set === undefined) {
    set = new PatternSet(OCTET_KINDS[axes.form], axes.specialCharacters);
    scratchSets.set(key, set);
  }
  set.clear();
  return set;
}
