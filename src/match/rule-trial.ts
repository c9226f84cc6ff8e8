/**
 * Rules tried on a path one by one, each read from the octets of its file. Nothing is prepared. A pattern is brought into
 * form only if an octet of it has another form.
 */
import { DOLLAR, SLASH, STAR } from '../ascii.js';
import type { RuleAxes } from '../profiles.js';
import { LAST_SELF_KIND, OCTET_KINDS, WILDCARD } from './octet-forms.js';
import { directoryOfIndex, matchesPattern, PatternSet } from './pattern.js';
import type { RequestPath } from './request-path.js';

/** The length of a pattern that does not match. */
const NO_LENGTH = -1;

/** In place of an octet that the path does not have. */
const NO_OCTET = -1;

/** One question, and the rule that decides about it, of those tried so far. */
export class RuleTrial {
  readonly #axes: RuleAxes;
  readonly #kindOf: Uint8Array;
  readonly #path: RequestPath;
  readonly #pathOctets: Uint8Array;
  readonly #start: number;
  readonly #end: number;
  /** The path's second octet, or {@link NO_OCTET}. */
  readonly second: number;
  #bestLength = NO_LENGTH;
  #bestIsAllow = false;
  /** Memory for a pattern that is brought into form. */
  #scratch: PatternSet | null = null;

  constructor(axes: RuleAxes, path: RequestPath) {
    const { octets, start, end } = path;
    const kinds = OCTET_KINDS[axes.form];
    this.#axes = axes;
    this.#kindOf = axes.specialCharacters ? kinds.special : kinds.literal;
    this.#path = path;
    this.#pathOctets = octets;
    this.#start = start;
    this.#end = end;
    this.second = end - start > 1 ? octets[start + 1] : NO_OCTET;
  }

  /** Forgets the rules tried so far. */
  clear(): void {
    this.#bestLength = NO_LENGTH;
  }

  /** Whether a rule begins with `/` and a second octet that is not the path's, and has no other form. Most rules do. */
  differs(octets: Uint8Array, start: number, end: number, isAllow: boolean): boolean {
    const second = octets[start + 1];
    if (second === this.second || octets[start] !== SLASH || start + 1 >= end) return false;
    return this.#kindOf[second] <= LAST_SELF_KIND && !(isAllow && this.#axes.indexHtmlIsDirectory);
  }

  /** Tries a rule by its pattern, `octets[start..end)`. Returns whether it decides, of those tried so far. */
  leads(octets: Uint8Array, start: number, end: number, isAllow: boolean): boolean {
    const isFirstEnough = this.#axes.precedence === 'first';
    if (isFirstEnough && this.#bestLength !== NO_LENGTH) return false;
    const length = this.#matchedLength(octets, start, end, isAllow);
    if (length === NO_LENGTH || length < this.#bestLength) return false;
    if (length === this.#bestLength && (this.#bestIsAllow || !isAllow)) return false;
    this.#bestLength = length;
    this.#bestIsAllow = isAllow;
    return true;
  }

  /** The length for precedence of the pattern by which a rule matches the path, or {@link NO_LENGTH}. */
  #matchedLength(octets: Uint8Array, patternStart: number, patternEnd: number, isAllow: boolean): number {
    const axes = this.#axes;
    const kindOf = this.#kindOf;
    const pathOctets = this.#pathOctets;
    const end = this.#end;
    let i = patternStart;
    let at = this.#start;
    while (
      i < patternEnd &&
      at < end &&
      octets[i] === pathOctets[at] &&
      kindOf[octets[i]] <= LAST_SELF_KIND
    ) {
      i++;
      at++;
    }
    this.#path.left -= i - patternStart;
    if (i === patternEnd) {
      return canMatch(octets, patternStart, patternEnd, axes) ? patternEnd - patternStart : NO_LENGTH;
    }
    // If an octet that has no other form differs, the pattern does not match, whatever follows.
    const differs = kindOf[octets[i]] <= LAST_SELF_KIND;
    const maybeDirectory = isAllow && axes.indexHtmlIsDirectory;
    if (differs && !maybeDirectory) return NO_LENGTH;
    if (!canMatch(octets, patternStart, patternEnd, axes)) return NO_LENGTH;
    const length = differs ? NO_LENGTH : this.#specialLength(octets, patternStart, patternEnd, i, at);
    return length === NO_LENGTH && maybeDirectory
      ? this.#directoryLength(octets, patternStart, patternEnd)
      : length;
  }

  /**
   * The length of a pattern with octets that are special or have another form, if it matches. Mostly these are `*` and a
   * final `$` only; then the pattern is matched without being copied.
   *
   * @param special where the first of these octets is; the octets before it match the path
   * @param from where in the path the rest has to match
   */
  #specialLength(
    octets: Uint8Array,
    patternStart: number,
    patternEnd: number,
    special: number,
    from: number,
  ): number {
    const kindOf = this.#kindOf;
    const end = this.#end;
    const path = this.#path;
    let i = special;
    let at = from;
    while (i < patternEnd && kindOf[octets[i]] === WILDCARD) {
      i++;
      const part = i;
      while (i < patternEnd && kindOf[octets[i]] <= LAST_SELF_KIND) i++;
      const length = i - part;
      path.left -= length + 1;
      if (i === patternEnd || kindOf[octets[i]] === WILDCARD) {
        if (length > 0) at = path.endOfPart(octets, part, i, at, end, end);
        if (at < 0) return NO_LENGTH;
      } else if (this.#isAnchor(octets, i, patternEnd)) {
        const isTail = path.startOfTail(octets, part, i, at, end) >= 0;
        return isTail ? patternEnd - patternStart : NO_LENGTH;
      }
    }
    if (i === patternEnd) return patternEnd - patternStart;
    if (this.#isAnchor(octets, i, patternEnd)) return at === end ? patternEnd - patternStart : NO_LENGTH;
    path.left -= patternEnd - patternStart;
    return this.#formLength(octets, patternStart, patternEnd);
  }

  #isAnchor(octets: Uint8Array, i: number, patternEnd: number): boolean {
    return this.#axes.specialCharacters && i === patternEnd - 1 && octets[i] === DOLLAR;
  }

  /** The length of a pattern that must be brought into form, if it matches. */
  #formLength(octets: Uint8Array, start: number, end: number, isDirectory: boolean = false): number {
    const { form, specialCharacters } = this.#axes;
    this.#scratch ??= new PatternSet(OCTET_KINDS[form], specialCharacters);
    this.#scratch.clear();
    this.#scratch.add(octets, start, end, 0, isDirectory);
    return matchesPattern(this.#scratch, 0, this.#path) ? this.#scratch.lengths[0] : NO_LENGTH;
  }

  /** The length of the pattern of a directory, if a rule allows its index.html and the directory matches. */
  #directoryLength(octets: Uint8Array, start: number, end: number): number {
    const directoryEnd = directoryOfIndex(octets, start, end);
    this.#path.left -= end - start;
    return directoryEnd < 0 ? NO_LENGTH : this.#formLength(octets, start, directoryEnd, true);
  }
}

/** Whether a pattern can match anything under the axes: docs/semantics.md §5.3, and the axis `emptyPattern`. */
export function canMatch(octets: Uint8Array, start: number, end: number, axes: RuleAxes): boolean {
  if (start === end) return axes.emptyPattern === 'matches';
  return !axes.patternNeedsSlashOrStar || octets[start] === SLASH || octets[start] === STAR;
}
