/**
 * What the rules that a crawler obeys say for certain, by the kinds of their patterns alone. Questions to the matcher cost far more, and
 * the rules of most files leave few to ask.
 */
import {
  CompiledRules,
  directoryOfIndex,
  isAllowRow,
  MAX_GROWTH,
  type Matcher,
  Row,
  rulesOf,
} from 'robotstream/internal';
import type { Asked } from './asked.js';
import { ENCODED, NAMED, PatternKinds, PUNCTUATED, UNMATCHED } from './pattern-kinds.js';
import {
  countWidest,
  filledPattern,
  mayNameSections,
  sectionsOf,
  unknownLetter,
  unknownPath,
} from './sections.js';

/**
 * What is known of the rules that a crawler obeys; undefined for those of a reader, which compares patterns in its own way.
 *
 * @param known those of patterns of the file, if some have been read
 */
export function certainAnswersOf(matcher: Matcher, known?: PatternKinds): CertainAnswers | undefined {
  const { table, comparison } = rulesOf(matcher).compiled;
  if (comparison !== undefined) return undefined;
  const kinds = known?.rows === table.rows ? known : new PatternKinds(table.octets, table.rows);
  return new CertainAnswers(matcher, kinds);
}

/** Stands for any text in names of sections that are all plain, which do not have it. */
const ANY_TEXT = '*';

/** How many rules are tried, to find one that refuses or allows a path, before the rules are compared as a whole, which costs far more. */
export const MAX_TRIED = 16;

/** Whether the longest matching pattern decides, and `*` and a final `$` are special. */
export function goesByLength(matcher: Matcher): boolean {
  const { precedence, specialCharacters } = matcher.profile.rules;
  return rulesOf(matcher).compiled.comparison === undefined && precedence === 'longest' && specialCharacters;
}

export class CertainAnswers {
  readonly #matcher: Matcher;
  readonly #kinds: PatternKinds;
  readonly #goesByLength: boolean;
  /** The rows of the rules that disallow some path, unless others decide. */
  readonly #disallows: number[] = [];
  readonly #plainAllows: number[] = [];
  /** The rules whose patterns are not plain. */
  readonly #otherAllows: SomeRules;
  readonly #otherDisallows: SomeRules;
  /** Whether the crawler may be refused a path that no rule names. */
  #mayRefuseUnknown = false;
  /** The allow rules that may match a path that no rule names in a section. */
  readonly #openers: SomeRules;

  /** Whether all that these rules decide about paths that simple patterns name is the same under every profile that goes by length. */
  readonly areSimple: boolean;

  /** @param kinds those of the matcher's file, as its profile reads it. Its rules are not those of a reader. */
  constructor(matcher: Matcher, kinds: PatternKinds) {
    this.#matcher = matcher;
    this.#kinds = kinds;
    const { table } = rulesOf(matcher).compiled;
    this.#openers = new SomeRules(matcher);
    this.#otherAllows = new SomeRules(matcher);
    this.#otherDisallows = new SomeRules(matcher);
    this.#goesByLength = goesByLength(matcher);
    let areSimple = this.#goesByLength;
    for (const row of table.at) {
      const kind = kinds.of(row);
      if (kind & UNMATCHED) continue;
      if (!kinds.isSimple(row)) areSimple = false;
      const allows = isAllowRow(table.rows, row);
      if (!allows) this.#disallows.push(row);
      if (!allows && (kind & (NAMED | PUNCTUATED | ENCODED)) === 0) this.#mayRefuseUnknown = true;
      const isLongEnough = kinds.lengthOf(row) > '/'.length; // longer rules name the sections
      if (allows && isLongEnough && mayNameSections(table, row)) this.#openers.add(row, kinds.lengthOf(row));
      const allowsDirectory = allows && this.#allowsDirectory(row);
      if (allowsDirectory) areSimple = false;
      if (!kinds.isPlain(row) || allowsDirectory) {
        const others = allows ? this.#otherAllows : this.#otherDisallows;
        others.add(row, kinds.lengthOf(row) * (kind & ENCODED ? MAX_GROWTH : 1));
      } else if (allows) this.#plainAllows.push(row);
    }
    this.areSimple = areSimple;
  }

  /** Whether the rules refuse nothing. */
  get refuseNothing(): boolean {
    return this.#disallows.length === 0;
  }

  /** Whether a path that one of the first rules names is refused. */
  refusesPath(asked: Asked): boolean {
    const tried = this.#disallows.slice(0, MAX_TRIED).filter((row) => this.#kinds.isPlain(row));
    return tried.some((row) => this.about(row, this.#kinds.textOf(row), asked) === false);
  }

  /**
   * Whether the crawler may fetch the path that one of its rules names. The path is no longer than the pattern, so among the rules of the
   * other kind only the same pattern can win, or one that is not plain.
   *
   * @returns undefined if that takes a question to all rules
   */
  about(row: number, path: string, asked: Asked): boolean | undefined {
    const kinds = this.#kinds;
    if (!this.#goesByLength || !kinds.isSimple(row)) return undefined;
    const length = kinds.lengthOf(row);
    const isAllowed = () => (this.#otherDisallows.mayDecide(path, length + 1, asked) ? undefined : true);
    if (isAllowRow(this.#rows, row)) return isAllowed();
    if (this.#otherAllows.mayDecide(path, length, asked)) return undefined;
    const equals = this.#plainAllows.some((allow) => kinds.areSame(allow, row));
    if (equals) return isAllowed();
    return kinds.isPlain(row) || !this.#plainAllows.some((allow) => kinds.lengthOf(allow) === length)
      ? false
      : undefined;
  }

  /**
   * How many kinds of sections the crawler may not fetch, none of which is among others.
   *
   * @param most how many are counted at most
   * @returns undefined if that takes questions about what is not in a section, too
   */
  refusedSections(most: number, asked: Asked): number | undefined {
    if (!this.#goesByLength || this.#mayRefuseUnknown) return undefined;
    const { table } = rulesOf(this.#matcher).compiled;
    const kinds = this.#kinds;
    const rows = this.#disallows.filter((row) => mayNameSections(table, row));
    if (rows.some((row) => kinds.of(row) & ENCODED)) return undefined;
    const letter =
      this.#openers.isEmpty && rows.every((row) => kinds.isPlain(row)) ? ANY_TEXT : unknownLetter(table);
    if (letter === undefined) return undefined;
    const names = new Set<string>();
    for (const row of rows) {
      const pattern = kinds.textOf(row);
      const name = kinds.isPlain(row) ? plainName(pattern, letter) : this.#wildName(pattern, letter);
      if (name !== undefined) names.add(name);
    }
    const count = countWidest(names, letter, most, (name) => {
      if (this.#openers.isEmpty) return true;
      if (asked.isSpent) return false;
      const path = unknownPath(letter, name);
      return !this.#openers.mayDecide(path, 0, asked) || !asked.isAllowed(path);
    });
    return asked.isSpent ? undefined : count;
  }

  get #rows(): Int32Array {
    return rulesOf(this.#matcher).compiled.table.rows;
  }

  #wildName(pattern: string, letter: string): string | undefined {
    // It ends a path, and no path that no rule names ends so.
    if (pattern.endsWith('$') && !pattern.endsWith('*$')) return undefined;
    return sectionsOf(filledPattern(pattern, letter, true), letter, this.#matcher.profile.rules.form);
  }

  /** Whether an allow rule also matches a directory under some profile, which its pattern does not equal. */
  #allowsDirectory(row: number): boolean {
    if (!(this.#kinds.of(row) & PUNCTUATED)) return false;
    const { octets, rows } = rulesOf(this.#matcher).compiled.table;
    return directoryOfIndex(octets, rows[row + Row.VALUE_START], rows[row + Row.VALUE_END]) >= 0;
  }
}

/** Some of the rules of a matcher. */
class SomeRules {
  readonly #matcher: Matcher;
  readonly #at: number[] = [];
  /** The length for precedence that one of them has at most. */
  #longest = 0;
  #compiled: CompiledRules | undefined;

  constructor(matcher: Matcher) {
    this.#matcher = matcher;
  }

  add(row: number, length: number): void {
    this.#at.push(row);
    this.#longest = Math.max(this.#longest, length);
  }

  get isEmpty(): boolean {
    return this.#at.length === 0;
  }

  /** Whether one of them may match a path with at least so long a pattern. */
  mayDecide(path: string, length: number, asked: Asked): boolean {
    if (this.#longest < length) return false;
    const { table } = rulesOf(this.#matcher).compiled;
    this.#compiled ??= new CompiledRules({ ...table, at: this.#at }, this.#matcher.profile.rules);
    return asked.isMatched(this.#compiled, path);
  }
}

/** The sections of which a plain pattern matches everything, as `sectionsOf` calls them. */
function plainName(pattern: string, letter: string): string | undefined {
  const slash = pattern.indexOf('/', 1);
  const name = slash < 0 ? pattern.slice(1) + letter : pattern.slice(1, slash);
  return (slash < 0 || slash === pattern.length - 1) && !/[.?=&]/.test(name) ? name : undefined;
}
